import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const PEAK = fileURLToPath(new URL("./peak-memory.mjs", import.meta.url));

/**
 * Runs a program of Node to its end.
 *
 * @param args - of node: a script and what it is given
 * @param cwd - absolute path
 * @returns how long it took from start to end in milliseconds, and the most memory it held in MB
 * @throws where it does not end with 0
 */
export function runProcess(args, cwd) {
  const started = process.hrtime.bigint();
  const { status, output } = spawnSync(process.execPath, ["--import", PEAK, ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd },
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  const ms = Number(process.hrtime.bigint() - started) / 1e6;
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}:\n${output[2]}`);
  return { ms, mb: Number(output[3]) / 1024 };
}
