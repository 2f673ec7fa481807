// A class in a file for each tool, compiled by `tsc` before a start and found by the server in `dist/tools`.
export const name = "mcp-framework";
export const version = "0.2.22";

// It takes zod 3 only.
export const dependencies = {
  "mcp-framework": version,
  "@modelcontextprotocol/sdk": "1.32.2",
  "@types/node": "20.19.43",
  typescript: "5.9.3",
  zod: "3.25.76",
};

export const build = ["../node_modules/typescript/bin/tsc"];
export const stdio = ["dist/index.js"];
export const http = ["dist/http.js"];

/**
 * @param count - how many tools
 * @param port - for HTTP
 * @param first - the description of the first tool
 */
export function files({ count, port, first }) {
  return {
    "package.json": JSON.stringify({
      private: true,
      name: "project",
      version: "1.0.0",
      type: "module",
    }),
    // As `mcp create` writes it.
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        target: "ESNext",
        module: "ESNext",
        moduleResolution: "node",
        outDir: "./dist",
        rootDir: "./src",
        strict: true,
        esModuleInterop: true,
        skipLibCheck: true,
        forceConsistentCasingInFileNames: true,
      },
      include: ["src/**/*"],
    }),
    "src/index.ts": server("{}"),
    "src/http.ts": server(`{ transport: { type: "http-stream", options: { port: ${port} } } }`),
    ...Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `src/tools/Weather${at}.ts`,
        tool(at, at === 0 ? first : undefined),
      ]),
    ),
  };
}

function server(config) {
  return `import { MCPServer } from "mcp-framework";

await new MCPServer(${config}).start();
`;
}

function tool(at, description = "Current weather for a city.") {
  return `import { MCPTool, type MCPInput } from "mcp-framework";
import { z } from "zod";

const schema = z.object({ city: z.string().describe("City name, in English") });

export default class Weather${at} extends MCPTool {
  name = "weather_${at}";
  description = ${JSON.stringify(description)};
  schema = schema;

  async execute({ city }: MCPInput<this>) {
    return \`4 °C in \${city}\`;
  }
}
`;
}
