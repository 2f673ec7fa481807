/** A module can not be evaluated, and it is known where: its syntax, an import that leads nowhere, the time it took. */
export class ModuleFault extends Error {
  override readonly name = "ModuleFault";
  /** Absolute path of the file at fault. */
  readonly file: string;
  /** 1-based. */
  readonly line: number | null;
  readonly column: number | null;
  readonly hint: string | null;

  constructor(
    message: string,
    at: { file: string; line?: number | null; column?: number | null; hint?: string | null },
  ) {
    super(message);
    this.file = at.file;
    this.line = at.line ?? null;
    this.column = at.column ?? null;
    this.hint = at.hint ?? null;
  }
}
