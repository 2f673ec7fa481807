import type { Board } from "../board.ts";
import { decode } from "./decode.ts";
import { encode } from "./encode.ts";
import { imageOf } from "./image.ts";
import { parse } from "./manifest-file.ts";
import type { Sections } from "./manifest-file.ts";
import { Memory } from "./memory.ts";

/** What is kept of a workspace: what is known of its files, and images of its boards. */
export type Kept = {
  /** Read when it is first asked for: where a whole board is as it was, it is not needed. */
  readonly memory: () => Memory;
  /** The parts of the image of the board of a profile, each read when it is asked for. */
  readonly stamps: (profile: string) => string | null;
  readonly board: (profile: string) => string | null;
  /** Keeps an image of a board, or none where it was not made in the last look or may be another the next time. */
  readonly remember: (board: Board) => void;
  /** A text made of the board of a profile, kept with its image. */
  readonly text: (profile: string, name: string) => string | null;
  /** Does nothing where the board has no image. */
  readonly keepText: (profile: string, name: string, text: string) => void;
  /** What is known of a tool does not hold: of the same source it says something else, or its source is another. */
  readonly unlearn: (file: string, because: "unsteady" | "changed") => void;
  /** All of it as it is to be written, or null where that has been done. */
  readonly unsaved: () => ReadonlyMap<string, string> | null;
};

const MEMORY = "memory";

/** Names of sections. A name of a profile has no space in it. */
const stampsOf = (profile: string): string => `${profile} stamps`;
const boardOf = (profile: string): string => `${profile} board`;
const textOf = (profile: string, name: string): string => `${profile} text ${name}`;

/** @param sections - of a manifest that holds; null for none */
export function openKept(sections: Sections | null): Kept {
  let memory: Memory | undefined;
  /** What is not as it is in the manifest; null where it is not there any more. */
  const changed = new Map<string, string | null>();
  const read = (name: string): string | null => {
    const text = changed.get(name);
    return text === undefined ? (sections?.get(name) ?? null) : text;
  };
  const names = (): string[] => [...new Set([...(sections?.names() ?? []), ...changed.keys()])];
  const open = (): Memory => {
    const text = read(MEMORY);
    const known = text === null ? null : decode(parse(text));
    return new Memory(known ?? undefined);
  };
  return {
    memory: () => (memory ??= open()),
    stamps: (profile) => read(stampsOf(profile)),
    board: (profile) => read(boardOf(profile)),
    remember(board) {
      const { name: profile } = board.profile;
      for (const name of names()) if (name.startsWith(`${profile} `)) changed.set(name, null);
      const dependencies = memory?.dependenciesOf(board) ?? null;
      if (!dependencies) return;
      const made = imageOf(board, dependencies);
      changed.set(stampsOf(profile), made.stamps).set(boardOf(profile), made.board);
    },
    unlearn(file, because) {
      memory ??= open();
      if (because === "unsteady") memory.markUnsteady(file);
      else memory.forgetTool(file);
      for (const name of names()) if (name !== MEMORY) changed.set(name, null);
    },
    text: (profile, name) => read(textOf(profile, name)),
    keepText(profile, name, text) {
      if (read(stampsOf(profile)) !== null) changed.set(textOf(profile, name), text);
    },
    unsaved() {
      if (changed.size === 0 && (memory?.isSaved ?? true)) return null;
      if (memory) changed.set(MEMORY, JSON.stringify(encode(memory.known())));
      memory?.saved();
      const parts = names().flatMap((name): [string, string][] => {
        const text = read(name);
        return text === null ? [] : [[name, text]];
      });
      return new Map(parts);
    },
  };
}
