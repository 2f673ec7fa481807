// Not the global ones, which a file may put others in the place of.
import { clearTimeout, setTimeout } from "node:timers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { namedExports } from "./interop.ts";
import { describeFailure, nowhere } from "./load-failure.ts";
import type { LoadFailure } from "./load-failure.ts";
import type { ModuleGraph } from "./module-graph.ts";
import { guardProcess } from "./process-guard.ts";

export type LoadOutcome =
  | {
      readonly kind: "loaded";
      /** What the file exports, by name; the default export is called `default`. */
      readonly exports: ReadonlyMap<string, unknown>;
    }
  | LoadFailure;

const NOT_AT_IMPORT =
  "A tool file is imported by the framework; what it does belongs into execute.";

const TOO_LATE = Symbol("too late");

/** In how many parts a time limit is counted. */
const PARTS = 20;

/**
 * Imports a file under guard: what its top level does to the process is kept from it, and told.
 *
 * @param file - absolute real path
 * @param limitMs - how long it may take with all it imports, in milliseconds
 * @returns what it exports, or why it can not be loaded; never rejects
 */
export async function loadFile(
  file: string,
  modules: ModuleGraph,
  limitMs: number,
): Promise<LoadOutcome> {
  const { attempt, done } = guardProcess(() => modules.import(file));
  try {
    const exports = await inTime(done, limitMs);
    // An error that nothing handles is told at the end of the turn.
    await nextTurn();
    if (attempt.fault === null) return { kind: "loaded", exports: namedExports(exports) };
    return { ...nowhere(file), cause: `it ${attempt.fault}`, hint: NOT_AT_IMPORT };
  } catch (error) {
    if (error === TOO_LATE) {
      attempt.abandoned = true;
      modules.forget([file]);
    }
    const sources = [file, ...modules.importsOf(file)];
    const failure =
      error === TOO_LATE ? tooLate(file, limitMs) : describeFailure(error, file, sources);
    return attempt.fault === null
      ? failure
      : { ...failure, cause: `it ${attempt.fault}`, hint: NOT_AT_IMPORT };
  }
}

function tooLate(file: string, limitMs: number): LoadFailure {
  return {
    ...nowhere(file),
    cause: `it was not loaded within ${limitMs} ms`,
    hint: "Something awaited at its top level never settles. Move it into execute.",
  };
}

/**
 * Waits for `work`, but not longer than `limitMs`. The time is counted in parts, so that one file which blocks the event
 * loop for long costs those that load beside it no more than a part.
 */
async function inTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const wait = (parts: number): void => {
      timer = setTimeout(() => (parts > 1 ? wait(parts - 1) : reject(TOO_LATE)), limitMs / PARTS);
    };
    wait(PARTS);
  });
  try {
    // The loser of the race is handled too, so its late error ends nothing.
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
