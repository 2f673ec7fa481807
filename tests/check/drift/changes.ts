/** One thing that went wrong in a workspace, and what a reviewer would want to hear. */
export type Injected = {
  readonly what: string;
  /** The files that are changed: a text that is replaced (it must be there), or null for a file that is removed. */
  readonly edits: readonly Edit[];
  /** With `--frozen`. */
  readonly frozen?: true;
  /** All that must be found, and nothing else: code, file, and a text in the line (null: no line). */
  readonly finds: readonly (readonly [
    code: string,
    file: string,
    line: string | RegExp | number | null,
  ])[];
};

export type Edit =
  | { readonly file: string; readonly from: string | RegExp; readonly to: string }
  | { readonly file: string; readonly moveTo: string }
  | { readonly file: string; readonly content: string | null };

const W = {
  code: "tools/weather.ts",
  dox: "tools/weather.ts.dox.md",
  prompt: "prompts/agent.system.tool.weather.md",
};
const N = {
  code: "plugins/notes/tools/notes.ts",
  dox: "plugins/notes/tools/notes.ts.dox.md",
  prompt: "plugins/notes/prompts/agent.system.tool.notes.md",
};
const S = {
  code: "tools/search.ts",
  dox: "tools/search.ts.dox.md",
  prompt: "prompts/agent.system.tool.search.md",
};
const A = {
  code: "tools/area.ts",
  dox: "tools/area.ts.dox.md",
  prompt: "prompts/agent.system.tool.area.md",
};
const R = {
  code: "tools/route.ts",
  dox: "tools/route.ts.dox.md",
  prompt: "prompts/agent.system.tool.route.md",
};
const C = {
  code: "tools/convert.ts",
  dox: "tools/convert.ts.dox.md",
  prompt: "prompts/agent.system.tool.convert.md",
};
const T = {
  code: "tools/tides.ts",
  dox: "tools/tides.ts.dox.md",
  prompt: "prompts/agent.system.tool.tides.md",
};
const M = {
  code: "plugins/mail/tools/send_mail.ts",
  dox: "plugins/mail/tools/send_mail.ts.dox.md",
  prompt: "plugins/mail/prompts/agent.system.tool.send_mail.md",
};
const SAILOR = "agents/sailor/tools/weather.ts";

const HEAD = "| name | type | required | meaning |";
const TOKEN = ["gh", "p_", "k3Jq8Zt1Vw5Xy7Bn2Lm4Pq6Rs9Tu0Aa3Cc5D"].join("");

const edit = (file: string, from: string | RegExp, to: string): Edit => ({ file, from, to });

const told = (...rows: string[]): string =>
  `### tides\n\nHigh and low water.\n\n${rows.join("\n")}\n`;

