import { randomUUID } from "node:crypto";
import { spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { MARK, killMarked, signalGroup } from "./family.ts";
import { collectOutput } from "./output.ts";

export type Command = {
  readonly text: string;
  /** What runs it, with `-c`. */
  readonly shell: string;
  /** Absolute path. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly timeout: number;
  readonly maxOutput: number;
  /** Aborted when the command is to stop. */
  readonly signal: AbortSignal;
  /** Takes secrets out of a text. */
  readonly mask: (text: string) => Promise<string>;
  /** Told its last line of output, now and then. */
  readonly onLine: (line: string) => void;
};

export type Ran = {
  readonly how: "exited" | "timed_out" | "stopped" | "not_started";
  readonly code: number | null;
  readonly killedBy: NodeJS.Signals | null;
  /** Or why it did not start. */
  readonly output: string;
};

/** How long a command has to end itself after SIGTERM. Dispatch waits two seconds in all. */
const GRACE_MS = 700;
/** How long output may still come when nothing of the command runs any more. */
const DRAIN_MS = 300;
const LINE_MS = 500;

/**
 * Runs a command in a process group of its own. When it has ended, for whatever reason, nothing that it started runs any
 * more.
 */
export async function runCommand(command: Command): Promise<Ran> {
  const { text, shell, cwd, env, timeout, maxOutput, signal, mask, onLine } = command;
  if (signal.aborted) return { how: "stopped", code: null, killedBy: null, output: "" };
  const mark = randomUUID();
  const output = collectOutput(maxOutput);
  const child = spawn(shell, ["-c", text], {
    cwd,
    env: { ...env, [MARK]: mark },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.on("data", output.collector());
  child.stderr.on("data", output.collector());
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const ended = new Promise<{ code: number | null; killedBy: NodeJS.Signals | null } | Error>(
    (resolve) => {
      child.once("exit", (code, killedBy) => resolve({ code, killedBy }));
      child.once("error", resolve);
    },
  );
  const { pid } = child;
  let how: Ran["how"] = "exited";
  const stop = async (why: Ran["how"]): Promise<void> => {
    if (pid === undefined || how !== "exited") return;
    how = why;
    signalGroup(pid, "SIGTERM");
    await Promise.race([ended, wait(GRACE_MS)]);
    signalGroup(pid, "SIGKILL");
  };
  const onAbort = (): void => void stop("stopped");
  signal.addEventListener("abort", onAbort, { once: true });
  const timer = setTimeout(() => void stop("timed_out"), timeout);
  const ticker = setInterval(() => onLine(output.lastLine()), LINE_MS);
  try {
    const end = await ended;
    if (end instanceof Error) {
      return { how: "not_started", code: null, killedBy: null, output: end.message };
    }
    if (pid !== undefined) signalGroup(pid, "SIGKILL");
    killMarked(mark);
    await Promise.race([closed, wait(DRAIN_MS)]);
    return { how, ...end, output: await output.text(mask) };
  } finally {
    clearTimeout(timer);
    clearInterval(ticker);
    signal.removeEventListener("abort", onAbort);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}
