import { stat } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import type { Board } from "../../board/board.ts";
import { ModelUnavailable } from "./model.ts";

const ENDINGS = ["", ".replay.json", ".json"];

/**
 * Finds the file of `replay/<name>`: where it says when it is a path, else through the layers of the profile, then in the
 * workspace and the current folder (docs/replay.md).
 *
 * @param board - null where there is no workspace: only paths and the current folder are looked at
 * @returns an absolute path
 * @throws {ModelUnavailable} when there is none; the message lists where it was looked for
 */
export async function findRecording(
  name: string,
  board: Pick<Board, "root" | "layers"> | null,
  cwd: string,
): Promise<string> {
  const tried: string[] = [];
  for (const place of placesFor(name, board, cwd)) {
    for (const ending of ENDINGS) {
      const file = place + ending;
      if (await isFile(file)) return file;
    }
    tried.push(place);
  }
  throw new ModelUnavailable(
    `replay/${name}: there is no such recorded conversation. Looked for it (also with .replay.json and .json) at ` +
      `${tried.join(", ")}.`,
  );
}

function placesFor(
  name: string,
  board: Pick<Board, "root" | "layers"> | null,
  cwd: string,
): string[] {
  if (isAbsolute(name) || /^\.\.?[\\/]/.test(name)) return [resolve(cwd, name)];
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
