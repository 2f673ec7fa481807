import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { Diagnostic } from "../../board/diagnostic.ts";
import { FileError } from "../../board/file-error.ts";
import { MASKED_FROM } from "./patterns.ts";
import { parseEnv } from "./parse-env.ts";

/** Where a workspace keeps its secrets, relative to its root. */
export const SECRETS_FILE = "usr/secrets.env";

export type LoadedSecrets = {
  readonly values: ReadonlyMap<string, string>;
  /** What a person should know about the file. Never holds a value. */
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Reads the secrets of a workspace. A file that is not there means that there are none.
 *
 * @param root - absolute path of the workspace
 * @throws FileError when the file can not be read or a line is not `NAME=value`; its message never holds a value
 */
export async function readSecrets(root: string): Promise<LoadedSecrets> {
  const path = join(root, SECRETS_FILE);
  let source: string;
  try {
    source = await readRegular(path);
  } catch (error) {
    if (isAbsent(error)) return { values: new Map(), diagnostics: [] };
    throw new FileError(path, {
      problem: `The secrets can not be read (${codeOf(error)}).`,
      hint: "Make it a text file that you may read, or remove it.",
      line: null,
      column: null,
    });
  }
  return collect(source, path);
}

function collect(source: string, path: string): LoadedSecrets {
  const values = new Map<string, string>();
  const lines = new Map<string, number>();
  const diagnostics: Diagnostic[] = [];
  for (const parsed of parseEnv(source)) {
    if (parsed.kind === "bad") {
      throw new FileError(path, {
        problem: parsed.problem,
        hint: "Write one NAME=value a line; put quotes around a value with spaces, quotes or a #.",
        line: parsed.line,
        column: null,
      });
    }
    const { name, value, line } = parsed;
    const earlier = lines.get(name);
    if (earlier !== undefined) {
      diagnostics.push({
        code: "secrets/duplicate",
        severity: "warning",
        message: `\`${name}\` is given twice, in line ${earlier} and line ${line}; the last one counts.`,
        file: SECRETS_FILE,
        line,
        hint: "Remove one of the two lines.",
      });
    }
    values.set(name, value);
    lines.set(name, line);
  }
  for (const [name, value] of values) {
    if ([...value].length >= MASKED_FROM) continue;
    diagnostics.push({
      code: "secrets/too-short",
      severity: "warning",
      message: `The value of \`${name}\` has fewer than ${MASKED_FROM} characters, so it is not masked where it appears.`,
      file: SECRETS_FILE,
      line: lines.get(name) ?? null,
      hint: "Use a longer value, or keep it out of the secrets if it is none.",
    });
  }
  return { values, diagnostics };
}

/** Of a pipe it is not waited for what comes, which may be nothing, for ever. */
async function readRegular(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!(await file.stat()).isFile()) {
      throw Object.assign(new Error("not a file"), { code: "it is no regular file" });
    }
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

function isAbsent(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown cause";
}
