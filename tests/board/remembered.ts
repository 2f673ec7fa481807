import { EXTENSION_POINTS } from "../../core/contract/index.ts";
import type { Asset, Board } from "../../core/board/board.ts";
import type { OpenBoardOptions } from "../../core/board/open.ts";
import { ASSET_KINDS } from "../../core/board/asset-index.ts";
import type { TestWorkspace } from "../support/workspace.ts";
import { openOwn } from "./boards.ts";

function place({ name, file, layer }: Asset): unknown {
  return [name, file, layer.dir];
}

/** All of a board that is data, in plain form. */
export function dataOf(board: Board): unknown {
  return {
    root: board.root,
    profile: board.profile,
    layers: board.layers,
    plugins: board.plugins,
    tools: board.tools.map((tool) =>
      Object.fromEntries(Object.entries(tool).filter(([, value]) => typeof value !== "function")),
    ),
    extensions: EXTENSION_POINTS.map((point) =>
      board.extensions[point].map(({ name, file, plugin }) => [name, file, plugin]),
    ),
    ignored: board.ignored,
    diagnostics: board.diagnostics,
    assets: ASSET_KINDS.map((kind) =>
      board.list(kind).map((asset) => [place(asset), board.find(kind, asset.name).map(place)]),
    ),
  };
}

/** The data of a board that is opened with nothing known from before. */
export async function coldData(
  workspace: TestWorkspace,
  options: OpenBoardOptions = {},
): Promise<unknown> {
  return dataOf(await openOwn(workspace, { ...options, cache: false }));
}

const COUNTS = Symbol.for("pegboard.test.imports");

/** A line for the source of a file: each time it is evaluated is counted. */
export function countImport(name: string): string {
  return `(globalThis[Symbol.for("pegboard.test.imports")] ??= []).push(${JSON.stringify(name)});\n`;
}

/** The names of the files that were evaluated since this was asked the last time. */
export function imported(): string[] {
  const names: unknown = Reflect.get(globalThis, COUNTS);
  Reflect.deleteProperty(globalThis, COUNTS);
  return Array.isArray(names) ? names.map(String).sort() : [];
}
