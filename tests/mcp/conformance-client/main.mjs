// What the MCP conformance suite drives to see Pegboard's client: a board with one server, the one at the given URL, and
// calls through the pipeline. The person signs in wherever they are led to, and agrees to what is asked.
//
//   node main.mjs <url>
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";

const dist = process.env.PEGBOARD_DIST ?? join(import.meta.dirname ?? ".", "../../..", "dist");
const part = (file) => import(pathToFileURL(join(dist, file)).href);
const [{ openBoard }, { createMcpServers }, { SignIn }, { createDispatcher }, { secretsOf }] =
  await Promise.all([
    part("board/open.js"),
    part("mcp/client/servers.js"),
    part("mcp/client/sign-in.js"),
    part("dispatch/dispatcher.js"),
    part("dispatch/secrets/secrets.js"),
  ]);

const url = process.argv.at(-1);
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}");
const root = mkdtempSync(join(tmpdir(), "pegboard-conformance-client-"));
mkdirSync(join(root, "agents/default"), { recursive: true });
mkdirSync(join(root, "usr"));
writeFileSync(join(root, "agents/default/agent.md"), "---\ntitle: Default\n---\n");
writeFileSync(join(root, "usr/mcp.json"), JSON.stringify({ mcpServers: { suite: { url } } }));

const servers = createMcpServers({
  version: "0.0.0",
  secrets: async () => secretsOf(new Map()),
  report: (message) => console.error(message),
  signing,
});
let failed = false;
try {
  const board = await servers.addTo(await openBoard({ root, packageRoot: null }), { wait: 30_000 });
  for (const { message } of board.diagnostics) {
    console.error(message);
    failed = true;
  }
  const dispatcher = createDispatcher({ board, host: agreeing() });
  for (const { name, args } of calls(board)) {
    const [result] = await dispatcher.run([{ id: name, name: `suite:${name}`, args }]);
    console.error(name, result.status, result.message);
  }
  await dispatcher.close();
} finally {
  await servers.close();
  rmSync(root, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);

/** Those that the scenario names, else each tool with something in every required field. */
function calls(board) {
  if (context.toolCalls) {
    return context.toolCalls.map((call) => ({ name: call.name, args: call.arguments }));
  }
  return board.tools.map(({ name, description }) => ({
    name: name.slice("suite:".length),
    args: somethingFor(description.self.inputSchema),
  }));
}

function somethingFor({ properties = {}, required = [] }) {
  const samples = {
    string: "something",
    number: 1,
    integer: 1,
    boolean: true,
    array: [],
    object: {},
  };
  return Object.fromEntries(required.map((key) => [key, samples[properties[key]?.type] ?? "x"]));
}

function agreeing() {
  return {
    name: "agreeing",
    canAsk: true,
    approve: async ({ id, binding }) => ({ kind: "allow_once", id, binding }),
    // An empty answer leaves what the form has; of choices the first.
    answer: async ({ choices, text }) =>
      choices === undefined || text.includes("(default: ")
        ? { status: "answered", text: "", choice: null }
        : { status: "answered", text: choices[0], choice: 0 },
  };
}

function signing(server) {
  let kept = {};
  let page = null;
  const registered = context.client_id && {
    client_id: context.client_id,
    client_secret: context.client_secret,
    ...(context.issuer ? { issuer: context.issuer } : {}),
  };
  const provider = new SignIn({
    server,
    registered: registered || undefined,
    redirectUrl: "http://localhost:33737/callback",
    clientMetadataUrl: "https://conformance-test.local/client-metadata.json",
    load: async () => kept,
    save: async (credentials) => void (kept = credentials),
    lead: (to) => void (page = to),
  });
  return {
    provider,
    async comeBack() {
      const { headers } = await fetch(page, { redirect: "manual" });
      return new URL(headers.get("location")).searchParams;
    },
  };
}
