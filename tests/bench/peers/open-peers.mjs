// What Pegboard is compared with. Each is installed once, in exact versions, into a folder that git ignores.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort, openHttp, openStdio, startHttp } from "../mcp-client.mjs";
import * as fastmcp from "./fastmcp.mjs";
import * as mcpFramework from "./mcp-framework.mjs";
import * as sdkV1 from "./sdk-v1.mjs";
import * as sdkV2 from "./sdk-v2.mjs";
import * as xmcp from "./xmcp.mjs";

const FOLDER = fileURLToPath(new URL("../.peers/", import.meta.url));

/**
 * Installs what is missing.
 *
 * @returns all peers, and `close`, which removes their projects
 */
export function openPeers() {
  const all = [xmcp, fastmcp, mcpFramework, sdkV1, sdkV2].map(openPeer);
  return { all, close: () => all.forEach(({ close }) => close()) };
}

function openPeer(peer) {
  const { name, version, dev } = peer;
  const folder = join(FOLDER, name.replace(" ", "-").toLowerCase());
  install(peer, folder);
  const roots = [];
  const make = async (count) => {
    // Below the peer's folder, so that what is installed there is found.
    const root = mkdtempSync(join(folder, "project-"));
    roots.push(root);
    const files = { count, port: await freePort() };
    const save = (first) => writeChanged(root, peer.files({ ...files, first }));
    save();
    return { root, port: files.port, save };
  };
  const built = new Map();
  return {
    label: `${name} ${version}`,
    name,

    /**
     * A project that is ready to start, and how long it took to build: undefined where there is nothing to build. It is made at
     * the first question for so many tools.
     */
    async project(count) {
      const known = built.get(count);
      if (known) return known;
      const { root, port } = await make(count);
      const project = {
        buildMs: peer.build && (await build(peer, root, count)),
        stdio: () => openStdio(peer.stdio, root),
        http: () => openHttp(peer.http, { cwd: root, port }),
      };
      built.set(count, project);
      return project;
    },

    /** A project to work on; undefined where the peer starts nothing again after a save. */
    dev: dev && {
      label: dev.label,
      async project(count) {
        const { root, port, save } = await make(count);
        return { port, save, start: () => startHttp(dev.args, { cwd: root, port }) };
      },
    },

    close: () => roots.forEach((root) => rmSync(root, { recursive: true, force: true })),
  };
}

/** Writes the files of which the content is another one now. */
function writeChanged(root, files) {
  for (const [file, content] of Object.entries(files)) {
    const path = join(root, file);
    if (existsSync(path) && readFileSync(path, "utf8") === content) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

function install({ name, version, dependencies }, folder) {
  mkdirSync(folder, { recursive: true });
  if (dependencies === undefined) return;
  const manifest = join(folder, "package.json");
  const wanted = JSON.stringify({ private: true, dependencies }, null, 2);
  // npm writes the second one last.
  const installed = [manifest, join(folder, "node_modules/.package-lock.json")].every(existsSync);
  if (installed && readFileSync(manifest, "utf8") === wanted) return;
  console.error(`peers: installing ${name} ${version}`);
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  writeFileSync(manifest, wanted);
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  // What npm says is no result.
  const stdio = ["ignore", 2, 2];
  const { status } = spawnSync("npm", ["install", ...options], { cwd: folder, stdio });
  if (status !== 0) {
    rmSync(folder, { recursive: true });
    throw new Error(`npm could not install ${name} ${version}.`);
  }
}

async function build({ name, version, build: args }, root, count) {
  console.error(`peers: building ${name} ${version} with ${count} tools`);
  const started = performance.now();
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const [code] = await once(child, "close");
  const ms = performance.now() - started;
  if (code !== 0) throw new Error(`${name} could not build ${count} tools:\n${said}`);
  console.error(`peers: built in ${(ms / 1_000).toFixed(1)} s`);
  return ms;
}
