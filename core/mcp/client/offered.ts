import { createHash } from "node:crypto";
import type { JsonSchema } from "../../contract/index.ts";
import { canonical } from "../../dispatch/canonical.ts";
import { compileJsonSchema } from "../../dispatch/steps/json-schema.ts";
import type { ServerConfig } from "./read-server.ts";

/** A tool as its server describes it. */
export type OfferedTool = {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** Of its structured result, which is an object; absent where the server says nothing of it. */
  readonly outputSchema?: JsonSchema;
  /** The server's own word: null where it gives none. */
  readonly readOnly: boolean | null;
};

/** Reads one tool from a server's list; null for what is none. */
export function readOfferedTool(value: unknown): OfferedTool | null {
  const {
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations,
    readOnly,
  }: Readonly<Record<string, unknown>> = Object(value);
  if (typeof name !== "string" || name === "" || name.length > 256) return null;
  if (typeof inputSchema !== "object" || inputSchema === null) return null;
  const said: unknown = readOnly ?? Reflect.get(Object(annotations), "readOnlyHint");
  const text = [description, title, name].find((each) => typeof each === "string" && each !== "");
  return {
    name,
    description: String(text),
    inputSchema: { ...inputSchema },
    ...(isOfObjects(outputSchema) ? { outputSchema: { ...outputSchema } } : {}),
    readOnly: typeof said === "boolean" ? said : null,
  };
}

/** The newest revision lets a structured result be anything; here it is an object, or nobody's word is taken for it. */
function isOfObjects(schema: unknown): schema is JsonSchema {
  return typeof schema === "object" && schema !== null && Reflect.get(schema, "type") === "object";
}

/** What a server says of a tool's result in words that nobody can check must not cost the tool. */
export async function withUsableOutput(tool: OfferedTool): Promise<OfferedTool> {
  const { outputSchema, ...rest } = tool;
  if (outputSchema === undefined) return tool;
  try {
    await compileJsonSchema(outputSchema);
    return tool;
  } catch {
    return rest;
  }
}

/** Changes with anything that a person, or a model, was told about the tool. */
export function offeredDigest(server: ServerConfig, tool: OfferedTool): string {
  return digest([connectionParts(server), tool]);
}

/** What makes it that server, as one text. */
export function serverDigest(server: ServerConfig): string {
  return digest(connectionParts(server));
}

/** Placeholders of secrets stand for themselves. */
function connectionParts(server: ServerConfig): unknown {
  return server.kind === "stdio"
    ? [server.name, server.command, server.args, server.env, server.cwd]
    : [server.name, server.url, server.headers];
}

function digest(value: unknown): string {
  return createHash("sha256").update(canonical(value)).digest("hex");
}
