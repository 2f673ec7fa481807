import type { ToolDescription } from "../../board/board.ts";
import { callablesOf } from "../documents/arguments.ts";
import type { Callable } from "../documents/arguments.ts";
import { TABLE_HEAD, rowOf } from "../documents/argument-row.ts";
import { CONTRACT_SECTIONS } from "../documents/contract.ts";
import type { ContractSection } from "../documents/contract.ts";
import { PLACEHOLDER } from "../documents/placeholder.ts";

/** What the code knows of a tool and a contract wants to say. */
export type ToolFacts = {
  readonly name: string;
  /** `weather.ts`. */
  readonly fileName: string;
  readonly description: ToolDescription;
  /** Packages that it imports. */
  readonly packages: readonly string[];
};

/** A first contract: what the code knows is filled in, the rest is for a person. */
export function contractText(facts: ToolFacts): string {
  const sections = CONTRACT_SECTIONS.map(
    (name) => `## ${name}\n\n${(sectionText(name, facts) ?? [placeholder(name)]).join("\n")}`,
  );
  const lines = [
    "---",
    ...headerLines(facts),
    "side_effects: []",
    "---",
    `# ${facts.fileName} DOX`,
  ];
  return `${lines.join("\n")}\n\n${sections.join("\n\n")}\n`;
}

/** Front matter as the code has it, a line a key. */
export function headerLines({ name, description }: ToolFacts): string[] {
  const methods = Object.entries(description.methods).map(
    ([method, { risk }]) => `${method}: ${risk}`,
  );
  return [
    `tool: ${name}`,
    `risk: ${description.risk}`,
    `break_loop: ${description.break_loop}`,
    `interactive: ${description.interactive}`,
    ...(methods.length > 0 ? [`methods: { ${methods.join(", ")} }`] : []),
  ];
}

const BREAK_LOOP = {
  never: "`never`: the turn goes on after the result.",
  always: "`always`: the result ends the turn.",
  sometimes: null,
};

/** What the code knows for a section, as lines; null where a person has to say it. */
export function sectionText(name: ContractSection, facts: ToolFacts): string[] | null {
  const { description } = facts;
  switch (name) {
    case "Purpose":
      return description.description.trim() === "" ? null : [plain(description.description)];
    case "Arguments":
      return argumentLines(callablesOf(description));
    case "break_loop": {
      const text = BREAK_LOOP[description.break_loop];
      return text === null ? null : [text];
    }
    case "Prompt Contract":
      return [
        `\`agent.system.tool.${facts.name}.md\` says what the tool does and names its arguments.`,
      ];
    case "Dependencies":
      return facts.packages.length > 0
        ? facts.packages.map((packed) => `- \`${packed}\``)
        : ["None."];
    case "Output":
    case "Side Effects":
    case "Verification":
      return null;
  }
}

const QUESTIONS: Readonly<Partial<Record<ContractSection, string>>> = {
  Purpose: "what the tool is for.",
  Output: "what its result looks like.",
  break_loop: "when its result ends the turn.",
  "Side Effects": "what it changes, and list it in `side_effects` above.",
  Verification: "the tests, as a list of files in backticks.",
};

/** A line that asks a person for a section. */
export function placeholder(name: ContractSection): string {
  return `${PLACEHOLDER} ${QUESTIONS[name] ?? "what there is to say."}`;
}

/** The tables of all callables; the methods' below a heading each. */
function argumentLines(callables: readonly Callable[]): string[] {
  const blocks = callables.map(({ method, arguments: args }) => [
    ...(method === null ? [] : [`### ${method}`, ""]),
    ...(args.length === 0 ? ["None."] : [...TABLE_HEAD, ...args.map(rowOf)]),
  ]);
  return blocks.flatMap((block, index) => (index === 0 ? block : ["", ...block]));
}

/** A text of the code as a paragraph: nothing in it can be a heading, a list or a fence. */
function plain(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, " ")
    .replace(/^([#>*+-]|\d+[.)])/, "\\$1");
}
