import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "./measure.mjs";
import { runProcess } from "./run-process.mjs";
import { makeWorkspace } from "./workspace.mjs";

export const title = "pegboard check, 1,000 tools with fragments and contracts in 200 plugins";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

const PLUGINS = 200;
const TOOLS = 5;

export async function run({ runs }) {
  const files = Object.assign({}, ...Array.from({ length: PLUGINS * TOOLS }, (_, at) => tool(at)));
  const workspace = makeWorkspace(files);
  const { root } = workspace;
  try {
    writeFileSync(join(root, "bare.mjs"), bareProgram(Object.keys(files)));
    const check = () => runProcess([MAIN, "check"], root);
    const measures = {
      bare: () => runProcess(["bare.mjs"], root),
      cold() {
        rmSync(join(root, ".pegboard"), { recursive: true, force: true });
        return check();
      },
      unchanged: check,
    };
    const all = { bare: [], cold: [], unchanged: [] };
    for (let round = 0; round < runs; round++) {
      for (const [name, measure] of Object.entries(measures)) all[name].push(measure());
    }
    const of = (name, key) => median(all[name].map((measured) => measured[key]));
    const time = (name, what) => ({ what: `${what}: time`, value: of(name, "ms"), unit: "ms" });
    const memory = (name, what) => ({ what: `${what}: memory`, value: of(name, "mb"), unit: "MB" });
    return [
      time("bare", "a bare program that reads the same files"),
      memory("bare", "a bare program that reads the same files"),
      time("cold", "nothing known"),
      memory("cold", "nothing known"),
      time("unchanged", "unchanged"),
      memory("unchanged", "unchanged"),
      {
        what: "unchanged / nothing known: time",
        value: of("unchanged", "ms") / of("cold", "ms"),
        unit: "×",
      },
    ];
  } finally {
    workspace.remove();
  }
}

/** A tool with its fragment and its contract, in which there is nothing to find. */
function tool(at) {
  const plugin = `usr/plugins/p${String(at % PLUGINS).padStart(3, "0")}`;
  const name = `forecast_${at}`;
  return {
    [`${plugin}/tools/${name}.ts`]: `import { defineTool } from "pegboard";
import { z } from "zod";

export default defineTool({
  description: "Weather of region ${at} for the coming days.",
  args: z.object({
    city: z.string().describe("City name, in English"),
    days: z.number().int().optional().describe("How many days ahead"),
    unit: z.enum(["celsius", "fahrenheit"]).optional().describe("Unit of the answer"),
  }),
  risk: "read",
  execute: ({ city, days = 1, unit = "celsius" }) => \`\${city}: \${days} days, \${unit}\`,
});
`,
    [`${plugin}/tools/${name}.ts.dox.md`]: `---
tool: ${name}
risk: read
break_loop: never
interactive: false
side_effects: []
---

# ${name}.ts DOX

## Purpose

Weather of region ${at} for the coming days.

## Arguments

| name | type | required | meaning |
| --- | --- | --- | --- |
| city | string | yes | City name, in English |
| days | integer | no | How many days ahead |
| unit | "celsius" \\| "fahrenheit" | no | Unit of the answer |

## Output

One line of text.

## break_loop

Never.

## Side Effects

None.

## Prompt Contract

Shows one call.

## Dependencies

- \`zod\`

## Verification

- \`npm test\`
`,
    [`${plugin}/prompts/agent.system.tool.${name}.md`]: `### ${name}

Weather of region ${at} for the coming days.

- \`city\` (string): City name, in English
- \`days\` (integer, optional): How many days ahead
- \`unit\` (optional): \`celsius\` or \`fahrenheit\`

\`\`\`json
{ "tool_name": "${name}", "tool_args": { "city": "Oslo", "days": 3 } }
\`\`\`
`,
  };
}

function bareProgram(files) {
  return `import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
const files = ${JSON.stringify(files)};
const texts = files.map((file) => (statSync(dirname(file)), readFileSync(file, "utf8")));
console.log(texts.length);
`;
}
