import { readdir, stat } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import type { Board } from "../../board/board.ts";
import { didYouMean } from "../../board/suggest.ts";
import { ModelUnavailable } from "./model.ts";

const REPLAY = ".replay.json";
const ENDINGS = ["", REPLAY, ".json"];

/**
 * Finds the file of `replay/<name>`: where it says when it is a path, else through the layers of the profile, then in the
 * workspace and the current folder (docs/replay.md).
 *
 * @param board - null where there is no workspace: only paths and the current folder are looked at
 * @returns an absolute path
 * @throws {ModelUnavailable} when there is none; the message says where it was looked for, and which there are
 */
export async function findRecording(
  name: string,
  board: Pick<Board, "root" | "layers"> | null,
  cwd: string,
): Promise<string> {
  const places = placesFor(name, board, cwd);
  for (const place of places) {
    for (const ending of ENDINGS) {
      const file = place + ending;
      if (await isFile(file)) return file;
    }
  }
  const [path] = isPath(name) ? places : [];
  if (path !== undefined) {
    throw new ModelUnavailable(
      `replay/${name}: there is no such recorded conversation at ${path}, also not with .replay.json or .json.`,
    );
  }
  const names = await namesIn(places.map((place) => place.slice(0, -name.length)));
  const known =
    didYouMean(name, names) || (names.length > 0 ? `; there are: ${listed(names)}.` : ".");
  const within = board ? "the folders of the profile, the workspace and " : "";
  throw new ModelUnavailable(
    `replay/${name}: there is no such recorded conversation in ${within}the current folder, also not with .replay.json or .json${known}`,
  );
}

/** The recordings that lie in these folders and are known by their ending. */
async function namesIn(folders: readonly string[]): Promise<string[]> {
  const files = await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])));
  const names = files.flat().filter((file) => file.endsWith(REPLAY));
  return [...new Set(names.map((file) => file.slice(0, -REPLAY.length)))].sort();
}

/** How many names a message lists. */
const LISTED = 10;

function listed(names: readonly string[]): string {
  const more = names.length > LISTED ? ` and ${names.length - LISTED} more` : "";
  return `${names.slice(0, LISTED).join(", ")}${more}`;
}

function isPath(name: string): boolean {
  return isAbsolute(name) || /^\.\.?[\\/]/.test(name);
}

function placesFor(
  name: string,
  board: Pick<Board, "root" | "layers"> | null,
  cwd: string,
): string[] {
  if (isPath(name)) return [resolve(cwd, name)];
  const layers = board?.layers.flatMap(({ dir }) => [join(dir, "replays", name), join(dir, name)]);
  return [
    ...new Set([...(layers ?? []), ...(board ? [join(board.root, name)] : []), join(cwd, name)]),
  ];
}

async function isFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
