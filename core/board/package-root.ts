import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The folder of the installed package, found upwards from this very file: it is run from `core/` as well as from
 * `dist/`.
 *
 * @returns its absolute path, or null when the framework runs outside its package (bundled into a program, say)
 */
export function findPackageRoot(): string | null {
  let dir = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    if (packageName(dir) === "pegboard") return dir;
    const parent = dirname(dir);
    if (parent === dir) return null;
    dir = parent;
  }
}

function packageName(dir: string): unknown {
  try {
    const parsed: unknown = JSON.parse(readFileSync(join(dir, "package.json"), "utf8"));
    return typeof parsed === "object" && parsed !== null ? Reflect.get(parsed, "name") : undefined;
  } catch {
    return undefined;
  }
}
