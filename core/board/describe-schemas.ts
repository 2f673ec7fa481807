import type { ArgsSchema, JsonSchema } from "../contract/index.ts";
import type { CallableSpec } from "./board.ts";
import { outputSchema } from "./schema/output-schema.ts";
import { wireSchema } from "./schema/wire-schema.ts";
import { fatal, nameOf, shown } from "./tool-problem.ts";
import type { Problems } from "./tool-problem.ts";

/** What a callable takes, as a model is told; what is wrong with it goes to `problems`. */
export function argsOf(holder: object, method: string, problems: Problems): JsonSchema {
  const args = schemaAt(holder, "args", method, problems);
  const { schema, losses, callable: possible } = wireSchema(args);
  if (!possible) {
    const message = `${nameOf("args", method)} accepts no object, and arguments always are one.`;
    fatal(problems, "schema/not-object", message, "Write `args: z.object({ … })`.");
  }
  for (const { field, what } of losses) {
    const name = nameOf(within("args", field), method);
    lossy(problems, `A model is not told exactly what ${name} takes: ${what}.`);
  }
  return schema;
}

/** What a callable gives, as an MCP client is told; nothing where it says nothing. */
export function outputOf(
  holder: object,
  method: string,
  problems: Problems,
): Pick<CallableSpec, "outputSchema"> {
  const output = schemaAt(holder, "output", method, problems);
  if (output === undefined) return {};
  const { schema, losses, possible } = outputSchema(output);
  if (!possible) {
    const message = `${nameOf("output", method)} is no object, and a structured result always is one.`;
    fatal(problems, "schema/not-object", message, "Write `output: z.object({ … })`.");
  }
  for (const { field, what } of losses) {
    const name = nameOf(within("output", field), method);
    lossy(problems, `A client is not told exactly what ${name} holds: ${what}.`);
  }
  return { outputSchema: schema };
}

function schemaAt(
  holder: object,
  key: "args" | "output",
  method: string,
  problems: Problems,
): ArgsSchema | undefined {
  const schema: unknown = Reflect.get(holder, key);
  if (schema === undefined || isSchema(schema)) return schema;
  const message = `${nameOf(key, method)} must be a schema; found ${shown(schema)}.`;
  fatal(problems, "schema/invalid", message, `Write \`${key}: z.object({ … })\`, or leave it out.`);
  return undefined;
}

function within(key: string, field: string): string {
  return field === "" ? key : `${key}.${field}`;
}

function lossy(problems: Problems, message: string): void {
  const hint = "The tool still validates it. Use a type that JSON has.";
  problems.push({ code: "schema/lossy", severity: "warning", message, hint, fatal: false });
}

function isSchema(args: unknown): args is ArgsSchema {
  return (
    (typeof args === "object" && args !== null && !Array.isArray(args)) ||
    typeof args === "function"
  );
}
