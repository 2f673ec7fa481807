import type { Seen } from "../manifest/stamp.ts";

/**
 * Bundlers and test runners put their own import in the place of one that they see, and that loses its way in a path with a
 * space, `#` or `%`. A module in a URL is out of their reach.
 */
const OUT_OF_REACH: string = "data:text/javascript,export default (url) => import(url);";

type Native = { readonly default: (specifier: string) => Promise<object> };

/**
 * Node's own import.
 *
 * @param specifier - a `file:` or `data:` URL, or one of Node's modules
 */
export async function importNatively(specifier: string): Promise<object> {
  const native: Native = await import(OUT_OF_REACH);
  return native.default(specifier);
}

/** zod as this package has it: one and the same for all tools, wherever the workspace is. */
export async function importZod(specifier: string): Promise<object> {
  const zod: object = await import(/* @vite-ignore */ specifier);
  return zod;
}

/** By specifier: how the files of a package were when Node evaluated it, which it does once for the whole process. */
const evaluated = new Map<string, string>();

/**
 * Whether Node still has a package as it is now, and not as it was before it was updated.
 *
 * @param specifier - a `file:` URL, about to be imported
 * @param files - by which an update of its package shows
 */
export function isAsEvaluated(specifier: string, files: ReadonlyMap<string, Seen>): boolean {
  // What is not there depends on where it is imported from.
  const present = [...files].filter(([, { stamp }]) => stamp !== null);
  const state = JSON.stringify(present.map(([path, { stamp }]) => [path, stamp]));
  const first = evaluated.get(specifier) ?? state;
  evaluated.set(specifier, first);
  return first === state;
}
