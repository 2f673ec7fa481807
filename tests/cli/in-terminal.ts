import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { onTestFinished } from "vitest";
import { MAIN } from "./pegboard.ts";

/** Starts the built command in a terminal of its own, which `script` of util-linux makes. Ended with the test. */
export function startInTerminal(args: readonly string[], cwd: string) {
  const command = [process.execPath, MAIN, ...args].map((word) => `'${word}'`).join(" ");
  const child = spawn("script", ["-qefc", command, "/dev/null"], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", HOME: cwd, TERM: "xterm", NO_COLOR: "1" },
    stdio: "pipe",
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let screen = "";
  let over = false;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    screen += text;
  });
  child.stdin.on("error", () => {});
  const shown = (): string => stripVTControlCharacters(screen).replaceAll("\r", "");
  const ended = once(child, "close").then(() => {
    over = true;
    return { code: child.exitCode, screen: shown() };
  });
  return {
    ended,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Presses keys; Enter is `\r`, Ctrl-C `\u0003`, Ctrl-D `\u0004`. */
    type: (keys: string) => child.stdin.write(keys),
    /**
     * Resolves when `text` is on the screen `times` times. Before a key is pressed this is to be the last thing shown
     * before it can be read: what is typed earlier is thrown away.
     */
    async showed(text: string, times = 1): Promise<void> {
      while (shown().split(text).length <= times) {
        if (over) throw new Error(`ended without showing ${text}:\n${shown()}`);
        await setTimeout(20);
      }
    },
  };
}
