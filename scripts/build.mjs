// Compiles core/ into dist/: first beside it, then in its place, so that nobody sees a half-written dist/ and no file of
// a deleted module survives.
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, renameSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const tsc = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
const dist = `${root}dist`;
const fresh = `${root}dist.${process.pid}`;
const old = `${root}dist.${process.pid}.old`;

const built = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json", "--outDir", fresh], {
  cwd: root,
  stdio: "inherit",
});
if (built.status === 0) {
  if (existsSync(`${root}core/cli/templates`)) {
    cpSync(`${root}core/cli/templates`, `${fresh}/cli/templates`, { recursive: true });
  }
  chmodSync(`${fresh}/cli/main.js`, 0o755);
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
}
rmSync(old, { recursive: true, force: true });
rmSync(fresh, { recursive: true, force: true });
process.exit(built.status ?? 1);
