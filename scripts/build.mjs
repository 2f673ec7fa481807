// Compiles core/ into dist/. The old dist/ is removed first, so that no file of a deleted module survives.
import { spawnSync } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const tsc = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));

rmSync(`${root}/dist`, { recursive: true, force: true });
const built = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], {
  cwd: root,
  stdio: "inherit",
});
if (built.status !== 0) process.exit(built.status ?? 1);
chmodSync(`${root}/dist/cli/main.js`, 0o755);
