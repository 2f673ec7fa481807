// Compiles core/ into dist/: first beside it, then in its place, so that nobody sees a half-written dist/ and no file of
// a deleted module survives.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.mjs";

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
  await bundle(fresh);
  chmodSync(`${fresh}/cli/main.js`, 0o755);
  // What one build remembers of a workspace is not used by another.
  writeFileSync(`${fresh}/build-id`, digestOfCode(fresh));
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
}
rmSync(old, { recursive: true, force: true });
rmSync(fresh, { recursive: true, force: true });
process.exit(built.status ?? 1);

function digestOfCode(folder) {
  const hash = createHash("sha256");
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".js"));
  for (const file of files.sort())
    hash.update(`${file}\n`).update(readFileSync(`${folder}/${file}`));
  return hash.digest("hex");
}
