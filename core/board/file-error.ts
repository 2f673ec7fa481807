import type { Diagnostic } from "./diagnostic.ts";

/** What is wrong with a file, and where. */
export type FileProblem = {
  /** What was found and what was expected. */
  readonly problem: string;
  /** What to do. */
  readonly hint: string | null;
  /** 1-based; null where the whole file is meant. */
  readonly line: number | null;
  readonly column: number | null;
};

/** A file that people write is not as it must be. The message names file, line, problem and what to do. */
export class FileError extends Error {
  override readonly name: string = "FileError";
  /** As it was given: usually an absolute path. Null where no file is at fault. */
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly problem: string;
  readonly hint: string | null;

  constructor(file: string | null, { problem, hint, line, column }: FileProblem) {
    const place = [file, line, column].filter((part) => part !== null).join(":");
    super(`${place === "" ? "" : `${place}: `}${problem}${hint === null ? "" : ` ${hint}`}`);
    this.file = file;
    this.line = line;
    this.column = column;
    this.problem = problem;
    this.hint = hint;
  }

  /**
   * The same as plain data.
   *
   * @param code - `family/what`
   * @param relative - makes an absolute path one that people read
   */
  toDiagnostic(code: string, relative: (file: string) => string): Diagnostic {
    return {
      code,
      severity: "error",
      message: this.problem,
      file: this.file === null ? null : relative(this.file),
      line: this.line,
      hint: this.hint,
    };
  }
}
