/**
 * A project on the SDK: the same in both of its versions but for where things are imported from. Over HTTP each client has a
 * session and a server of its own, as the SDK's examples have it.
 *
 * @param count - how many tools
 * @param port - for HTTP
 * @param server, stdio, http - `[name, module]` of the server and the transports
 */
export function sdkFiles({ count, port, server, stdio, http }) {
  const head = `import { ${server[0]} } from "${server[1]}";
import { z } from "zod";

function makeServer() {
  const server = new ${server[0]}({ name: "project", version: "1.0.0" });
  for (let at = 0; at < ${count}; at++) {
    server.registerTool(
      \`weather_\${at}\`,
      {
        description: "Current weather for a city.",
        inputSchema: z.object({ city: z.string().describe("City name, in English") }),
      },
      ({ city }) => ({ content: [{ type: "text", text: \`4 °C in \${city}\` }] }),
    );
  }
  return server;
}
`;
  return {
    "package.json": JSON.stringify({ private: true, type: "module" }),
    "stdio.mjs": `${head}
import { ${stdio[0]} } from "${stdio[1]}";

await makeServer().connect(new ${stdio[0]}());
`,
    "http.mjs": `${head}
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { ${http[0]} } from "${http[1]}";

const transports = new Map();
const listener = createServer(async (incoming, response) => {
  const known = transports.get(incoming.headers["mcp-session-id"]);
  if (known) return known.handleRequest(incoming, response);
  const transport = new ${http[0]}({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void transports.set(id, transport),
  });
  await makeServer().connect(transport);
  await transport.handleRequest(incoming, response);
});
listener.listen(${port}, "127.0.0.1");
`,
  };
}
