import { join } from "node:path";
import type { Board, Plugin } from "./board.ts";

/**
 * The folders in which profiles of any name lie, highest first, whether they are there or not. A layer is one of a
 * profile or one that has assets, so what only has profiles is none.
 *
 * @returns absolute paths
 */
export function agentFolders({ root, layers, plugins }: Board): string[] {
  const of = (origin: Plugin["origin"]): string[] =>
    plugins.filter((plugin) => plugin.enabled && plugin.origin === origin).map(({ dir }) => dir);
  const roots = layers.filter(({ kind }) => kind === "root");
  const holders = [
    join(root, "usr"),
    ...of("user"),
    ...of("workspace"),
    ...roots.filter(({ bundled }) => !bundled).map(({ dir }) => dir),
    ...of("package"),
    ...roots.filter(({ bundled }) => bundled).map(({ dir }) => dir),
  ];
  return holders.map((dir) => join(dir, "agents"));
}
