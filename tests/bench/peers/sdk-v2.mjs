import { createRequire } from "node:module";
import { sdkFiles } from "./sdk-files.mjs";

const { dependencies: ours } = createRequire(import.meta.url)("../../../package.json");

// All tools in one file, registered on `McpServer`. Pegboard's own dependency, so there is nothing to install.
export const name = "SDK v2";
export const version = ours["@modelcontextprotocol/server"];

export const stdio = ["stdio.mjs"];
export const http = ["http.mjs"];

/**
 * @param count - how many tools
 * @param port - for HTTP
 */
export function files({ count, port }) {
  return sdkFiles({
    count,
    port,
    server: ["McpServer", "@modelcontextprotocol/server"],
    stdio: ["StdioServerTransport", "@modelcontextprotocol/server/stdio"],
    http: ["NodeStreamableHTTPServerTransport", "@modelcontextprotocol/node"],
  });
}
