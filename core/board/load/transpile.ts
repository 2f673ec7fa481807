import type { Jiti } from "jiti";
import { ModuleFault } from "./module-fault.ts";

/** A static import or re-export, as it stands in the source. */
export type ImportSite = { readonly specifier: string; readonly line: number | null };

export type Transpiled = {
  /** The body of a CommonJS function with jiti's parameters, line for line like the source. */
  readonly code: string;
  /** What must be there before the code runs, in the order of the source; imports of types alone are not among them. */
  readonly imports: readonly ImportSite[];
};

export type TranspileOptions = {
  /** The code may `await` at its top level. */
  readonly async: boolean;
};

/**
 * TypeScript or JavaScript, as ES module or CommonJS, to code that a function can run.
 *
 * @param jiti - whose transform is used
 * @param file - absolute path, for messages and `import.meta`
 * @throws ModuleFault for a syntax error, with line and column
 */
export function transpile(
  jiti: Jiti,
  file: string,
  source: string,
  { async }: TranspileOptions,
): Transpiled {
  const imports: ImportSite[] = [];
  const code = jiti.transform({
    filename: file,
    source,
    ts: /\.[cm]?ts$/.test(file),
    async,
    interopDefault: true,
    babel: { plugins: [() => ({ visitor: importVisitor(imports) })] },
  });
  const broken = syntaxError(code);
  if (broken) throw new ModuleFault(broken.message, { file, ...broken });
  return { code, imports };
}

/** The little of Babel's syntax tree that is read here. */
type SourceNode = {
  readonly source?: { readonly value: string } | null;
  readonly loc?: { readonly start: { readonly line: number } } | null;
};

function importVisitor(
  imports: ImportSite[],
): Record<string, (path: { node: SourceNode }) => void> {
  const note = ({ node }: { node: SourceNode }): void => {
    if (node.source) {
      imports.push({ specifier: node.source.value, line: node.loc?.start.line ?? null });
    }
  };
  return { ImportDeclaration: note, ExportNamedDeclaration: note, ExportAllDeclaration: note };
}

/** jiti does not throw for a syntax error: the code it returns then consists of a description of it. */
function syntaxError(code: string): { message: string; line: number; column: number } | null {
  const json = /^exports\.__JITI_ERROR__ = (?<json>\{.*\})$/s.exec(code)?.groups?.["json"];
  if (json === undefined) return null;
  const { message, line, column }: Record<string, unknown> = JSON.parse(json);
  return {
    message: typeof message === "string" ? message.trim() : "syntax error",
    line: typeof line === "number" ? line : 1,
    // Babel counts columns from 0.
    column: typeof column === "number" ? column + 1 : 1,
  };
}
