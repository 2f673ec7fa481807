import { EXTENSION_POINTS } from "../../contract/index.ts";
import { ASSET_KINDS, indexAssets } from "../asset-index.ts";
import type { Assets, Findable } from "../asset-index.ts";
import type { Board, ExtensionEntry, Layer, Plugin, ToolEntry } from "../board.ts";
import { lazyExtension } from "../extensions.ts";
import { deepFreeze } from "../freeze.ts";
import { lazyTool, toolEntry, unavailable } from "../lazy-tool.ts";
import { BEGINNINGS } from "../places.ts";
import type { Ground } from "../snapshot.ts";
import { linksAmong } from "../tree.ts";
import {
  isDescription,
  isDiagnostic,
  isList,
  isListOf,
  isOneOf,
  isPath,
  isTextOrNull,
} from "./check.ts";
import { isIgnoredFile, isLayerKind, isPlugin, isProfile, isToolStatus } from "./check-board.ts";
import { STAMP_WIDTH } from "./image.ts";
import type { Image } from "./image.ts";
import { parse } from "./manifest-file.ts";
import { stampOf } from "./stamp.ts";
import type { StampedKind } from "./stamp.ts";

/** Whether nothing that the board of an image was made of has changed. Nothing is read but the state of files. */
export function isCurrent(stamps: Image["stamps"], { bases }: Ground): boolean {
  const isLinked = bases.some(({ dir }) => linksAmong(dir, BEGINNINGS).length > 0);
  return !isLinked && isUnchanged(parse(stamps));
}

/**
 * The board of an image that is current.
 *
 * @returns null where the image is not as it must be
 */
export function openImage(wanted: string, board: Image["board"], ground: Ground): Board | null {
  const rows = parse(board);
  return isList(rows) ? boardOf(wanted, rows, ground) : null;
}

function isUnchanged(stamps: unknown): boolean {
  if (!isList(stamps)) return false;
  const [folders, files, absentFolders, absentFiles] = stamps;
  return (
    arePresent(folders, "folder") &&
    arePresent(files, "file") &&
    areAbsent(absentFolders, "folder") &&
    areAbsent(absentFiles, "file")
  );
}

function arePresent(flat: unknown, kind: StampedKind): boolean {
  if (!isList(flat)) return false;
  for (let at = 0; at < flat.length; at += STAMP_WIDTH) {
    const path = flat[at];
    const now = isPath(path) ? stampOf(path, kind) : null;
    const isSame =
      now !== null &&
      now[0] === flat[at + 1] &&
      now[1] === flat[at + 2] &&
      now[2] === flat[at + 3] &&
      now[3] === flat[at + 4];
    if (!isSame) return false;
  }
  return true;
}

function areAbsent(paths: unknown, kind: StampedKind): boolean {
  return isListOf(paths, isPath) && paths.every((path) => stampOf(path, kind) === null);
}

function boardOf(wanted: string, rows: readonly unknown[], ground: Ground): Board | null {
  const [profile, plugins, layerRows, toolRows, extensionRows, ignored, diagnostics, assets] = rows;
  const isWell =
    isProfile(profile) &&
    profile.name === wanted &&
    isListOf(plugins, isPlugin) &&
    isListOf(ignored, isIgnoredFile) &&
    isListOf(diagnostics, isDiagnostic) &&
    typeof assets === "string";
  if (!isWell) return null;
  const layers = all(layerRows, (row) => layerOf(row, plugins));
  const tools = all(toolRows, (row) => toolOf(row, plugins, ground));
  const extensions = all(extensionRows, (row) => extensionOf(row, plugins, ground));
  if (!layers || !tools || !extensions) return null;
  const found = once(() => assetsOf(assets, layers));
  return deepFreeze<Board>({
    root: ground.bases[0].dir,
    profile,
    layers,
    plugins,
    tools,
    extensions: byPoint(extensions),
    ignored,
    diagnostics,
    find: (kind, name) => found().find(kind, name),
    list: (kind) => found().list(kind),
    relative: ground.relative,
  });
}

