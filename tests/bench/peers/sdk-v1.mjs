import { sdkFiles } from "./sdk-files.mjs";

// All tools in one file, registered on `McpServer`.
export const name = "SDK v1";
export const version = "1.32.2";

export const dependencies = { "@modelcontextprotocol/sdk": version, zod: "4.6.7" };

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
    server: ["McpServer", "@modelcontextprotocol/sdk/server/mcp.js"],
    stdio: ["StdioServerTransport", "@modelcontextprotocol/sdk/server/stdio.js"],
    http: ["StreamableHTTPServerTransport", "@modelcontextprotocol/sdk/server/streamableHttp.js"],
  });
}
