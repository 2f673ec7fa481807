import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/**
 * Makes a workspace of files in a temporary folder.
 *
 * @param files - path relative to its root → content
 */
export function makeWorkspace(files) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "pegboard-bench-")));
  const all = { "agents/default/agent.md": "---\ntitle: Default\n---\nYou help.\n", ...files };
  for (const [file, content] of Object.entries(all)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), content);
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** A tool with a schema of one field. */
export function weatherTool(more = "") {
  return `import { defineTool } from "pegboard";
import { z } from "zod";

export default defineTool({
  description: "Current weather for a city.",
  args: z.object({ city: z.string().describe("City name, in English") }),
  risk: "read",
  ${more}
  async execute({ city }) {
    return \`4 °C in \${city}\`;
  },
});
`;
}
