import type { Example } from "../rule.ts";

/** A small workspace in which nothing is found. The examples of the rules are single changes to it. */
export const CLEAN: Readonly<Record<string, string>> = {
  "AGENTS.md": `# Weather station

## Purpose

A workspace with one tool.

## Ownership

Everything here.

## Local Contracts

- A tool has its contract beside it.

## Work Guidance

- Run \`pegboard check\` before a commit.

## Verification

- \`node --test\`

## Child DOX Index

None.
`,
  "agents/default/agent.md": `---
title: Default
description: Answers questions about the weather.
---
You know the weather.
`,
  "prompts/agent.system.main.md": `{{role}}

{{include "agent.system.tools.md"}}
`,
  "prompts/agent.system.tools.md": `{{tools}}
`,
  "prompts/agent.system.tool.weather.md": `### weather

Current weather for a city.

Arguments:

- \`city\` (string): City name, in English
- \`days\` (integer, optional): How many days ahead

\`\`\`json
{
  "tool_name": "weather",
  "tool_args": {
    "city": "Oslo"
  }
}
\`\`\`
`,
  "tests/weather.test.ts": `// Tests of weather.
`,
  "tools/weather.ts": `import { defineTool } from "pegboard";
import { z } from "zod";

export default defineTool({
  description: "Current weather for a city.",
  args: z.object({
    city: z.string().describe("City name, in English"),
    days: z.number().int().default(1).describe("How many days ahead"),
  }),
  risk: "read",
  async execute({ city, days }) {
    return \`4 °C in \${city} for \${days} days\`;
  },
});
`,
  "tools/weather.ts.dox.md": `---
tool: weather
risk: read
break_loop: never
interactive: false
side_effects: [network]
---
# weather.ts DOX

## Purpose

Tells what the weather is like.

## Arguments

| name | type | required | meaning |
| --- | --- | --- | --- |
| city | string | yes | City name, in English |
| days | integer | no | How many days ahead |

## Output

One line: temperature and place.

## break_loop

\`never\`: the turn goes on after the result.

## Side Effects

Asks a weather service.

## Prompt Contract

The fragment names each argument and shows one call.

## Dependencies

- \`zod\`, for the arguments

## Verification

- \`tests/weather.test.ts\`
`,
};

export const EXTENSION = `import { defineExtension } from "pegboard";

export default defineExtension("message_loop_start", () => {});
`;

export const TOOL = "tools/weather.ts";
export const CONTRACT = "tools/weather.ts.dox.md";
export const FRAGMENT = "prompts/agent.system.tool.weather.md";
export const GUIDE = "AGENTS.md";

/** The clean workspace with one text in one file replaced; \`at\` is a text in the line to look at. */
export function changed(
  file: string,
  from: string,
  to: string,
  at: string,
  more: Omit<Partial<Example>, "at"> = {},
): Example {
  const content = (CLEAN[file] ?? "").replace(from, () => to);
  return {
    ...more,
    files: { [file]: content, ...more.files },
    at: { file, line: lineOf(content, at) },
  };
}

/** The clean workspace with one more file; \`at\` is a text in the line of it to look at. */
export function added(
  file: string,
  content: string,
  at: string,
  more: Omit<Partial<Example>, "at"> = {},
): Example {
  return {
    ...more,
    files: { [file]: content, ...more.files },
    at: { file, line: lineOf(content, at) },
  };
}

/** The clean workspace as it is. */
export function clean(file: string, at: string): Example {
  return { files: {}, at: { file, line: lineOf(CLEAN[file] ?? "", at) } };
}

function lineOf(content: string, text: string): number {
  return content.split("\n").findIndex((line) => line.includes(text)) + 1;
}
