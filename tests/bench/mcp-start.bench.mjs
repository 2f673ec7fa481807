import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rounds } from "./measure.mjs";
import { makeWorkspace, weatherTool } from "./workspace.mjs";

export const title = "pegboard mcp over stdio: from start to tools/list answered";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const SDK = pathToFileURL(createRequire(import.meta.url).resolve("@modelcontextprotocol/server"));
const PER_PLUGIN = 5;

export async function run({ runs }) {
  const rows = [];
  for (const count of [100, 1_000]) {
    const files = Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `plugins/p${Math.floor(at / PER_PLUGIN)}/tools/weather_${at}.ts`,
        weatherTool(),
      ]),
    );
    const { root, remove } = makeWorkspace(files);
    try {
      const pegboard = () => timeToList([MAIN, "mcp", "--root", root], root);
      // The first start finds out what the others know.
      const tools = await listOf([MAIN, "mcp", "--root", root], root);
      writeFileSync(join(root, "tools.json"), JSON.stringify(tools));
      writeFileSync(join(root, "bare.mjs"), bareServer(Object.keys(files)));
      writeFileSync(join(root, "sdk.mjs"), sdkServer());
      await pegboard();
      const measured = await rounds(runs, {
        bare: () => timeToList(["bare.mjs"], root),
        sdk: () => timeToList(["sdk.mjs"], root),
        pegboard,
      });
      rows.push(
        { what: `${count} tools: bare program, without an SDK`, value: measured.bare, unit: "ms" },
        { what: `${count} tools: the SDK's low-level server`, value: measured.sdk, unit: "ms" },
        { what: `${count} tools: pegboard mcp`, value: measured.pegboard, unit: "ms" },
        {
          what: `${count} tools: pegboard / bare program`,
          value: measured.pegboard / measured.bare,
          unit: "×",
          ...(count === 1_000 ? { atMost: 1.5 } : {}),
        },
      );
    } finally {
      remove();
    }
  }
  return rows;
}

async function timeToList(args, cwd) {
  const started = performance.now();
  const { first } = await conversation(args, cwd);
  return first - started;
}

async function listOf(args, cwd) {
  return (await conversation(args, cwd)).tools;
}

/** Opens as a client does, and reads all pages of the list. */
function conversation(args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ["pipe", "pipe", "ignore"] });
    const send = (message) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    const tools = [];
    let first;
    let text = "";
    child.once("error", reject);
    child.once("exit", () => (first ? resolve({ first, tools }) : reject(new Error("no answer"))));
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
      for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
        const { id, result } = JSON.parse(text.slice(0, end));
        text = text.slice(end + 1);
        if (id === 1) {
          send({ method: "notifications/initialized" });
          send({ id: 2, method: "tools/list" });
          continue;
        }
        tools.push(...result.tools);
        if (result.nextCursor) {
          send({ id: 2, method: "tools/list", params: { cursor: result.nextCursor } });
          continue;
        }
        first = performance.now();
        child.stdin.end();
      }
    });
    const clientInfo = { name: "bench", version: "1" };
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
    send({ id: 1, method: "initialize", params });
  });
}

/** Reads one file of the list's size, stats the same folders and files, and answers. */
function bareServer(files) {
  return `import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
const tools = JSON.parse(readFileSync("tools.json", "utf8"));
for (const file of ${JSON.stringify(files)}) (statSync(dirname(file)), statSync(file));
const send = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize")
    send(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "bare", version: "1" } });
  if (method === "tools/list") send(id, { tools });
});
`;
}

function sdkServer() {
  const base = new URL(".", SDK).href;
  return `import { readFileSync } from "node:fs";
import { Server } from ${JSON.stringify(`${base}index.mjs`)};
import { StdioServerTransport } from ${JSON.stringify(`${base}stdio.mjs`)};
const tools = JSON.parse(readFileSync("tools.json", "utf8"));
const server = new Server({ name: "sdk", version: "1" }, { capabilities: { tools: {} } });
server.setRequestHandler("tools/list", () => ({ tools }));
await server.connect(new StdioServerTransport());
`;
}
