import { BREAK_LOOP } from "../../../contract/tool.ts";
import { isRisk } from "../../../contract/risk.ts";
import { code, listed } from "../../compare/names.ts";
import { isObject } from "../../documents/schema-shape.ts";
import type { ContractView, ToolView } from "../../context.ts";
import { CONTRACT, changed, clean } from "../../examples/clean.ts";
import type { Finding, Rule } from "../../rule.ts";

const NEEDED = ["tool", "risk", "break_loop", "interactive", "side_effects"] as const;

const VALID: Readonly<
  Record<string, { readonly is: (value: unknown) => boolean; readonly want: string }>
> = {
  tool: { is: (value) => typeof value === "string", want: "the tool's name" },
  risk: { is: isRisk, want: "`read`, `write` or `deny`" },
  break_loop: {
    is: (value) => BREAK_LOOP.some((known) => known === value),
    want: "`never`, `always` or `sometimes`",
  },
  interactive: { is: (value) => typeof value === "boolean", want: "`true` or `false`" },
  side_effects: {
    is: (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
    want: "a list of words, empty for none",
  },
  methods: {
    is: (value) =>
      Array.isArray(value)
        ? value.every((item) => typeof item === "string")
        : isObject(value) && Object.values(value).every(isRisk),
    want: "the methods, each with its risk: `{ load: read, clear: write }`",
  },
};

export const rule: Rule = {
  code: "dox/front-matter",
  severity: "error",
  summary:
    "The front matter of a contract can not be read, lacks one of `tool`, `risk`, `break_loop`, `interactive` and `side_effects`, or holds a value that means nothing.",
  failing: changed(CONTRACT, "risk: read\n", "", "tool: weather", {}),
  passing: clean(CONTRACT, "risk: read"),
  check: ({ tools }) =>
    tools.flatMap((tool) => (tool.contract ? problems(tool, tool.contract) : [])),
};

function problems({ callables }: ToolView, { file, document }: ContractView): Finding[] {
  const { header } = document;
  if (header.problem) {
    const { text, line, hint } = header.problem;
    return [{ message: text, file, line, hint }];
  }
  const needed = [
    ...NEEDED,
    ...(callables.some(({ method }) => method !== null) ? ["methods"] : []),
  ];
  const missing = needed.filter((key) => header.data[key] === undefined);
  const found: Finding[] = [];
  if (missing.length > 0) {
    found.push({
      message: `the front matter lacks ${listed(missing.map(code))}`,
      file,
      line: header.state === "absent" ? 1 : header.line(),
      hint: "`npx pegboard check --fix` adds what the code says.",
    });
  }
  for (const [key, { is, want }] of Object.entries(VALID)) {
    const value = header.data[key];
    if (value === undefined || is(value)) continue;
    found.push({
      message: `${code(key)} is ${JSON.stringify(value)}`,
      file,
      line: header.line(key),
      hint: `It must be ${want}.`,
    });
  }
  return found;
}
