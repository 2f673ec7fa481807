import { relative, resolve, sep } from "node:path";
import { findPackageRoot } from "../../board/package-root.ts";

/**
 * A file of a board as a person reads it: what comes with Pegboard itself is told from what is in the workspace, wherever
 * the package happens to be installed.
 *
 * @param root - absolute path of the workspace
 * @returns shows `relative to the workspace` as it is, and a file of the package as `(pegboard) tools/response.ts`
 */
export function placeNamer(root: string): (file: string) => string {
  const home = findPackageRoot();
  return (file) => {
    if (home === null || !file.startsWith("../")) return file;
    const inside = relative(home, resolve(root, file));
    return inside.startsWith("..") ? file : `(pegboard) ${inside.split(sep).join("/")}`;
  };
}
