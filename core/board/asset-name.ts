/** The rule for names of tools and plugins, as it is told to people. */
export const NAME_RULE =
  "a name begins with a letter, has at most 64 letters, digits, _ and -, and no __ in it";

/** Whether something may be called by that name. */
export function isName(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name) && !name.includes("__");
}

const FILE_NAME =
  /^(?<stem>.*?)(?:\.(?<suffix>(?:test|spec)(?:\.[^.]+)*|d))?\.(?<extension>[cm]?[jt]s)$/;

export type CodeFileName =
  | { readonly kind: "code"; readonly stem: string }
  | { readonly kind: "ignored"; readonly reason: string };

/**
 * Reads the name of a file that lies where code is expected.
 *
 * @param name - without a folder
 * @returns the name that the code goes by, which need not be a legal one; or why the file is none of the framework's
 */
export function readCodeFileName(name: string): CodeFileName {
  if (name.startsWith(".")) return ignored("its name begins with a dot");
  if (name.startsWith("_")) return ignored("its name begins with an underscore");
  const { stem, suffix } = FILE_NAME.exec(name)?.groups ?? {};
  if (stem === undefined) return ignored("not a ts, mts, cts, js, mjs or cjs file");
  if (suffix === "d") return ignored("a type declaration");
  if (suffix !== undefined) return ignored("a test");
  return { kind: "code", stem };
}

function ignored(reason: string): CodeFileName {
  return { kind: "ignored", reason };
}
