import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** The built command. */
export const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

export type Ran = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
};

export type RunOptions = {
  readonly cwd: string;
  /** What comes on standard input; without it, standard input is empty. */
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
};

/** Runs the built command to its end. Nothing of the environment that tests run in decides what it does. */
export async function pegboard(args: readonly string[], options: RunOptions): Promise<Ran> {
  const running = startPegboard(args, options);
  running.stdin.end(options.stdin ?? "");
  return running.ended;
}

/** Starts the built command and leaves its standard input open. Ended with the test, whatever comes of it. */
export function startPegboard(args: readonly string[], { cwd, env = {} }: RunOptions) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", HOME: cwd, ...env },
    stdio: "pipe",
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  // The command may end before it has read all that it is given.
  child.stdin.on("error", () => {});
  let over = false;
  const ended: Promise<Ran> = once(child, "close").then(() => {
    over = true;
    return { code: child.exitCode, signal: child.signalCode, stdout, stderr };
  });
  return {
    stdin: child.stdin,
    ended,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** What has been printed so far, on both streams. */
    seen: () => stdout + stderr,
    /** Resolves when `text` has been printed on either stream; rejects when the command ends without it. */
    async printed(text: string): Promise<void> {
      while (!stdout.includes(text) && !stderr.includes(text)) {
        if (over) throw new Error(`ended without printing ${text}:\n${stdout}\n${stderr}`);
        await setTimeout(20);
      }
    },
  };
}
