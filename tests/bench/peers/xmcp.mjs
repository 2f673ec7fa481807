// A file for each tool, bundled by `xmcp build` before a start.
export const name = "xmcp";
export const version = "1.1.3";

// The compiler is a package of its own.
export const dependencies = { xmcp: version, "@xmcp-dev/compiler": "1.1.3", zod: "4.6.7" };

const CLI = "../node_modules/xmcp/dist/cli.js";

export const build = [CLI, "build"];
export const stdio = ["dist/stdio.js"];
export const http = ["dist/http.js"];
export const dev = { label: "xmcp dev", args: [CLI, "dev"] };

/**
 * @param count - how many tools
 * @param port - for HTTP
 * @param first - the description of the first tool
 */
export function files({ count, port, first }) {
  return {
    "package.json": JSON.stringify({ private: true, name: "project", version: "1.0.0" }),
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        target: "ES2022",
        module: "ESNext",
        moduleResolution: "Bundler",
        strict: true,
        skipLibCheck: true,
        noEmit: true,
        types: [],
      },
      include: ["xmcp-env.d.ts", "src/**/*.ts"],
    }),
    // The port is built in; `PORT` is not asked for.
    "xmcp.config.ts": `import { type XmcpConfig } from "xmcp";

const config: XmcpConfig = {
  http: { port: ${port} },
  stdio: true,
  paths: { tools: "./src/tools", prompts: false, resources: false },
};

export default config;
`,
    ...Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `src/tools/weather_${at}.ts`,
        tool(at, at === 0 ? first : undefined),
      ]),
    ),
  };
}

function tool(at, description = "Current weather for a city.") {
  return `import { z } from "zod";

export const schema = { city: z.string().describe("City name, in English") };

export const metadata = { name: "weather_${at}", description: ${JSON.stringify(description)} };

export default async function weather({ city }: { city: string }) {
  return \`4 °C in \${city}\`;
}
`;
}
