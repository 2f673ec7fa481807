// The entry of the thread that transpiles ahead; see transpile-ahead.ts, which alone starts it.
import { readFileSync, realpathSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { fastTranspile } from "./fast-transpile.ts";
import type { DoneAhead } from "./transpile-ahead.ts";

const AT_ONCE = 32;

const files: readonly string[] = workerData;
for (let at = 0; at < files.length; at += AT_ONCE) {
  const done: DoneAhead = files.slice(at, at + AT_ONCE).flatMap((file) => {
    try {
      const source = readFileSync(file, "utf8");
      const transpiled = fastTranspile(file, source);
      return transpiled ? [{ file: realpathSync.native(file), source, transpiled }] : [];
    } catch {
      // Whoever needs it will find out why it can not be read.
      return [];
    }
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
  parentPort?.postMessage(done);
}
