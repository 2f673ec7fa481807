import { open } from "node:fs/promises";
import { Failed } from "../contract/index.ts";
import type { ToolAssets } from "../contract/index.ts";
import type { Board } from "../board/board.ts";
import { FileError } from "../board/file-error.ts";

/** What is larger is no text for a model. */
const MOST_BYTES = 1_000_000;

/** The files of a board's layers, as tools and extensions may read them. */
export function toolAssets(board: Board): ToolAssets {
  return {
    async list(kind) {
      return board.list(kind).map(({ name, layer }) => ({
        name,
        layer: board.relative(layer.dir),
        rank: board.layers.indexOf(layer),
      }));
    },
    async read(kind, name) {
      const [asset] = board.find(kind, name);
      return asset === undefined ? null : readText(asset.file, name);
    },
    async document(kind, name) {
      const [asset] = board.find(kind, name);
      if (asset === undefined) return null;
      const text = await readText(asset.file, name);
      const { readFrontMatter } = await import("../board/front-matter.ts");
      const file = board.relative(asset.file);
      try {
        const { data, body } = readFrontMatter(file, text);
        return { data, body };
      } catch (error) {
        // Its message names the file and the line.
        throw error instanceof FileError ? new Failed(error.message) : error;
      }
    },
  };
}

async function readText(file: string, name: string): Promise<string> {
  const handle = await open(file).catch((error: unknown) => {
    throw new Failed(`${name} can not be read: ${codeOf(error)}.`);
  });
  try {
    const { size } = await handle.stat();
    if (size > MOST_BYTES) {
      throw new Failed(`${name} has ${size} bytes; files of more than ${MOST_BYTES} are not read.`);
    }
    const bytes = await handle.readFile();
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw new Failed(`${name} is no UTF-8 text.`);
    throw error;
  } finally {
    await handle.close();
  }
}

/** Not the message, which holds the path. */
function codeOf(error: unknown): string {
  const code: unknown = Reflect.get(Object(error), "code");
  return typeof code === "string" ? code : "it is not there";
}