export const INJECTED: readonly Injected[] = [
  // Arguments, in the code only.
  {
    what: "an argument is renamed in the code",
    edits: [edit(W.code, "city: z.string()", "town: z.string()")],
    finds: [
      ["dox/argument-missing", W.dox, HEAD],
      ["dox/argument-unknown", W.dox, "| city |"],
      ["prompt/unknown-argument", W.prompt, "- `city`"],
      ["prompt/argument-not-mentioned", W.prompt, "### weather"],
      ["prompt/example-refused", W.prompt, '"city"'],
      ["prompt/example-refused", W.prompt, '"tool_args"'],
    ],
  },
  {
    what: "an optional argument is renamed in the code",
    edits: [edit(T.code, "low: z.boolean()", "ebb: z.boolean()")],
    finds: [
      ["dox/argument-missing", T.dox, HEAD],
      ["dox/argument-unknown", T.dox, "| low |"],
      ["prompt/unknown-argument", T.prompt, "`low`"],
    ],
  },
  {
    what: "an argument is retyped in the code",
    edits: [edit(W.code, "days: z.number().int().max(10)", "days: z.number().max(10)")],
    finds: [
      ["dox/argument-type", W.dox, "| days |"],
      ["prompt/argument-type", W.prompt, "- `days`"],
    ],
  },
  {
    what: "an argument is retyped in a JSON Schema",
    edits: [edit(C.code, 'amount: { type: "number"', 'amount: { type: "string"')],
    finds: [
      ["dox/argument-type", C.dox, "| amount |"],
      ["prompt/example-refused", C.prompt, '"amount"'],
    ],
  },
  {
    what: "an optional argument is added in the code",
    edits: [
      edit(
        C.code,
        "to: { type:",
        'round: { type: "boolean", description: "Round it" },\n      to: { type:',
      ),
    ],
    finds: [["dox/argument-missing", C.dox, HEAD]],
  },
  {
    what: "a required argument is added in the code",
    edits: [
      edit(
        T.code,
        "low: z.boolean()",
        'day: z.string().describe("Which day"),\n  low: z.boolean()',
      ),
    ],
    finds: [
      ["dox/argument-missing", T.dox, HEAD],
      ["prompt/argument-not-mentioned", T.prompt, "### tides"],
      ["prompt/example-refused", T.prompt, '"tool_args"'],
      [
        "prompt/argument-not-mentioned",
        "agents/sailor/prompts/agent.system.tool.tides.md",
        "### tides",
      ],
      ["prompt/example-refused", "agents/sailor/prompts/agent.system.tool.tides.md", '"tool_args"'],
    ],
  },
  {
    what: "an argument is dropped in the code",
    edits: [
      edit(C.code, '      to: { type: "string", description: "Unit to convert to" },\n', ""),
      edit(C.code, 'required: ["amount", "to"]', 'required: ["amount"]'),
    ],
    finds: [
      ["dox/argument-unknown", C.dox, "| to |"],
      ["prompt/unknown-argument", C.prompt, "`to`"],
      ["prompt/example-refused", C.prompt, '"to"'],
    ],
  },
  {
    what: "an argument becomes optional in the code",
    edits: [edit(C.code, 'required: ["amount", "to"]', 'required: ["amount"]')],
    finds: [["dox/argument-required", C.dox, "| to |"]],
  },
  {
    what: "an argument becomes required in the code",
    edits: [edit(T.code, "low: z.boolean().optional()", "low: z.boolean()")],
    finds: [
      ["dox/argument-required", T.dox, "| low |"],
      ["prompt/example-refused", T.prompt, '"tool_args"'],
      [
        "prompt/argument-not-mentioned",
        "agents/sailor/prompts/agent.system.tool.tides.md",
        "### tides",
      ],
      ["prompt/example-refused", "agents/sailor/prompts/agent.system.tool.tides.md", '"tool_args"'],
    ],
  },
  {
    what: "a field of an object is renamed in the code",
    edits: [edit(S.code, "language: z.string()", "tongue: z.string()")],
    finds: [
      ["dox/argument-missing", S.dox, HEAD],
      ["dox/argument-unknown", S.dox, "filter.language"],
    ],
  },
  {
    what: "a field of an object is retyped in the code",
    edits: [edit(S.code, "year: z.number().int()", "year: z.string()")],
    finds: [
      ["dox/argument-type", S.dox, "filter.year"],
      ["prompt/example-refused", S.prompt, '"year": 1999'],
    ],
  },
  {
    what: "a field of the items of a list is renamed in the code",
    edits: [edit(S.code, "field: z.string()", "column: z.string()")],
    finds: [
      ["dox/argument-missing", S.dox, HEAD],
      ["dox/argument-unknown", S.dox, "sort[].field"],
      ["prompt/example-refused", S.prompt, '"field"'],
      ["prompt/example-refused", S.prompt, /^ {6}\{/],
    ],
  },
  {
    what: "a whole object is dropped in the code",
    edits: [edit(S.code, /filter: z\n[\s\S]*?"Narrows the search"\),\n {4}/, "")],
    finds: [
      ["dox/argument-unknown", S.dox, "| filter |"],
      ["prompt/unknown-argument", S.prompt, "`filter.year`"],
      ["prompt/example-refused", S.prompt, '"filter"'],
    ],
  },
  {
    what: "a shape of a union gets another field in the code",
    edits: [edit(A.code, "side: z.number()", "edge: z.number()")],
    finds: [
      ["dox/argument-missing", A.dox, HEAD],
      ["dox/argument-unknown", A.dox, "shape.side"],
      ["prompt/unknown-argument", A.prompt, "`side`"],
    ],
  },
  {
    what: "a union gets another shape in the code",
    edits: [
      edit(
        A.code,
        'z.object({ kind: z.literal("square")',
        'z.object({ kind: z.literal("point").describe("Which") }),\n        z.object({ kind: z.literal("square")',
      ),
    ],
    finds: [["dox/argument-type", A.dox, "shape.kind"]],
  },
  {
    what: "a choice is added in the code",
    edits: [edit(R.code, '["foot", "boat"]', '["foot", "boat", "rail"]')],
    finds: [["dox/argument-type", R.dox, "| by |"]],
  },
  {
    what: "a choice is dropped in the code",
    edits: [edit(R.code, '["foot", "boat"]', '["foot"]')],
    finds: [
      ["dox/argument-type", R.dox, "| by |"],
      ["prompt/example-refused", R.prompt, '"by"'],
    ],
  },
  {
    what: "null is no longer allowed in the code",
    edits: [edit(R.code, "at: z.string().nullable()", "at: z.string()")],
    finds: [
      ["dox/argument-type", R.dox, "| at |"],
      ["prompt/example-refused", R.prompt, '"at"'],
    ],
  },
  {
    what: "the items of a list are retyped in the code",
    edits: [edit(R.code, "via: z.array(z.string())", "via: z.array(z.number())")],
    finds: [["dox/argument-type", R.dox, "| via |"]],
  },
  {
    what: "a union of types is narrowed in the code",
    edits: [edit(R.code, "z.union([z.string(), z.number().int()])", "z.string()")],
    finds: [["dox/argument-type", R.dox, "| size |"]],
  },
  {
    what: "the values under free keys are retyped in the code",
    edits: [
      edit(
        "tools/request.ts",
        "z.record(z.string(), z.string())",
        "z.record(z.string(), z.number())",
      ),
    ],
    finds: [
      ["dox/argument-type", "tools/request.ts.dox.md", "| headers |"],
      ["prompt/example-refused", "prompts/agent.system.tool.request.md", '"accept"'],
    ],
  },
  {
    what: "a tool without arguments gets one in the code",
    edits: [
      edit(
        "tools/ping.ts",
        'risk: "read",',
        'risk: "read",\n  args: { type: "object", properties: { loud: { type: "boolean", description: "Loudly" } } },',
      ),
    ],
    finds: [["dox/argument-missing", "tools/ping.ts.dox.md", "## Arguments"]],
  },
  {
    what: "an argument loses its description in the code",
    edits: [edit(W.code, '.describe("City name")', "")],
    finds: [
      ["schema/argument-description", W.code, "city: z.string()"],
      ["dox/stale", W.dox, "## Arguments"],
    ],
  },
  {
    what: "only a bound changes in the code",
    edits: [edit(W.code, ".max(10)", ".max(5)")],
    finds: [["dox/stale", W.dox, "## Arguments"]],
  },
  {
    what: "the same bound, seen in CI",
    edits: [edit(W.code, ".max(10)", ".max(5)")],
    frozen: true,
    finds: [
      ["dox/stale", W.dox, "## Arguments"],
      ["lock/breaking", W.code, "days: z.number()"],
    ],
  },
  {
    what: "a default changes in the code, seen in CI",
    edits: [edit(R.code, '.default("foot")', '.default("boat")')],
    frozen: true,
    finds: [
      ["dox/stale", R.dox, "## Arguments"],
      ["lock/compatible", R.code, "by: z.enum"],
    ],
  },
  {
    what: "the description of a tool changes, seen in CI",
    edits: [edit(T.code, '"High and low water."', '"Tides of a port."')],
    frozen: true,
    finds: [["lock/compatible", T.code, "description"]],
  },
  // Rows of a fragment that nothing above says to be arguments.
  ...(
    [
      ["a typed row", "- `harbour` (string): Port to look at", "prompt/unknown-argument"],
      ["a typed row in bold", "- **`harbour`** (str, required) Port", "prompt/unknown-argument"],
      ["a row with a meaning", "- `harbour`: Port to look at", "prompt/unknown-argument"],
      ["a row with a comma", "- `harbour`, required: Port to look at", "prompt/unknown-argument"],
    ] as const
  ).map(([what, row, code]): Injected => ({
    what: `${what} tells of an argument that is gone`,
    edits: [{ file: T.prompt, content: told(row) }],
    finds: [
      [code, T.prompt, "`harbour`"],
      ["prompt/argument-not-mentioned", T.prompt, "### tides"],
    ],
  })),
  ...(
    [
      ["(integer)", "prompt/argument-type"],
      ["(list of strings, required)", "prompt/argument-type"],
      ["(string or integer)", "prompt/argument-type"],
      ["(optional)", "prompt/argument-required"],
      ["(optional string)", "prompt/argument-required"],
      [", optional", "prompt/argument-required"],
    ] as const
  ).map(([form, code]): Injected => ({
    what: `a row says \`${form}\` of what is a string that must be given`,
    edits: [{ file: T.prompt, content: told(`- \`port\` ${form}: Port to look at`) }],
    finds: [[code, T.prompt, "`port`"]],
  })),
  // Arguments, in the profile's own version only.
  {
    what: "a profile's tool changes and its documents do not",
    edits: [edit(SAILOR, "knots: z.boolean()", "beaufort: z.boolean()")],
    finds: [
      ["dox/argument-missing", `${SAILOR}.dox.md`, HEAD],
      ["dox/argument-unknown", `${SAILOR}.dox.md`, "| knots |"],
      ["prompt/unknown-argument", "agents/sailor/prompts/agent.system.tool.weather.md", "`knots`"],
      ["prompt/example-refused", "agents/sailor/prompts/agent.system.tool.weather.md", '"knots"'],
    ],
  },
  {
    what: "a profile's wording tells of an argument of the other version",
    edits: [
      edit(
        "agents/sailor/prompts/agent.system.tool.weather.md",
        "- `knots`",
        "- `days`: days ahead\n- `knots`",
      ),
    ],
    finds: [
      ["prompt/unknown-argument", "agents/sailor/prompts/agent.system.tool.weather.md", "`days`"],
    ],
  },
  // Methods.
  {
    what: "an argument of a method is renamed in the code",
    edits: [edit(N.code, "limit: z.number()", "most: z.number()")],
    finds: [
      ["dox/argument-missing", N.dox, 25],
      ["dox/argument-unknown", N.dox, "| limit |"],
      ["prompt/unknown-argument", N.prompt, "`limit`"],
      ["prompt/example-refused", N.prompt, '"limit"'],
    ],
  },
  {
    what: "a method is renamed in the code",
    edits: [edit(N.code, "clear: {", "wipe_all: {")],
    finds: [
      ["dox/methods", N.dox, "methods:"],
      ["dox/methods", N.dox, "methods:"],
      ["dox/methods", N.dox, "### clear"],
      ["prompt/method-not-mentioned", N.prompt, "### notes"],
      ["prompt/absent-tool", N.prompt, '"tool_name": "notes:clear"'],
    ],
  },
  {
    what: "the risk of a method is lowered in the code",
    edits: [
      edit(
        N.code,
        'description: "Adds a note.",',
        'description: "Adds a note.",\n      risk: "read",',
      ),
    ],
    finds: [["dox/methods", N.dox, "methods:"]],
  },
  {
    what: "the table of a method is gone from the contract",
    edits: [edit(N.dox, /### find\n[\s\S]*?(?=### clear)/, "")],
    finds: [["dox/methods", N.dox, "## Arguments"]],
  },
  {
    what: "the contract has a method too many",
    edits: [
      edit(
        N.dox,
        "### clear",
        "### list\n\n| name | type | required | meaning |\n| --- | --- | --- | --- |\n| tag | string | no | Tag |\n\n### clear",
      ),
    ],
    finds: [["dox/methods", N.dox, "### list"]],
  },
  // Arguments, in the contract only.
  {
    what: "an argument is renamed in the contract",
    edits: [edit(M.dox, "| text |", "| body |")],
    finds: [
      ["dox/argument-missing", M.dox, HEAD],
      ["dox/argument-unknown", M.dox, "| body |"],
    ],
  },
  {
    what: "an argument is retyped in the contract",
    edits: [edit(M.dox, "| list of strings |", "| string |")],
    finds: [["dox/argument-type", M.dox, "| to |"]],
  },
  {
    what: "a type in the contract is no type",
    edits: [edit(M.dox, "| text | string |", "| text | some words |")],
    finds: [["dox/argument-type", M.dox, "| text |"]],
  },
  {
    what: "an argument is added in the contract",
    edits: [edit(M.dox, "| text |", "| cc | string | no | Copy |\n| text |")],
    finds: [["dox/argument-unknown", M.dox, "| cc |"]],
  },
  {
    what: "an argument is dropped in the contract",
    edits: [edit(M.dox, /\| text \|.*\n/, "")],
    finds: [["dox/argument-missing", M.dox, HEAD]],
  },
  {
    what: "an argument becomes optional in the contract",
    edits: [edit(M.dox, "| text | string | yes |", "| text | string | no |")],
    finds: [["dox/argument-required", M.dox, "| text |"]],
  },
  {
    what: "a row of the contract is there twice",
    edits: [edit(M.dox, /(\| text \|.*\n)/, "$1$1")],
    finds: [["dox/argument-twice", M.dox, 21]],
  },
  {
    what: "the contract's table loses a column",
    edits: [
      edit(
        T.dox,
        "| name | type | required | meaning |\n| --- | --- | --- | --- |",
        "| name | required | meaning |\n| --- | --- | --- |",
      ),
      edit(T.dox, "| port | string |", "| port |"),
      edit(T.dox, "| low | boolean |", "| low |"),
    ],
    finds: [["dox/argument-table", T.dox, "| name |"]],
  },
  {
    what: "the contract gives a field of an object another type",
    edits: [edit(S.dox, "| filter.year | integer |", "| filter.year | string |")],
    finds: [["dox/argument-type", S.dox, "filter.year"]],
  },
  // Arguments, in the fragment only.
  {
    what: "an argument is renamed in the fragment's list",
    edits: [edit(M.prompt, "- `text`", "- `body`")],
    finds: [["prompt/unknown-argument", M.prompt, "- `body`"]],
  },
  {
    what: "an argument is misspelled in the fragment's text",
    edits: [
      edit(
        W.prompt,
        "What a model should know of weather.",
        "What a model should know: `dyas` may be left out.",
      ),
    ],
    finds: [["prompt/unknown-argument", W.prompt, "`dyas`"]],
  },
  {
    what: "the fragment's text speaks of an argument that is not there",
    edits: [
      edit(
        W.prompt,
        "What a model should know of weather.",
        "The argument `unit` chooses the unit.",
      ),
    ],
    finds: [["prompt/unknown-argument", W.prompt, "`unit`"]],
  },
  {
    what: "a required argument is gone from the fragment",
    edits: [
      edit(C.prompt, "- `amount`: how much\n", ""),
      edit(C.prompt, /\n```json[\s\S]*```\n/, ""),
    ],
    finds: [["prompt/argument-not-mentioned", C.prompt, "### convert"]],
  },
  // In an example only.
  {
    what: "an argument is renamed in an example",
    edits: [edit(T.prompt, '"port"', '"harbour"')],
    finds: [
      ["prompt/example-refused", T.prompt, '"harbour"'],
      ["prompt/example-refused", T.prompt, '"tool_args"'],
    ],
  },
  {
    what: "a value in an example has the wrong type",
    edits: [edit(C.prompt, "1.5", '"much"')],
    finds: [["prompt/example-refused", C.prompt, '"amount"']],
  },
  {
    what: "a value in an example is none of the choices",
    edits: [edit(R.prompt, '"by": "boat"', '"by": "plane"')],
    finds: [["prompt/example-refused", R.prompt, '"by"']],
  },
  {
    what: "a field deep in an example is wrong",
    edits: [edit(S.prompt, '"field"', '"fields"')],
    finds: [
      ["prompt/example-refused", S.prompt, '"fields"'],
      ["prompt/example-refused", S.prompt, /^ {6}\{/],
    ],
  },
  {
    what: "an example is no JSON any more",
    edits: [edit(C.prompt, '"amount": 1.5,', '"amount": 1.5')],
    finds: [["prompt/example-refused", C.prompt, '"to": "km"']],
  },
  {
    what: "an example calls a tool that is not there",
    edits: [edit(C.prompt, '"tool_name": "convert"', '"tool_name": "convrt"')],
    finds: [["prompt/absent-tool", C.prompt, '"tool_name"']],
  },
  {
    what: "an example calls a method that is not there",
    edits: [edit(N.prompt, '"notes:find"', '"notes:search"')],
    finds: [["prompt/absent-tool", N.prompt, '"notes:search"']],
  },
  {
    what: "an example violates a bound",
    edits: [edit(W.prompt, '"days": 2', '"days": 200')],
    finds: [["prompt/example-refused", W.prompt, '"days"']],
  },
  // Risk and flags.
  {
    what: "the risk is lowered in the code",
    edits: [edit(M.code, 'timeout: "30s",', 'timeout: "30s",\n  risk: "read",')],
    finds: [["dox/risk", M.dox, "risk:"]],
  },
  {
    what: "the risk is lowered in code and contract, seen in CI",
    edits: [
      edit(M.code, 'timeout: "30s",', 'timeout: "30s",\n  risk: "read",'),
      edit(M.dox, "risk: write", "risk: read"),
    ],
    frozen: true,
    finds: [
      ["lock/breaking", M.code, "risk:"],
      ["lock/contract", M.dox, 1],
    ],
  },
  {
    what: "the risk is raised in the code",
    edits: [edit(W.code, 'risk: "read"', 'risk: "write"')],
    finds: [
      ["dox/risk", W.dox, "risk:"],
      ["tool/lower-risk", SAILOR, "defineTool({"],
    ],
  },
  {
    what: "the risk is raised in the contract",
    edits: [edit(W.dox, "risk: read", "risk: deny")],
    finds: [["dox/risk", W.dox, "risk:"]],
  },
  {
    what: "a tool that was switched off is on",
    edits: [edit("tools/wipe.ts", 'risk: "deny"', 'risk: "write"')],
    finds: [["dox/risk", "tools/wipe.ts.dox.md", "risk:"]],
  },
  {
    what: "the risk in the contract is no risk",
    edits: [edit(W.dox, "risk: read", "risk: low")],
    finds: [
      ["dox/front-matter", W.dox, "risk:"],
      ["dox/risk", W.dox, "risk:"],
    ],
  },
  {
    what: "a tool no longer asks the person",
    edits: [edit("tools/choose.ts", "  interactive: true,\n", "")],
    finds: [["dox/interactive", "tools/choose.ts.dox.md", "interactive:"]],
  },
  {
    what: "break_loop changes in the code",
    edits: [edit("tools/finish.ts", 'break_loop: "always"', 'break_loop: "sometimes"')],
    finds: [["dox/break-loop", "tools/finish.ts.dox.md", "break_loop:"]],
  },
  {
    what: "a Response ends the turn although never is declared",
    edits: [edit(T.code, "break_loop: false", "break_loop: true")],
    finds: [["tool/ends-turn", T.code, "break_loop: true"]],
  },
  {
    what: "a Response goes on although always is declared",
    edits: [edit("tools/finish.ts", "break_loop: true", "break_loop: false")],
    finds: [["tool/ends-turn", "tools/finish.ts", "break_loop: false"]],
  },
  {
    what: "a time limit changes in the code",
    edits: [edit(M.code, '"30s"', '"90s"')],
    finds: [["dox/flags", M.dox, "timeout:"]],
  },
  {
    what: "a flag is gone in the code",
    edits: [edit("tools/request.ts", "  repeatable: true,\n", "")],
    finds: [["dox/flags", "tools/request.ts.dox.md", "repeatable:"]],
  },
  // Files.
  {
    what: "a tool's file is renamed",
    edits: [{ file: "tools/ping.ts", moveTo: "tools/pong.ts" }],
    finds: [
      ["dox/missing", "tools/pong.ts", "defineTool({"],
      ["dox/orphan", "tools/ping.ts.dox.md", 1],
      ["prompt/missing", "tools/pong.ts", "defineTool({"],
      ["prompt/orphan", "prompts/agent.system.tool.ping.md", 1],
    ],
  },
  {
    what: "a tool moves with its documents, seen in CI",
    edits: [
      { file: "tools/ping.ts", moveTo: "plugins/mail/tools/ping.ts" },
      { file: "tools/ping.ts.dox.md", moveTo: "plugins/mail/tools/ping.ts.dox.md" },
    ],
    frozen: true,
    finds: [["lock/breaking", "plugins/mail/tools/ping.ts", "defineTool({"]],
  },
  {
    what: "a tool is removed, seen in CI",
    edits: [
      { file: "tools/ping.ts", content: null },
      { file: "tools/ping.ts.dox.md", content: null },
      { file: "prompts/agent.system.tool.ping.md", content: null },
    ],
    frozen: true,
    finds: [["lock/breaking", "pegboard.lock.json", '"local:ping"']],
  },
  {
    what: "a contract is removed",
    edits: [{ file: T.dox, content: null }],
    finds: [["dox/missing", T.code, "extends Tool"]],
  },
  {
    what: "a fragment is removed",
    edits: [{ file: C.prompt, content: null }],
    finds: [["prompt/missing", C.code, "defineTool({"]],
  },
  {
    what: "a test is removed",
    edits: [{ file: "tests/area.test.ts", content: null }],
    finds: [["dox/test-missing", A.dox, "tests/area.test.ts"]],
  },
  {
    what: "a tool no longer compiles",
    edits: [edit(C.code, "execute: () =>", "execute: () => {")],
    finds: [["tool/load-failed", C.code, 15]],
  },
  {
    what: "a tool loses its default export",
    edits: [edit("tools/ping.ts", "export default", "export const ping =")],
    finds: [["tool/no-default-export", "tools/ping.ts", "defineTool({"]],
  },
  {
    what: "a package is imported and not listed",
    edits: [
      edit(
        T.code,
        'import { z } from "zod";',
        'import { z } from "zod";\nimport pc from "picocolors";',
      ),
    ],
    finds: [["dox/dependency-unlisted", T.code, "picocolors"]],
  },
  {
    what: "a listed dependency is not installed",
    edits: [
      edit(T.dox, "## Dependencies\n\nNone.", "## Dependencies\n\n- `tide-tables-of-the-world`"),
    ],
    finds: [["dox/dependency-missing", T.dox, "tide-tables"]],
  },
  // Sections and front matter.
  {
    what: "a section is deleted",
    edits: [edit(W.dox, "## Side Effects\n\nNone.\n\n", "")],
    finds: [["dox/section-missing", W.dox, "## break_loop"]],
  },
  {
    what: "a section is emptied",
    edits: [edit(W.dox, "One line of text.", "")],
    finds: [["dox/section-empty", W.dox, "## Output"]],
  },
  {
    what: "a section is still to be written",
    edits: [edit(W.dox, "One line of text.", "TODO: what comes out")],
    finds: [["dox/section-template", W.dox, "TODO"]],
  },
  {
    what: "a key of the front matter is gone",
    edits: [edit(W.dox, "break_loop: never\n", "")],
    finds: [["dox/front-matter", W.dox, "tool: weather"]],
  },
  {
    what: "the front matter is broken",
    edits: [edit(W.dox, "risk: read", "risk: read: write")],
    finds: [["dox/front-matter", W.dox, "risk:"]],
  },
  {
    what: "the contract names another tool",
    edits: [edit(W.dox, "tool: weather", "tool: wether")],
    finds: [["dox/tool-name", W.dox, "tool:"]],
  },
  {
    what: "the title names another file",
    edits: [edit(W.dox, "# weather.ts DOX", "# wether.ts DOX")],
    finds: [["dox/title", W.dox, "# wether"]],
  },
  // Profiles, guides, skills, extensions, secrets.
  {
    what: "a profile lists a tool that is not there",
    edits: [edit("agents/sailor/agent.md", "tides", "tidess")],
    finds: [["profile/unknown-tool", "agents/sailor/agent.md", "tools:"]],
  },
  {
    what: "a profile has a key that is none",
    edits: [edit("agents/sailor/agent.md", "tools:", "tool:")],
    finds: [["profile/broken", "agents/sailor/agent.md", "tool:"]],
  },
  {
    what: "a server of a profile is named without its way",
    edits: [
      {
        file: "agents/sailor/mcp.json",
        content: '{"mcpServers": {\n  "charts": {"comand": "charts"}\n}}\n',
      },
    ],
    finds: [["mcp/config", "agents/sailor/mcp.json", "comand"]],
  },
  {
    what: "a server comes with what another program allowed of it",
    edits: [
      {
        file: "usr/mcp.json",
        content: '{"mcpServers": {\n  "charts": {"command": "charts", "alwaysAllow": ["a"]}\n}}\n',
      },
    ],
    finds: [["mcp/ignored-key", "usr/mcp.json", "alwaysAllow"]],
  },
  {
    what: "a fragment names a tool that one of its profiles lacks",
    edits: [
      edit(
        "agents/sailor/prompts/agent.system.tool.tides.md",
        "where you lie",
        "where you lie; see `route`",
      ),
    ],
    finds: [["prompt/absent-tool", "agents/sailor/prompts/agent.system.tool.tides.md", "`route`"]],
  },
  {
    what: "an index misses a folder",
    edits: [edit("AGENTS.md", "- `plugins/mail/AGENTS.md`: mail\n", "")],
    finds: [["dox/index-missing", "AGENTS.md", "## Child DOX Index"]],
  },
  {
    what: "an index invents a folder",
    edits: [edit("AGENTS.md", "plugins/mail/", "plugins/post/")],
    finds: [
      ["dox/index-missing", "AGENTS.md", "## Child DOX Index"],
      ["dox/index-invented", "AGENTS.md", "plugins/post/"],
    ],
  },
  {
    what: "a section of a guide is gone",
    edits: [edit("plugins/mail/AGENTS.md", "## Ownership\n\nAll of it.\n\n", "")],
    finds: [["dox/guide-section", "plugins/mail/AGENTS.md", "# mail"]],
  },
  {
    what: "a skill has another name than its folder",
    edits: [edit("skills/sail-plan/SKILL.md", "name: sail-plan", "name: sailing")],
    finds: [["skill/name", "skills/sail-plan/SKILL.md", "name:"]],
  },
  {
    what: "an extension stands at a point that does not exist",
    edits: [
      { file: "extensions/message_loop_start/log.ts", moveTo: "extensions/loop_start/log.ts" },
    ],
    finds: [["extension/unknown-point", "extensions/loop_start", null]],
  },
  {
    what: "a key is pasted into a fragment",
    edits: [edit(W.prompt, "What a model should know of weather.", `Use ${TOKEN}.`)],
    finds: [["secret/key", W.prompt, "Use "]],
  },
];
