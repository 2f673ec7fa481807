import type {
  Client,
  JsonSchemaValidatorResult,
  jsonSchemaValidator,
} from "@modelcontextprotocol/client";
import { readOfferedTool, withUsableOutput } from "./offered.ts";
import type { OfferedTool } from "./offered.ts";

export const MOST_PAGES = 200;
const MOST_TOOLS = 10_000;

/** Dispatch holds a result against what its tool says of it, as for any other tool. */
export const ACCEPT_ALL: jsonSchemaValidator = {
  getValidator: () => acceptAny,
};

/** Each caller of the SDK names the type that it takes the value for. */
function acceptAny<T>(input: unknown): JsonSchemaValidatorResult<T> {
  return { valid: true, data: input as T, errorMessage: undefined };
}

/** All that a server offers and that can be a tool. @param timeout - milliseconds for each page */
export async function listTools(client: Client, timeout: number): Promise<OfferedTool[]> {
  // Without a cursor the SDK walks all pages, and remembers what it needs for calls.
  const { tools } = await client.listTools(undefined, { timeout, cacheMode: "refresh" });
  const offered = tools.flatMap((tool) => readOfferedTool(tool) ?? []).slice(0, MOST_TOOLS);
  return Promise.all(offered.map(withUsableOutput));
}
