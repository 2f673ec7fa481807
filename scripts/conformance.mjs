// Runs the conformance suite of MCP against the built package: the server over a copy of tests/fixtures/conformance, the
// client through tests/mcp/conformance-client. Exit code 0 when all that the revisions require passes.
//
//   node scripts/conformance.mjs [server|client] [revision] [scenario]
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const main = process.env.PEGBOARD_MAIN ?? join(root, "dist/cli/main.js");
const suite = join(root, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
const REVISIONS = ["2025-11-25", "2026-07-28"];

const [, , onlySide, onlyRevision, scenario] = process.argv;
const sides = onlySide === undefined ? ["server", "client"] : [onlySide];
const revisions = onlyRevision === undefined ? REVISIONS : [onlyRevision];
const folder = mkdtempSync(join(tmpdir(), "pegboard-conformance-"));
let failed = false;
try {
  if (sides.includes("server")) {
    const { url, stop } = await startServer();
    for (const revision of revisions) run(revision, ["server", "--url", url]);
    await stop();
  }
  if (sides.includes("client")) {
    const driver = `node ${join(root, "tests/mcp/conformance-client/main.mjs")}`;
    for (const revision of revisions) {
      run(revision, ["client", "--command", driver, "--timeout", "120000"]);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;

async function startServer() {
  const workspace = join(folder, "workspace");
  cpSync(join(root, "tests/fixtures/conformance"), workspace, { recursive: true });
  const args = [main, "mcp", "--http", "--port", "0", "--root", workspace];
  const server = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "pipe"] });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const url = await new Promise((resolve, reject) => {
    let text = "";
    server.stderr.on("data", (chunk) => {
      process.stderr.write(chunk);
      text += chunk;
      const found = /http:\/\/\S+/.exec(text);
      if (found) resolve(found[0]);
    });
    ended.then(() => reject(new Error("The server ended before it served.")));
  });
  return { url, stop: () => (server.kill("SIGTERM"), ended) };
}

function run(revision, args) {
  const chosen =
    scenario === undefined
      ? ["--requirements", revision]
      : ["--scenario", scenario, "--spec-version", revision, "--verbose"];
  const command = [suite, ...args, ...chosen];
  // The suite itself needs a newer Node than the package.
  const isNew = Number(process.versions.node.split(".")[0]) >= 22;
  const [program, words] = isNew
    ? [process.execPath, command]
    : ["npx", ["-y", "-p", "node@24", "-c", ["node", ...command].map(quoted).join(" ")]];
  console.log(`\n== conformance ${args[0]}, ${revision}`);
  const { status } = spawnSync(program, words, { cwd: folder, stdio: "inherit" });
  console.log(`== exit code ${status}`);
  if (status !== 0) failed = true;
}

function quoted(word) {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
