import { contract, fragment } from "./documents.ts";
import type { Facts } from "./documents.ts";

const ZOD = 'import { defineTool } from "pegboard";\nimport { z } from "zod";\n\n';

const AGENTS = (name: string, index = "None."): string => `# ${name}

## Purpose

What ${name} is for.

## Ownership

All of it.

## Local Contracts

- Each tool has its contract.

## Work Guidance

- Small changes.

## Verification

- \`node --test\`

## Child DOX Index

${index}
`;

type Made = { readonly source: string; readonly facts: Facts; readonly prompt: string };

const TOOLS: Readonly<Record<string, Made>> = {
  // The function form.
  weather: {
    source: `${ZOD}export default defineTool({
  description: "Current weather for a city.",
  args: z.object({
    city: z.string().describe("City name"),
    days: z.number().int().max(10).default(1).describe("How many days ahead"),
  }),
  risk: "read",
  async execute({ city, days }) {
    return \`4 °C in \${city}, \${days}\`;
  },
});
`,
    facts: {
      name: "weather",
      risk: "read",
      rows: [
        ["city", "string", "yes", "City name"],
        ["days", "integer", "no", "How many days ahead"],
      ],
    },
    prompt: fragment("weather", [
      {
        args: ["`city` (string): City name", "`days` (integer, optional): days ahead"],
        call: { city: "Oslo", days: 2 },
      },
    ]),
  },
  // The class form.
  tides: {
    source: `import { Response, Tool } from "pegboard";
import { z } from "zod";

const args = z.object({
  port: z.string().describe("Name of the port"),
  low: z.boolean().optional().describe("Low water too"),
});

export default class Tides extends Tool<typeof args> {
  static override description = "High and low water.";
  static override args = args;
  static override risk = "read" as const;
  override async execute({ port }: z.infer<typeof args>) {
    return new Response({ message: \`high at noon in \${port}\`, break_loop: false });
  }
}
`,
    facts: {
      name: "tides",
      risk: "read",
      rows: [
        ["port", "string", "yes", "Name of the port"],
        ["low", "boolean", "no", "Low water too"],
      ],
    },
    prompt: fragment("tides", [
      { args: ["`port`: where", "`low`: low water too"], call: { port: "Bergen" } },
    ]),
  },
  // Only methods, each with its own risk.
  notes: {
    source: `${ZOD}export default defineTool({
  description: "Keeps notes.",
  risk: "write",
  methods: {
    add: {
      description: "Adds a note.",
      args: z.object({ text: z.string().describe("What to note") }),
      execute: ({ text }) => text,
    },
    find: {
      description: "Finds notes.",
      risk: "read",
      args: z.object({
        query: z.string().describe("Words to look for"),
        limit: z.number().int().optional().describe("At most so many"),
      }),
      execute: ({ query }) => query,
    },
    clear: { description: "Removes all notes.", execute: () => "gone" },
  },
});
`,
    facts: {
      name: "notes",
      risk: "write",
      more: ["methods: { add: write, find: read, clear: write }"],
      methods: {
        add: [["text", "string", "yes", "What to note"]],
        find: [
          ["query", "string", "yes", "Words to look for"],
          ["limit", "integer", "no", "At most so many"],
        ],
        clear: [],
      },
    },
    prompt: fragment("notes", [
      { method: "add", args: ["`text`: what to note"], call: { text: "Buy milk" } },
      {
        method: "find",
        args: ["`query`: words", "`limit`: at most"],
        call: { query: "milk", limit: 3 },
      },
      { method: "clear", call: {} },
    ]),
  },
  // JSON Schema.
  convert: {
    source: `import { defineTool } from "pegboard";

export default defineTool({
  description: "Converts an amount.",
  args: {
    type: "object",
    required: ["amount", "to"],
    properties: {
      amount: { type: "number", description: "How much" },
      to: { type: "string", description: "Unit to convert to" },
    },
  },
  risk: "read",
  execute: () => "1",
});
`,
    facts: {
      name: "convert",
      risk: "read",
      rows: [
        ["amount", "number", "yes", "How much"],
        ["to", "string", "yes", "Unit to convert to"],
      ],
    },
    prompt: fragment("convert", [
      { args: ["`amount`: how much", "`to`: the unit"], call: { amount: 1.5, to: "km" } },
    ]),
  },
  // Nested objects and lists of them.
  search: {
    source: `${ZOD}export default defineTool({
  description: "Searches the archive.",
  args: z.object({
    query: z.string().describe("Words"),
    filter: z
      .object({
        year: z.number().int().describe("Year"),
        language: z.string().optional().describe("Language code"),
      })
      .optional()
      .describe("Narrows the search"),
    sort: z.array(z.object({ field: z.string().describe("Field") })).optional().describe("Order"),
  }),
  risk: "read",
  execute: ({ query }) => query,
});
`,
    facts: {
      name: "search",
      risk: "read",
      rows: [
        ["query", "string", "yes", "Words"],
        ["filter", "object", "no", "Narrows the search"],
        ["filter.year", "integer", "yes", "Year"],
        ["filter.language", "string", "no", "Language code"],
        ["sort", "array of object", "no", "Order"],
        ["sort[].field", "string", "yes", "Field"],
      ],
    },
    prompt: fragment("search", [
      {
        args: ["`query`: words", "`filter.year`: the year", "`sort`: order"],
        call: { query: "sea", filter: { year: 1999 }, sort: [{ field: "year" }] },
      },
    ]),
  },
  // A union of shapes.
  area: {
    source: `${ZOD}export default defineTool({
  description: "Area of a shape.",
  args: z.object({
    shape: z
      .discriminatedUnion("kind", [
        z.object({ kind: z.literal("circle").describe("Which"), radius: z.number().describe("Radius") }),
        z.object({ kind: z.literal("square").describe("Which"), side: z.number().describe("Side") }),
      ])
      .describe("The shape"),
  }),
  risk: "read",
  execute: () => "1",
});
`,
    facts: {
      name: "area",
      risk: "read",
      rows: [
        ["shape", "object", "yes", "The shape"],
        ["shape.kind", '"circle" \\| "square"', "yes", "Which"],
        ["shape.radius", "number", "no", "Radius"],
        ["shape.side", "number", "no", "Side"],
      ],
    },
    prompt: fragment("area", [
      {
        args: ["`shape`: with `kind`, `radius`, `side`"],
        call: { shape: { kind: "circle", radius: 2 } },
      },
    ]),
  },
  // Choices, null, defaults, lists.
  route: {
    source: `${ZOD}export default defineTool({
  description: "Finds a way.",
  args: z.object({
    to: z.string().describe("Where to"),
    by: z.enum(["foot", "boat"]).default("foot").describe("How to go"),
    via: z.array(z.string()).optional().describe("Places on the way"),
    at: z.string().nullable().describe("When, null for now"),
    size: z.union([z.string(), z.number().int()]).optional().describe("How large"),
  }),
  risk: "read",
  execute: ({ to }) => to,
});
`,
    facts: {
      name: "route",
      risk: "read",
      rows: [
        ["to", "string", "yes", "Where to"],
        ["by", '"foot" \\| "boat"', "no", "How to go"],
        ["via", "string[]", "no", "Places on the way"],
        ["at", "string or null", "yes", "When, null for now"],
        ["size", "string or integer", "no", "How large"],
      ],
    },
    prompt: fragment("route", [
      {
        args: ["`to`: where to", "`by`: `foot` or `boat`", "`via`: places", "`at`: when, or null"],
        call: { to: "Bergen", by: "boat", at: null },
      },
    ]),
  },
  // No arguments.
  ping: {
    source: `import { defineTool } from "pegboard";

export default defineTool({
  description: "Says that it is there.",
  risk: "read",
  execute: () => "pong",
});
`,
    facts: { name: "ping", risk: "read" },
    prompt: fragment("ping", [{ call: {} }]),
  },
  // Writes.
  send_mail: {
    source: `${ZOD}export default defineTool({
  description: "Sends a mail.",
  args: z.object({
    to: z.array(z.string()).describe("Who gets it"),
    text: z.string().describe("What it says"),
  }),
  timeout: "30s",
  async execute({ to }) {
    return \`sent to \${to.length}\`;
  },
});
`,
    facts: {
      name: "send_mail",
      risk: "write",
      more: ["timeout: 30s"],
      rows: [
        ["to", "list of strings", "yes", "Who gets it"],
        ["text", "string", "yes", "What it says"],
      ],
    },
    prompt: fragment("send_mail", [
      { args: ["`to`: who", "`text`: what"], call: { to: ["ada@example.com"], text: "Hello" } },
    ]),
  },
  // Talks to the person.
  choose: {
    source: `${ZOD}export default defineTool({
  description: "Lets the person choose.",
  args: z.object({ options: z.array(z.string()).min(2).describe("What to choose from") }),
  risk: "read",
  interactive: true,
  async execute({ options }, { ask }) {
    const answer = await ask({ text: "Which?", choices: options });
    return answer.status;
  },
});
`,
    facts: {
      name: "choose",
      risk: "read",
      interactive: true,
      rows: [["options", "array of string", "yes", "What to choose from"]],
    },
    prompt: fragment("choose", [
      { args: ["`options`: what to choose from"], call: { options: ["a", "b"] } },
    ]),
  },
  // Ends the turn.
  finish: {
    source: `import { Response, defineTool } from "pegboard";
import { z } from "zod";

export default defineTool({
  description: "Ends the turn.",
  args: z.object({ summary: z.string().describe("What was done") }),
  risk: "read",
  break_loop: "always",
  execute: ({ summary }) => new Response({ message: summary, break_loop: true }),
});
`,
    facts: {
      name: "finish",
      risk: "read",
      break_loop: "always",
      rows: [["summary", "string", "yes", "What was done"]],
    },
    prompt: fragment("finish", [
      { args: ["`summary`: what was done"], call: { summary: "Done." } },
    ]),
  },
  // Free keys and a pair.
  request: {
    source: `${ZOD}export default defineTool({
  description: "Asks a server.",
  args: z.object({
    url: z.string().describe("Address"),
    headers: z.record(z.string(), z.string()).optional().describe("Headers"),
    between: z.tuple([z.number(), z.number()]).optional().describe("From and to"),
  }),
  repeatable: true,
  execute: ({ url }) => url,
});
`,
    facts: {
      name: "request",
      risk: "write",
      more: ["repeatable: true"],
      rows: [
        ["url", "string", "yes", "Address"],
        ["headers", "Record<string, string>", "no", "Headers"],
        ["between", "array of number", "no", "From and to"],
      ],
    },
    prompt: fragment("request", [
      {
        args: ["`url`: address", "`headers`: headers"],
        call: { url: "https://example.com", headers: { accept: "*" } },
      },
    ]),
  },
  // Installed and switched off.
  wipe: {
    source: `import { defineTool } from "pegboard";

export default defineTool({
  description: "Removes everything.",
  risk: "deny",
  execute: () => "no",
});
`,
    facts: { name: "wipe", risk: "deny" },
    prompt: fragment("wipe", [{ call: {} }]),
  },
};

