import type { JsonSchema } from "../contract/index.ts";
import type { CallableSpec, ToolEntry } from "../board/board.ts";

/** How the model calls tools: through the provider, or with JSON in its text. */
export type ToolCalls = "native" | "text";

/** How deep an argument's type is spelled out; what lies deeper is called by its bare type. */
const DEEPEST = 3;
const MOST_CHOICES = 20;

/**
 * A fragment for a tool that brings none, from its description and schema. With native tool calling the schema goes to
 * the model anyway, so only the description is written.
 *
 * @param nameOf - what a method (null: the tool itself) is called by
 */
export function makeFragment(
  entry: ToolEntry,
  toolCalls: ToolCalls,
  nameOf: (method: string | null) => string,
): string {
  const { description, self, methods } = entry.description ?? {};
  const blocks = [`### ${entry.name}`];
  if (description) blocks.push(description.trim());
  if (self && toolCalls === "text") blocks.push(...callBlocks(nameOf(null), self));
  for (const [method, spec] of Object.entries(methods ?? {})) {
    blocks.push(`#### ${nameOf(method)}`);
    if (spec.description) blocks.push(spec.description.trim());
    if (toolCalls === "text") blocks.push(...callBlocks(nameOf(method), spec));
  }
  return blocks.join("\n\n");
}

function callBlocks(name: string, { inputSchema }: CallableSpec): string[] {
  const fields = Object.entries(record(inputSchema["properties"]) ?? {});
  const required = new Set(list(inputSchema["required"]));
  const lines = fields.map(([field, schema]) => {
    const meaning = record(schema)?.["description"];
    const need = required.has(field) ? "required" : "optional";
    return `- \`${field}\` (${typeName(schema)}, ${need})${typeof meaning === "string" ? `: ${oneLine(meaning)}` : ""}`;
  });
  const example = Object.fromEntries(
    fields
      .filter(([field]) => required.has(field))
      .map(([field, schema]) => [field, exampleOf(schema)]),
  );
  const call = JSON.stringify({ tool_name: name, tool_args: example }, null, 2);
  return [...(lines.length > 0 ? [`Arguments:\n${lines.join("\n")}`] : []), fenced(call)];
}

/** A fence longer than any in the text, so that nothing in it can close the block. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}json\n${text}\n${fence}`;
}

function typeName(schema: unknown, depth = 0): string {
  const { type, enum: choices, const: only, anyOf, oneOf, items } = record(schema) ?? {};
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(choices) && choices.length > 0 && choices.length <= MOST_CHOICES) {
    return choices.map((choice) => JSON.stringify(choice)).join(" or ");
  }
  const union = list(anyOf ?? oneOf);
  if (union.length > 0) {
    if (depth >= DEEPEST) return "any of several";
    return [...new Set(union.map((each) => typeName(each, depth + 1)))].join(" or ");
  }
  if (type === "array" && record(items) && depth < DEEPEST) {
    return `array of ${typeName(items, depth + 1)}`;
  }
  const types = list(Array.isArray(type) ? type : [type]).filter(
    (each) => typeof each === "string",
  );
  return types.length > 0 ? types.join(" or ") : "anything";
}

function exampleOf(schema: unknown): unknown {
  const {
    type,
    enum: choices,
    const: only,
    default: usual,
    examples,
    minimum,
  } = record(schema) ?? {};
  const [known] = [only, usual, list(examples)[0], list(choices)[0]].filter(
    (each) => each !== undefined,
  );
  if (known !== undefined) return known;
  const first: unknown = Array.isArray(type) ? type[0] : type;
  switch (first) {
    case "integer":
    case "number":
      return typeof minimum === "number" ? minimum : 1;
    case "boolean":
      return true;
    case "array":
      return [];
    case "object":
      return {};
    case "null":
      return null;
    default:
      return "…";
  }
}

function record(value: unknown): JsonSchema | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : null;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ");
}
