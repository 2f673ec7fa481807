import { realpathSync, statSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, extname, isAbsolute, join, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Jiti } from "jiti";

/** Where an import leads. */
export type ImportTarget =
  /** What every tool file gets from the framework, wherever the workspace is. */
  | { readonly kind: "framework"; readonly name: "pegboard" | "process" }
  | { readonly kind: "zod"; readonly specifier: string }
  /** A file that people edit: evaluated by the module graph, so that an edit is seen. Absolute real path. */
  | { readonly kind: "source"; readonly file: string }
  | { readonly kind: "json"; readonly file: string }
  /** Left to Node: its own modules, and packages in a `node_modules`. */
  | { readonly kind: "node"; readonly specifier: string }
  /** Nothing is there. `file` is the path that was meant, when it was a path. */
  | { readonly kind: "missing"; readonly file: string | null };

const EXTENSIONS = [".ts", ".mts", ".cts", ".js", ".mjs", ".cjs", ".json"];

export type ResolveOptions = {
  /** Resolves bare names with the export conditions of packages; opened when it is first needed. */
  readonly jiti: () => Jiti;
  /** Real paths of the folders whose files are sources although a `node_modules` may lie above them. */
  readonly roots: readonly string[];
  /**
   * Told each file, by an absolute path, whose coming, going or changing might give the import another meaning, but for the
   * source it leads to; and whether an update of a package shows in it.
   */
  readonly note: (path: string, isOfPackage?: boolean) => void;
};

/**
 * Finds what an import means.
 *
 * @param from - absolute real path of the importing file
 */
export function resolveImport(
  specifier: string,
  from: string,
  { jiti, roots, note }: ResolveOptions,
): ImportTarget {
  if (specifier === "pegboard") return { kind: "framework", name: "pegboard" };
  // Its functions are replaced while files load, and a namespace would still hold the old ones.
  if (specifier === "process" || specifier === "node:process") {
    return { kind: "framework", name: "process" };
  }
  if (specifier === "zod" || specifier.startsWith("zod/")) return { kind: "zod", specifier };
  if (isBuiltin(specifier) || /^(?:node|data):/.test(specifier)) return { kind: "node", specifier };
  const path = pathOf(specifier, from);
  const found = path === null ? findPackage(jiti, specifier, from, note) : findFile(path, note);
  if (found === null) return { kind: "missing", file: path };
  const target = targetOf(realpathSync.native(found), roots);
  // Of a package, which nobody here reads.
  if (target.kind === "node") note(found, true);
  return target;
}

function targetOf(file: string, roots: readonly string[]): ImportTarget {
  const extension = extname(file);
  if (extension === ".json") return { kind: "json", file };
  const typescript = /^\.[cm]?ts$/.test(extension);
  // Node does not run TypeScript in packages, so that is evaluated here too.
  if (typescript || (/^\.[cm]?js$/.test(extension) && !inPackage(file, roots))) {
    return { kind: "source", file };
  }
  return { kind: "node", specifier: pathToFileURL(file).href };
}

function inPackage(file: string, roots: readonly string[]): boolean {
  const inner = roots
    .filter((root) => file.startsWith(root + sep))
    .map((root) => file.slice(root.length))
    .toSorted((a, b) => a.length - b.length);
  return (inner[0] ?? file).split(sep).includes("node_modules");
}

function pathOf(specifier: string, from: string): string | null {
  if (specifier.startsWith("file:")) return fileURLToPath(specifier);
  if (/^\.{1,2}(?:\/|$)/.test(specifier) || isAbsolute(specifier)) {
    return resolve(dirname(from), specifier);
  }
  return null;
}

/** As TypeScript reads paths: as it stands, `.js` that is `.ts` in truth, without extension, a folder's index. */
function findFile(path: string, note: (path: string) => void): string | null {
  const candidates = [
    path,
    path.replace(/\.(?<kind>[cm]?)js$/, ".$<kind>ts"),
    ...EXTENSIONS.map((extension) => path + extension),
    ...EXTENSIONS.map((extension) => resolve(path, `index${extension}`)),
  ];
  for (const candidate of candidates) {
    if (isFile(candidate)) {
      if (realpathSync.native(candidate) !== candidate) note(candidate);
      return candidate;
    }
    note(candidate);
  }
  return null;
}

/** Where package managers write down what they have installed: another state after each installation. */
const INSTALLED = [".package-lock.json", ".modules.yaml", ".yarn-integrity", ".yarn-state.yml"];

function findPackage(
  jiti: () => Jiti,
  specifier: string,
  from: string,
  note: ResolveOptions["note"],
): string | null {
  const resolved = jiti().esmResolve(specifier, { parentURL: pathToFileURL(from).href, try: true });
  const found = resolved?.startsWith("file:") ? fileURLToPath(resolved) : null;
  if (found !== null) note(found);
  const [first = "", second = ""] = specifier.split("/");
  const name = first.startsWith("@") ? `${first}/${second}` : first;
  for (let dir = dirname(from); ; dir = dirname(dir)) {
    // The nearest one says what `#name` and the name of the package itself mean.
    note(join(dir, "package.json"));
    const modules = join(dir, "node_modules");
    note(join(modules, name, "package.json"), true);
    if (isFile(join(modules, name, "package.json"))) {
      for (const file of INSTALLED) note(join(modules, file), true);
      return found;
    }
    if (dir === dirname(dir)) return found;
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
