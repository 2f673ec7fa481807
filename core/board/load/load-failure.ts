import { inspect } from "node:util";
import { RunLimitReached } from "./limited-run.ts";
import { ModuleFault } from "./module-fault.ts";

/** Why a file could not be loaded, and where, as far as that is known. Plain data. */
export type LoadFailure = {
  readonly kind: "failed";
  /** Absolute path of the file at fault: the one that was loaded, or one that it imports. */
  readonly file: string;
  /** 1-based. */
  readonly line: number | null;
  readonly column: number | null;
  /** One sentence without the place. */
  readonly cause: string;
  readonly hint: string | null;
};

/** Longer texts are cut: a thrown value may be anything. */
const LONGEST = 500;

/**
 * Describes whatever came out of loading a file. Never throws.
 *
 * @param error - any value
 * @param file - absolute path of the file that was loaded
 * @param sources - absolute paths of it and all it imports, to find the place in a stack
 */
export function describeFailure(
  error: unknown,
  file: string,
  sources: readonly string[],
): LoadFailure {
  if (error instanceof ModuleFault) {
    const { line, column, hint } = error;
    return { kind: "failed", file: error.file, line, column, cause: cut(error.message), hint };
  }
  if (error instanceof RunLimitReached) {
    return {
      ...nowhere(file),
      cause: `its top level ${error.message} without a pause`,
      hint: "Move the work into execute.",
    };
  }
  const place = placeOf(error, sources);
  return { ...nowhere(file), ...place, cause: cut(causeOf(error)) };
}

export function nowhere(file: string): Omit<LoadFailure, "cause"> {
  return { kind: "failed", file, line: null, column: null, hint: null };
}

function causeOf(error: unknown): string {
  if (!isError(error)) return `it threw ${safely(() => inspect(error, { depth: 1 })) ?? "a value"}`;
  const name = safely(() => String(error.name)) ?? "Error";
  const message = safely(() => String(error.message)) ?? "";
  return message === "" ? `it threw ${name}` : `${name === "Error" ? "" : `${name}: `}${message}`;
}

/** The first line of the stack that lies in one of the files. */
function placeOf(
  error: unknown,
  sources: readonly string[],
): Pick<LoadFailure, "file" | "line"> | null {
  const stack = safely(() => (isError(error) ? String(error.stack) : ""));
  for (const line of stack?.split("\n") ?? []) {
    for (const file of sources) {
      const at = line.indexOf(`${file}:`);
      if (at < 0) continue;
      const row = /^\d+/.exec(line.slice(at + file.length + 1))?.[0];
      // Transpiling keeps lines and not columns.
      if (row !== undefined) return { file, line: Number(row) };
    }
  }
  return null;
}

/** Errors of another realm, and what only looks like one, count as errors too. */
function isError(value: unknown): value is { name: unknown; message: unknown; stack: unknown } {
  if (typeof value !== "object" || value === null) return false;
  return safely(() => "message" in value && "stack" in value) ?? false;
}

function safely<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function cut(text: string): string {
  const line = text.replace(/\s*\n\s*/g, " ").trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