/** Where each tool is; those that are not named here are in the root. */
const HOMES: Readonly<Record<string, string>> = {
  notes: "plugins/notes/",
  send_mail: "plugins/mail/",
};

/** A clean workspace with tools in all shapes, path → content. */
export function driftWorkspace(): Record<string, string> {
  const files: Record<string, string> = {
    "AGENTS.md": AGENTS(
      "station",
      "- `plugins/mail/AGENTS.md`: mail\n- `plugins/notes/AGENTS.md`: notes",
    ),
    "plugins/mail/AGENTS.md": AGENTS("mail"),
    "plugins/notes/AGENTS.md": AGENTS("notes"),
    "plugins/notes/plugin.md": "---\ntitle: Notes\ndescription: Keeps notes.\n---\n",
    "agents/default/agent.md": "---\ntitle: Default\n---\nYou know the sea.\n",
    "agents/sailor/agent.md":
      "---\ntitle: Sailor\ntools: [weather, tides, finish]\n---\nYou sail.\n",
    "prompts/agent.system.main.md": '{{role}}\n\n{{include "agent.system.tools.md"}}\n',
    "prompts/agent.system.tools.md": "{{tools}}\n",
    "skills/sail-plan/SKILL.md":
      "---\nname: sail-plan\ndescription: Plans a day at sea.\n---\n# Sail plan\n\n1. Ask the tides.\n",
    "extensions/message_loop_start/log.ts":
      'import { defineExtension } from "pegboard";\n\nexport default defineExtension("message_loop_start", () => {});\n',
  };
  for (const [name, { source, facts, prompt }] of Object.entries(TOOLS)) {
    const home = HOMES[name] ?? "";
    const written = contract({ ...facts, test: `${home}tests/${name}.test.ts` });
    files[`${home}tools/${name}.ts`] = source;
    files[`${home}tools/${name}.ts.dox.md`] = written;
    files[`${home}prompts/agent.system.tool.${name}.md`] = prompt;
    files[`${home}tests/${name}.test.ts`] = `// Tests of ${name}.\n`;
  }
  // A profile with a tool and a wording of its own.
  const weather = TOOLS["weather"];
  files["agents/sailor/tools/weather.ts"] = (weather?.source ?? "")
    .replace(
      'days: z.number().int().max(10).default(1).describe("How many days ahead")',
      'knots: z.boolean().optional().describe("Wind in knots")',
    )
    .replace("{ city, days }", "{ city }")
    .replace(", \\${days}", "")
    .replace(", ${days}", "");
  files["agents/sailor/tools/weather.ts.dox.md"] = contract({
    name: "weather",
    risk: "read",
    rows: [
      ["city", "string", "yes", "City name"],
      ["knots", "boolean", "no", "Wind in knots"],
    ],
  });
  files["agents/sailor/prompts/agent.system.tool.weather.md"] = fragment("weather", [
    { args: ["`city`: where", "`knots`: wind in knots"], call: { city: "Bergen", knots: true } },
  ]);
  files["agents/sailor/prompts/agent.system.tool.tides.md"] = fragment("tides", [
    { args: ["`port`: where you lie"], call: { port: "Bergen" } },
  ]);
  return files;
}
