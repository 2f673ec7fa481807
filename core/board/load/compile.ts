import { Script } from "node:vm";
import { markToolSource } from "./tool-exits.ts";

/** The parameters that jiti's transform expects around a module's code. */
const PARAMETERS =
  "exports, require, module, __filename, __dirname, jitiImport, jitiESMResolve" as const;

/** Takes the values of the parameters of a module's code, in their order; the first is also `this`. */
export type CompiledBody = (scope: unknown[]) => unknown;

/**
 * Makes a function of transpiled code.
 *
 * @param file - absolute path, for stacks
 * @param prefix - `async ` where the code awaits at its top level
 * @throws SyntaxError
 */
export function compile(file: string, code: string, prefix: "" | "async "): CompiledBody {
  // The last line of the code may be a comment.
  const script = new Script(`(${prefix}function (${PARAMETERS}) {${code}\n})`, { filename: file });
  const body: unknown = script.runInThisContext();
  markToolSource(file);
  if (typeof body !== "function") throw new TypeError(`${file} can not be compiled`);
  return ([exports, ...rest]) => Reflect.apply(body, exports, [exports, ...rest]) as unknown;
}

/**
 * Whether code awaits at its top level. Where it says `await (x)`, that is no error in the body of a plain function but a
 * call of a function named `await`, so that compiling it does not tell.
 */
export function awaitsAtTop(code: string): boolean {
  if (!/\bawait\s*[([`/+-]/.test(code)) return false;
  // There that is an error, but for functions within.
  return isWellFormed(`(function () {${code}\n})`) && !isWellFormed(code);
}

function isWellFormed(code: string): boolean {
  try {
    void new Script(`(class { static {${code}\n} })`);
    return true;
  } catch {
    return false;
  }
}
