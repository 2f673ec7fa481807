import type { ImportSite } from "./transpile.ts";

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

/** An import leads nowhere. */
export function missingImport({ specifier, line }: ImportSite, file: string): ModuleFault {
  return new ModuleFault(`it imports ${JSON.stringify(specifier)}, which is not there`, {
    file,
    line,
    hint: /^[./]|^file:/.test(specifier)
      ? "Correct the path, or make the file."
      : `Install the package in the folder of the plugin: npm install ${specifier}`,
  });
}

/** `require` can not wait for what awaits at its top level. */
export function unrequirable(specifier: string, file: string): ModuleFault {
  return new ModuleFault(
    `it requires ${JSON.stringify(specifier)}, which awaits at its top level`,
    { file, hint: "Import it instead." },
  );
}
