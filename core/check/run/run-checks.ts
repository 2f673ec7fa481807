import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import type { PluginCheck } from "./checks-of.ts";

/** How one check went. */
export type CheckRun = {
  readonly check: PluginCheck;
  readonly outcome:
    | { readonly kind: "passed" }
    | { readonly kind: "failed"; readonly code: number | null; readonly signal: string | null }
    | { readonly kind: "timed_out" }
    | { readonly kind: "not_started"; readonly problem: string };
  /** The last lines of what it printed. */
  readonly output: string;
  readonly ms: number;
};

/** Characters of a check's output that are kept, from its end. */
const KEPT = 4_000;

/** Milliseconds between asking a check to end and ending it. */
const GRACE = 1_000;

/**
 * Runs the checks one after the other, each in its plugin's folder and in a process group of its own, which is ended as a
 * whole when the time is over.
 *
 * @param root - absolute path of the workspace
 * @param onRun - told before each, for a person who waits
 */
export async function runChecks(
  root: string,
  checks: readonly PluginCheck[],
  onRun: (check: PluginCheck) => void = () => {},
): Promise<CheckRun[]> {
  const runs: CheckRun[] = [];
  for (const check of checks) {
    onRun(check);
    runs.push(await runCheck(root, check));
  }
  return runs;
}

function runCheck(root: string, check: PluginCheck): Promise<CheckRun> {
  const began = Date.now();
  return new Promise((resolve) => {
    let output = "";
    let timedOut = false;
    let settled = false;
    const child = spawn(check.command, {
      cwd: dirname(join(root, check.file)),
      shell: true,
      stdio: ["ignore", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString("utf8")).slice(-KEPT);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    const end = (signal: NodeJS.Signals): void => {
      try {
        if (child.pid !== undefined && process.platform !== "win32")
          process.kill(-child.pid, signal);
        else child.kill(signal);
      } catch {
        // It has ended by itself.
      }
    };
    let grace: NodeJS.Timeout | undefined;
    const timer = setTimeout(() => {
      timedOut = true;
      end("SIGTERM");
      grace = setTimeout(() => {
        end("SIGKILL");
        // A grandchild that left the group may still hold the pipes open.
        child.stdout.destroy();
        child.stderr.destroy();
      }, GRACE);
    }, check.timeout);
    const settle = (outcome: CheckRun["outcome"]): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      clearTimeout(grace);
      resolve({ check, outcome, output: output.trim(), ms: Date.now() - began });
    };
    // What it left running in its group ends with it; else the pipes would stay open until the time is over.
    child.on("exit", () => end("SIGKILL"));
    child.on("error", (error) => settle({ kind: "not_started", problem: error.message }));
    child.on("close", (code, signal) => {
      if (timedOut) settle({ kind: "timed_out" });
      else if (code === 0) settle({ kind: "passed" });
      else settle({ kind: "failed", code, signal });
    });
  });
}
