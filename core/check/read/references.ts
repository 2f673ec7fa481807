import { createRequire } from "node:module";
import { dirname, isAbsolute, join } from "node:path";
import type { MissingReference } from "../context.ts";
import type { Contract, Reference } from "../documents/contract.ts";
import type { Files } from "./files.ts";

/** Where what a contract names is looked for. */
export type ReferencePlaces = {
  /** Absolute path of the tool's file. */
  readonly tool: string;
  /** Absolute paths: the workspace, the plugin's folder, the layer's. */
  readonly folders: readonly string[];
  readonly files: Files;
};

/** The tests and dependencies that a contract names and that are not there. */
export function missingReferences(contract: Contract, places: ReferencePlaces): MissingReference[] {
  const missing: MissingReference[] = [];
  for (const { text, line } of contract.tests) {
    if (looksLikeFile(text) && !fileExists(text, places)) {
      missing.push({ section: "Verification", text, line });
    }
  }
  for (const reference of contract.dependencies) {
    if (isMissingDependency(reference, places)) {
      missing.push({ section: "Dependencies", ...reference });
    }
  }
  return missing;
}

/** `tests/a.test.ts`, `./helper.ts`; commands such as `npm test` and globs are something else. */
function looksLikeFile(text: string): boolean {
  return (
    !/[\s*?{}§$<>|:]/.test(text) &&
    (/^\.{0,2}\//.test(text) || /\/[\w.-]+$|\.[A-Za-z]{1,5}$/.test(text))
  );
}

function isMissingDependency({ text }: Reference, places: ReferencePlaces): boolean {
  const scoped = /^@[\w.-]+\/[\w.-]+(?:\/[\w./-]+)?$/.test(text);
  const file = !scoped && looksLikeFile(text);
  if (file && fileExists(text, places)) return false;
  const isPackage = scoped || /^(?:node:)?[a-z0-9][\w.-]*(?:\/[\w./-]+)?$/.test(text);
  if (!isPackage) return file;
  return !packageExists(
    text
      .split("/")
      .slice(0, scoped ? 2 : 1)
      .join("/"),
    places,
  );
}

function packageExists(name: string, places: ReferencePlaces): boolean {
  // Resolved for every tool by the loader, wherever the workspace is.
  if (name === "pegboard" || name === "zod" || name.startsWith("node:")) return true;
  const require = createRequire(places.tool);
  if (require.resolve.paths(name) === null) return true;
  return [places.tool, ...places.folders.map((folder) => join(folder, "x.js"))].some((from) =>
    resolves(name, from),
  );
}

function resolves(name: string, from: string): boolean {
  const require = createRequire(from);
  for (const target of [`${name}/package.json`, name]) {
    try {
      require.resolve(target);
      return true;
    } catch (error) {
      // It is there and does not export what was asked for.
      const code: unknown = error instanceof Error ? Reflect.get(error, "code") : null;
      if (code === "ERR_PACKAGE_PATH_NOT_EXPORTED") return true;
    }
  }
  return false;
}

function fileExists(text: string, { tool, folders, files }: ReferencePlaces): boolean {
  if (isAbsolute(text)) return false;
  return [dirname(tool), ...folders].some((folder) => files.exists(join(folder, text)));
}
