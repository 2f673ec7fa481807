import { EXTENSION_POINTS } from "../../contract/index.ts";
import { ASSET_KINDS } from "../asset-index.ts";
import type { Board, Plugin } from "../board.ts";
import type { Used } from "./memory.ts";

/**
 * A whole board as text, and all that it was made of. As long as none of that has changed, the board is what it was, and
 * neither a folder need be read nor anything be put together.
 */
export type Image = { readonly stamps: string; readonly board: string };

/**
 * The image of a board.
 *
 * @param dependencies - all that it was made of
 */
export function imageOf(board: Board, dependencies: ReadonlyMap<string, Used>): Image {
  return { stamps: JSON.stringify(stampsOf(dependencies)), board: JSON.stringify(rowsOf(board)) };
}

/** What a board depends on, as flat lists, which are the fastest to read. */
export type ImageStamps = readonly [
  folders: readonly (string | number)[],
  files: readonly (string | number)[],
  absentFolders: readonly string[],
  absentFiles: readonly string[],
];

/** How many values a path takes in them: itself and its stamp. */
export const STAMP_WIDTH = 5;

function stampsOf(dependencies: ReadonlyMap<string, Used>): ImageStamps {
  const present = { folder: [] as (string | number)[], file: [] as (string | number)[] };
  const absent = { folder: [] as string[], file: [] as string[] };
  for (const [path, { kind, seen }] of dependencies) {
    if (seen.stamp === null) absent[kind].push(path);
    else present[kind].push(path, ...seen.stamp);
  }
  return [present.folder, present.file, absent.folder, absent.file];
}

function rowsOf(board: Board): unknown {
  // Read only when somebody looks for a file.
  return [...factRows(board), JSON.stringify(assetRows(board))];
}

/** All of a board that is data, but for where its files are. */
export function factRows(board: Board): readonly unknown[] {
  const indexes = new Map(board.plugins.map((plugin, index) => [plugin, index]));
  const indexOf = (plugin: Plugin | null): number =>
    plugin === null ? -1 : (indexes.get(plugin) ?? -1);
  return [
    board.profile,
    board.plugins,
    board.layers.map(({ kind, dir, plugin, profile, bundled }) => [
      kind,
      dir,
      indexOf(plugin),
      profile,
      bundled,
    ]),
    board.tools.map((tool) => [
      tool.name,
      tool.id,
      tool.status,
      tool.error,
      tool.description,
      tool.file,
      tool.prompt,
      tool.dox,
      tool.shadows,
      indexOf(tool.plugin),
      tool.fingerprint,
    ]),
    EXTENSION_POINTS.flatMap((point) =>
      board.extensions[point].map(({ name, file, plugin }) => [point, name, file, indexOf(plugin)]),
    ),
    board.ignored,
    board.diagnostics,
  ];
}

/** All files of a board by kind, each with the number of its layer. */
export function assetRows(board: Board): readonly unknown[] {
  const layers = new Map(board.layers.map((layer, index) => [layer, index]));
  return ASSET_KINDS.map((kind) =>
    board
      .list(kind)
      .flatMap(({ name }) => board.find(kind, name))
      .map(({ name, file, layer }) => [name, file, layers.get(layer)]),
  );
}
