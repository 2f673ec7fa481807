import { makeWorkspace } from "./workspace.mjs";

const PER_PLUGIN = 5;

/**
 * Makes a workspace of `count` tools, each with a schema of three fields, a fragment and a contract, five in a plugin.
 *
 * @param count - how many
 */
export function workspaceOf(count) {
  const each = Array.from({ length: count }, (_, at) => filesOf(at));
  return makeWorkspace(Object.assign({}, ...each));
}

/** Where the tool of that number is, relative to the workspace. */
export function toolFile(at) {
  return `plugins/p${Math.floor(at / PER_PLUGIN)}/tools/look_up_${at}.ts`;
}

export function toolSource(at, description = `Looks up number ${at} and tells what it found.`) {
  return `import { defineTool } from "pegboard";
import { z } from "zod";

export default defineTool({
  description: ${JSON.stringify(description)},
  args: z.object({
    query: z.string().describe("What to look for"),
    limit: z.number().int().min(1).max(100).optional().describe("How many results at most"),
    exact: z.boolean().optional().describe("Whether only exact matches count"),
  }),
  risk: "read",
  async execute({ query, limit = 10, exact = false }: { query: string; limit?: number; exact?: boolean }) {
    return \`\${query}: \${limit} results, \${exact ? "exact" : "all"}\`;
  },
});
`;
}

function filesOf(at) {
  const file = toolFile(at);
  const plugin = file.slice(0, file.indexOf("/tools/"));
  return {
    [file]: toolSource(at),
    [`${file}.dox.md`]: `---\ntool: look_up_${at}\nrisk: read\n---\n# look_up_${at}.ts DOX\n`,
    [`${plugin}/prompts/agent.system.tool.look_up_${at}.md`]: `### look_up_${at}\nLooks up number ${at}.\n`,
  };
}
