// All tools in one file, which is the fastest form it can have: it finds no tools by itself. JavaScript, so there is nothing to build.
export const name = "fastmcp";
export const version = "4.20.16";

export const dependencies = {
  fastmcp: version,
  "@modelcontextprotocol/sdk": "1.32.2",
  tsx: "4.23.15",
  zod: "4.6.7",
};

export const stdio = ["stdio.mjs"];
export const http = ["http.mjs"];

// `fastmcp dev --watch` starts this below a client for people, which npx downloads and which wants a terminal.
export const dev = {
  label: "tsx --watch, as fastmcp dev runs it",
  args: ["../node_modules/tsx/dist/cli.mjs", "--watch", "http.mjs"],
};

/**
 * @param count - how many tools
 * @param port - for HTTP
 * @param first - the description of the first tool
 */
export function files({ count, port, first = "Current weather for a city." }) {
  const start = (options) => `import { FastMCP } from "fastmcp";
import { z } from "zod";

const server = new FastMCP({ name: "project", version: "1.0.0" });
for (let at = 0; at < ${count}; at++) {
  server.addTool({
    name: \`weather_\${at}\`,
    description: at === 0 ? ${JSON.stringify(first)} : "Current weather for a city.",
    parameters: z.object({ city: z.string().describe("City name, in English") }),
    execute: async ({ city }) => \`4 °C in \${city}\`,
  });
}
await server.start(${options});
`;
  return {
    "package.json": JSON.stringify({ private: true, type: "module" }),
    "stdio.mjs": start(`{ transportType: "stdio" }`),
    "http.mjs": start(`{ transportType: "httpStream", httpStream: { port: ${port} } }`),
  };
}
