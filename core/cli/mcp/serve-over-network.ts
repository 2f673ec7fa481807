import { randomBytes } from "node:crypto";
import { isLoopback } from "../../mcp/server/http/admission.ts";
import { serveOverHttp } from "../../mcp/server/http/serve.ts";
import { CommandFault } from "../fault.ts";
import { openHub } from "./open-hub.ts";
import type { Serving } from "./serve.ts";

/** Serves any number of clients over HTTP, until it is stopped. */
export async function serveOverNetwork(
  serving: Serving,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<void> {
  const { err, report, stopped } = serving;
  const given = process.env["PEGBOARD_MCP_TOKEN"] || null;
  const made = given !== null || isLoopback(host) ? null : randomBytes(24).toString("base64url");
  const { hub, close } = await openHub(serving);
  try {
    const listening = serveOverHttp(hub, { host, port, token: given ?? made, report });
    const { url, close: stop } = await listening.catch((error: unknown) => {
      const cause = error instanceof Error ? error.message : String(error);
      throw new CommandFault(
        `${host}:${port} can not be listened on: ${cause}.`,
        "Choose another with --host and --port; --port 0 takes one that is free.",
      );
    });
    err.line(`Serving MCP at ${url}`);
    if (made !== null) err.line(`Token: ${made}`);
    await stopped;
    await stop();
  } finally {
    await close();
  }
}
