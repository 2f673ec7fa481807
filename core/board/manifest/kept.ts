import type { Board } from "../board.ts";
import { decode } from "./decode.ts";
import { encode } from "./encode.ts";
import { imageOf } from "./image.ts";
import type { Image } from "./image.ts";
import { parse } from "./manifest-file.ts";
import type { Sections } from "./manifest-file.ts";
import { Memory } from "./memory.ts";

/** What is kept of a workspace: what is known of its files, and images of its boards. */
export type Kept = {
  /** Read when it is first asked for: where a whole board is as it was, it is not needed. */
  readonly memory: () => Memory;
  /** Of the board of a profile. */
  readonly image: (profile: string) => Image | null;
  /** Keeps an image of the board that was made in the last look, or none where it may be another the next time. */
  readonly remember: (board: Board) => void;
  /** All of it as it is to be written, or null where that has been done. */
  readonly unsaved: () => ReadonlyMap<string, string> | null;
};

const MEMORY = "memory";

const BOARD = "board ";

const STAMPS = "stamps ";

/** @param sections - of a manifest that holds; null for none */
export function openKept(sections: Sections | null): Kept {
  let memory: Memory | undefined;
  /** Those that are not as in the manifest: null for none. */
  const images = new Map<string, Image | null>();
  let isSaved = true;
  const read = (name: string): string | null => sections?.get(name) ?? null;
  const image = (profile: string): Image | null => {
    const known = images.get(profile);
    if (known !== undefined) return known;
    const [stamps, board] = [read(STAMPS + profile), read(BOARD + profile)];
    return stamps === null || board === null ? null : { stamps, board };
  };
  const open = (): Memory => {
    const text = read(MEMORY);
    const known = text === null ? null : decode(parse(text));
    return new Memory(known ?? undefined);
  };
  return {
    memory: () => (memory ??= open()),
    image,
    remember(board) {
      const { name } = board.profile;
      const dependencies = memory?.dependencies ?? null;
      if (!dependencies && !image(name)) return;
      images.set(name, dependencies && imageOf(board, dependencies));
      isSaved = false;
    },
    unsaved() {
      if (!memory || (isSaved && memory.isSaved)) return null;
      isSaved = true;
      memory.saved();
      const profiles = (sections?.names() ?? []).flatMap((name) =>
        name.startsWith(STAMPS) ? [name.slice(STAMPS.length)] : [],
      );
      const parts = [...new Set([...profiles, ...images.keys()])].flatMap(
        (profile): [string, string][] => {
          const kept = image(profile);
          if (!kept) return [];
          return [
            [STAMPS + profile, kept.stamps],
            [BOARD + profile, kept.board],
          ];
        },
      );
      return new Map([[MEMORY, JSON.stringify(encode(memory.known()))], ...parts]);
    },
  };
}
