import { Script } from "node:vm";

/** The parameters that jiti's transform expects around a module's code. */
const PARAMETERS =
  "exports, require, module, __filename, __dirname, jitiImport, jitiESMResolve" as const;

/**
 * Makes a function of transpiled code.
 *
 * @param file - absolute path, for stacks
 * @param prefix - `async ` where the code awaits at its top level
 * @returns takes the values of the parameters, in their order; the first is also `this`
 * @throws SyntaxError
 */
export function compile(
  file: string,
  code: string,
  prefix: "" | "async ",
): (scope: unknown[]) => unknown {
  // The last line of the code may be a comment.
  const script = new Script(`(${prefix}function (${PARAMETERS}) {${code}\n})`, { filename: file });
  const body: unknown = script.runInThisContext();
  if (typeof body !== "function") throw new TypeError(`${file} can not be compiled`);
  return ([exports, ...rest]) => Reflect.apply(body, exports, [exports, ...rest]) as unknown;
}
