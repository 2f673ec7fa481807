import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
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

/** What is remembered of what a server offers lies here, relative to the workspace. */
const FOLDER = ".pegboard/mcp";

const FORMAT = 2;

/** What was kept of a server's tools; null where nothing was, or the server is another by now. */
export async function readKept(
  root: string,
  server: ServerConfig,
): Promise<readonly OfferedTool[] | null> {
  try {
    const kept: unknown = JSON.parse(await readFile(fileOf(root, server), "utf8"));
    const { format, key, tools }: Readonly<Record<string, unknown>> = Object(kept);
    if (format !== FORMAT || key !== digest(connectionParts(server)) || !Array.isArray(tools)) {
      return null;
    }
    return tools.flatMap((tool) => readOfferedTool(tool) ?? []);
  } catch {
    return null;
  }
}

/** Keeps what a server offers. Where nothing can be written it is asked again next time. */
export async function keep(
  root: string,
  server: ServerConfig,
  tools: readonly OfferedTool[],
): Promise<void> {
  const file = fileOf(root, server);
  const fresh = `${file}.${process.pid}.${Date.now()}`;
  const key = digest(connectionParts(server));
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(fresh, JSON.stringify({ format: FORMAT, key, tools }));
    await rename(fresh, file);
  } catch {
    // A folder that can not be written costs time alone.
  }
}

function fileOf(root: string, { name }: ServerConfig): string {
  return join(root, FOLDER, `${name}.json`);
}

/** What makes it that server; placeholders of secrets stand for themselves. */
function connectionParts(server: ServerConfig): unknown {
  return server.kind === "stdio"
    ? [server.name, server.command, server.args, server.env, server.cwd]
    : [server.name, server.url, server.headers];
}

function digest(value: unknown): string {
  return createHash("sha256").update(canonical(value)).digest("hex");
}