function layerOf(row: readonly unknown[], plugins: readonly Plugin[]): Layer | null {
  const [kind, dir, index, profile, bundled] = row;
  const plugin = pluginAt(index, plugins);
  const isWell =
    isLayerKind(kind) &&
    isPath(dir) &&
    plugin !== undefined &&
    isTextOrNull(profile) &&
    typeof bundled === "boolean";
  return isWell ? { kind, dir, plugin, profile, bundled } : null;
}

function toolOf(
  row: readonly unknown[],
  plugins: readonly Plugin[],
  ground: Ground,
): ToolEntry | null {
  const [name, id, status, error, description, file, prompt, dox, shadows, index, fingerprint] =
    row;
  const plugin = pluginAt(index, plugins);
  const isWell =
    typeof name === "string" &&
    typeof id === "string" &&
    isToolStatus(status) &&
    isTextOrNull(error) &&
    (error === null) === (status === "ok") &&
    (description === null || isDescription(description)) &&
    (description !== null || status !== "ok") &&
    isPath(file) &&
    (prompt === null || isPath(prompt)) &&
    (dox === null || isPath(dox)) &&
    isListOf(shadows, isPath) &&
    plugin !== undefined &&
    typeof fingerprint === "string";
  if (!isWell) return null;
  return toolEntry(
    { name, id, status, error, description, file, prompt, dox, shadows, plugin },
    fingerprint,
    () =>
      error !== null || description === null
        ? unavailable(name, `${error}`, fingerprint)
        : lazyTool(name, file, { description, fingerprint, tool: null, sources: null }, ground),
  );
}

function extensionOf(
  row: readonly unknown[],
  plugins: readonly Plugin[],
  { loader }: Ground,
): ExtensionEntry | null {
  const [point, name, file, index] = row;
  const plugin = pluginAt(index, plugins);
  const isWell =
    isOneOf(EXTENSION_POINTS, point) &&
    typeof name === "string" &&
    isPath(file) &&
    plugin !== undefined;
  if (!isWell) return null;
  return { point, name, file, plugin, extension: lazyExtension(file, point, loader) };
}

function byPoint(entries: readonly ExtensionEntry[]): Board["extensions"] {
  const points = EXTENSION_POINTS.map((point) => [
    point,
    entries.filter((entry) => entry.point === point),
  ]);
  // Made of every point there is.
  return Object.fromEntries(points) as Board["extensions"];
}

function assetsOf(text: string, layers: readonly Layer[]): Assets {
  const kinds = parse(text);
  const found = ASSET_KINDS.map((kind, at) => {
    const rows = isList(kinds) ? all(kinds[at], (row) => assetOf(row, layers)) : null;
    return [kind, rows ?? []];
  });
  return indexAssets(Object.fromEntries(found) as Parameters<typeof indexAssets>[0]);
}

function assetOf(
  [name, file, index]: readonly unknown[],
  layers: readonly Layer[],
): Findable | null {
  const layer = typeof index === "number" ? layers[index] : undefined;
  return typeof name === "string" && isPath(file) && layer
    ? { name, file, layer, refused: null }
    : null;
}

/** @returns undefined where there is none of that number */
function pluginAt(index: unknown, plugins: readonly Plugin[]): Plugin | null | undefined {
  if (index === -1) return null;
  return typeof index === "number" ? plugins[index] : undefined;
}

/** @returns null where any of the rows can not be read */
function all<T extends object>(
  rows: unknown,
  read: (row: readonly unknown[]) => T | null,
): T[] | null {
  if (!isList(rows)) return null;
  const found: T[] = [];
  for (const row of rows) {
    const one = isList(row) ? read(row) : null;
    if (!one) return null;
    found.push(one);
  }
  return found;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
