import { tableRow } from "../../check/documents/table.ts";
import { typeText } from "../../check/documents/type-text.ts";
import { CommandFault } from "../fault.ts";

/** Types that `--arg` knows, with what they are in zod and in JSON Schema, and an example. */
const TYPES = {
  string: { zod: "z.string()", schema: { type: "string" }, example: "some text" },
  number: { zod: "z.number()", schema: { type: "number" }, example: 1.5 },
  integer: { zod: "z.number().int()", schema: { type: "integer" }, example: 3 },
  boolean: { zod: "z.boolean()", schema: { type: "boolean" }, example: true },
  "string[]": {
    zod: "z.array(z.string())",
    schema: { type: "array", items: { type: "string" } },
    example: ["one", "two"],
  },
} as const;

type TypeName = keyof typeof TYPES;

export const ARGUMENT_TYPES: readonly string[] = Object.keys(TYPES);

export type ToolArgument = {
  readonly name: string;
  readonly type: TypeName;
  readonly required: boolean;
  readonly meaning: string;
};

export const DEFAULT_ARGUMENT: ToolArgument = {
  name: "text",
  type: "string",
  required: true,
  meaning: "Text to give back",
};

const SPELLING =
  /^(?<name>[A-Za-z_][A-Za-z0-9_]*)(?<optional>\?)?:(?<type>[a-z]+(?:\[\])?)(?::(?<meaning>.+))?$/s;

/**
 * Reads `name:type:meaning`, where `name?` makes it optional.
 *
 * @throws CommandFault that shows the form
 */
export function parseToolArgument(text: string): ToolArgument {
  const { name, optional, type, meaning } = SPELLING.exec(text)?.groups ?? {};
  if (name !== undefined && RESERVED.has(name)) {
    throw new CommandFault(
      `--arg ${JSON.stringify(text)}: ${name} can not be the name of an argument, because it is a word of the language.`,
      `Choose another, such as ${name}_name.`,
    );
  }
  if (name === undefined || type === undefined || !isTypeName(type)) {
    throw new CommandFault(
      `--arg ${JSON.stringify(text)} is no argument of a tool.`,
      `Write name:type:meaning, as in "city:string:City name" or "limit?:integer:How many"; types are ${ARGUMENT_TYPES.join(", ")}.`,
    );
  }
  return {
    name,
    type,
    required: optional === undefined,
    meaning: requireSentence("the meaning of an argument", meaning?.trim() || `The ${name}`),
  };
}

/** @throws CommandFault when two have one name */
export function requireDistinct(args: readonly ToolArgument[]): void {
  const twice = args.find((arg, index) => args.some((a, i) => i < index && a.name === arg.name));
  if (!twice) return;
  throw new CommandFault(
    `The argument ${twice.name} is given twice.`,
    "Give each argument a name of its own.",
  );
}

/** Words that can not be taken apart from an object by name. */
const RESERVED = new Set(
  "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield".split(
    " ",
  ),
);

function isTypeName(text: string): text is TypeName {
  return Object.hasOwn(TYPES, text);
}

/**
 * One line that is safe in a prompt, where `{{` would be a variable.
 *
 * @throws CommandFault when it is not
 */
export function requireSentence(what: string, text: string): string {
  if (text.trim() !== "" && !/[\n\r]|\{\{|```/.test(text)) return text.trim();
  throw new CommandFault(
    `${JSON.stringify(text)} can not be ${what}.`,
    "It is one line of text, without {{ and without a code fence.",
  );
}

/** The argument as a line of a zod object. */
export function schemaLine({ name, type, required, meaning }: ToolArgument): string {
  const optional = required ? "" : ".optional()";
  return `    ${name}: ${TYPES[type].zod}${optional}.describe(${JSON.stringify(meaning)}),`;
}

/** The argument as a row of a contract's table. */
export function contractRow({ name, type, required, meaning }: ToolArgument): string {
  return tableRow([name, typeText(TYPES[type].schema), required ? "yes" : "no", meaning]);
}

/** The argument as a model reads it. */
export function listLine({ name, type, required, meaning }: ToolArgument): string {
  return `- \`${name}\` (${typeText(TYPES[type].schema)}, ${required ? "required" : "optional"}): ${meaning}`;
}

/** Arguments that the schema accepts. */
export function exampleOf(args: readonly ToolArgument[]): Record<string, unknown> {
  return Object.fromEntries(args.map(({ name, type }) => [name, TYPES[type].example]));
}
