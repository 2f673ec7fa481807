import type { Jiti } from "jiti";
import { awaitsAtTop, compile } from "./compile.ts";
import type { CompiledBody } from "./compile.ts";
import { fastTranspile } from "./fast-transpile.ts";
import { transpile } from "./transpile.ts";
import type { ImportSite, Transpiled } from "./transpile.ts";

/** A source that is ready to run once its imports are there. */
export type Prepared = {
  readonly imports: readonly ImportSite[];
  /** It marks its exports as those of an ES module. */
  readonly isEsModule: boolean;
  /** It awaits at its top level, so that it can not be run at once. */
  readonly isAsync: boolean;
  readonly run: CompiledBody;
};

export type PrepareOptions = {
  /** Opened only where it is needed. */
  readonly jiti: () => Jiti;
  /** What has been made of that very source the fast way, where that was done before. */
  readonly ahead: (file: string, source: string) => Transpiled | null;
};

/**
 * Makes code of a source: the fast way, or, where that can not do it, by jiti's own transform. Code with an `await` at its
 * top level is no body of a plain function, and only then it is made one of an async one.
 *
 * @param file - absolute path
 * @throws ModuleFault for a syntax error, with line and column
 */
export function prepare(file: string, source: string, { jiti, ahead }: PrepareOptions): Prepared {
  const fast = ahead(file, source) ?? fastTranspile(file, source);
  const compiled = fast && tryCompile(file, fast);
  if (compiled) return compiled;
  const plain = tryCompile(file, transpile(jiti(), file, source, { async: false }));
  if (plain) return plain;
  const transpiled = transpile(jiti(), file, source, { async: true });
  return preparedOf(transpiled, compile(file, transpiled.code, "async "), true);
}

function tryCompile(file: string, transpiled: Transpiled): Prepared | null {
  if (awaitsAtTop(transpiled.code)) return null;
  try {
    return preparedOf(transpiled, compile(file, transpiled.code, ""), false);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function preparedOf({ code, imports }: Transpiled, run: CompiledBody, isAsync: boolean): Prepared {
  const isEsModule =
    /^(?:\/\/.*\n)?"use strict";.*?Object\.defineProperty\(exports, "__esModule"/.test(code);
  return { imports, isEsModule, isAsync, run };
}
