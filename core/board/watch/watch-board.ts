import { setImmediate as nextTurn } from "node:timers/promises";
import type { Board } from "../board.ts";
import { openGround } from "../open.ts";
import type { KeptGround, OpenBoardOptions } from "../open.ts";
import { DEFAULT_PROFILE } from "../profile.ts";
import { takeSnapshot } from "../snapshot.ts";
import { Beside } from "./beside.ts";
import { compareBoards } from "./compare.ts";
import type { BoardChange } from "./compare.ts";
import { Texts } from "./edited.ts";
import { areSame } from "./same.ts";
import { watchFolders } from "./watch-folders.ts";
import type { FolderWatcher } from "./watch-folders.ts";

export type WatchUpdate = {
  readonly board: Board;
  /** What is different from the board before, as far as it has a name. */
  readonly changes: readonly BoardChange[];
};

export type WatchListener = {
  /** A new board is there, and `board` gives it. */
  changed?(update: WatchUpdate): void;
  /** No new board can be made, because of the profile say; the last one stays until it can. */
  failed?(error: unknown): void;
  /** After `failed` a board can be made again. Where it is another than the last one, `changed` follows. */
  mended?(): void;
};

/** A board that follows its workspace. */
export interface WatchedBoard {
  /** As it is now. Whoever goes on with one that was given before keeps all of it, tools too. */
  readonly board: Board;
  /** @returns a function that ends the listening */
  listen(listener: WatchListener): () => void;
  /** Looks at once, without waiting to be told: what was saved before this is on the board that it resolves to. */
  refresh(): Promise<Board>;
  /** Ends the watching, and saves what is known for the next start. */
  close(): Promise<void>;
}

export type WatchBoardOptions = OpenBoardOptions & {
  /**
   * Files, by absolute path, that are no part of a board and matter to whoever adds to it: when the content of one changes
   * it is told as a change of the board, too.
   */
  readonly beside?: (board: Board) => readonly string[];
};

/** How long nothing may happen before it is looked at what a few changes have come to, in milliseconds. */
const QUIET_MS = 5;

/** The same after many at once, of a branch that is switched say, which are to make one board. */
const QUIET_AFTER_MANY_MS = 100;
const MANY = 5;

/** How long a file must be left alone before it is believed that it is gone or broken, and not about to be written. */
const SETTLED_MS = 200;

/** The longest that any of this may keep a new board waiting. */
const PATIENCE_MS = 5_000;

/** How long nothing may change before what is known is saved. */
const SAVE_MS = 2_000;

/**
 * Opens a board and makes a new one whenever something of it changes: a tool or what it imports, a fragment, a contract, a
 * profile, an extension, a plugin, a switch, settings. What has not changed is neither read nor imported again. A tool that
 * is saved broken stays unavailable, with its reason, until it is saved well again; while it is being written, the board
 * stays as it was.
 *
 * @throws WorkspaceError, ProfileError - as `openBoard`, for the first board
 *
 * @example
 * const watched = await watchBoard({ cwd: process.cwd() });
 * watched.listen({ changed: ({ board, changes }) => console.log(board.tools.length, changes) });
 */
export async function watchBoard(options: WatchBoardOptions = {}): Promise<WatchedBoard> {
  const ground = await openGround(options);
  const watcher = new Watcher(options.profile ?? DEFAULT_PROFILE, ground, options.beside);
  await watcher.open();
  return watcher;
}

class Watcher implements WatchedBoard {
  readonly #profile: string;
  readonly #ground: KeptGround;
  readonly #texts = new Texts();
  readonly #beside: Beside;
  readonly #listeners = new Set<WatchListener>();
  #current: Board | undefined;
  /** Of the last look, whether it was published or not; null where none could be made. */
  #latest: Board | null = null;
  #folders: FolderWatcher | undefined;
  /** What was touched since it was looked at the last time. */
  #touched = new Set<string>();
  #firstTouch = 0;
  #lastTouch = 0;
  #timer: NodeJS.Timeout | undefined;
  #saving: NodeJS.Timeout | undefined;
  /** One look at a time. */
  #looking: Promise<unknown> = Promise.resolve();
  #failure: string | null = null;
  /** It was told that no board can be made. */
  #isBroken = false;
  #isClosed = false;

  constructor(profile: string, ground: KeptGround, beside: WatchBoardOptions["beside"]) {
    this.#profile = profile;
    this.#ground = ground;
    this.#beside = new Beside(beside);
  }

  get board(): Board {
    if (!this.#current) throw new Error("the board is not open yet");
    return this.#current;
  }

  async open(): Promise<void> {
    this.#current = this.#latest = await takeSnapshot(this.#profile, this.#ground);
    this.#texts.look(this.#current, null);
    this.#beside.look(this.#current);
    const [{ dir, real }] = this.#ground.bases;
    this.#folders = await watchFolders({
      roots: [dir, real],
      touched: (path) => this.#touch(path),
      failed: (error) => this.#tellFailure(error),
      // What changed before it was watched is not told.
      begun: () => this.#wait(0),
    });
    this.#folders.follow(this.#beside.with(this.#ground.memory().used));
    this.#saveSoon();
  }

  listen(listener: WatchListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  refresh(): Promise<Board> {
    return this.#inTurn(async () => {
      await this.#look("at once");
      return this.board;
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#saving);
    await this.#looking;
    await this.#folders?.close();
    await this.#save();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#looking.then(work);
    this.#looking = done.catch(() => {});
    return done;
  }

  #touch(path: string): void {
    const now = performance.now();
    if (this.#touched.size === 0) this.#firstTouch = now;
    this.#touched.add(path);
    this.#lastTouch = now;
    const quiet = this.#touched.size > MANY ? QUIET_AFTER_MANY_MS : QUIET_MS;
    const left = this.#firstTouch + PATIENCE_MS - now;
    this.#lookIn(Math.max(0, Math.min(quiet, left)));
  }

  #lookIn(ms: number): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#inTurn(() => this.#look("when settled"));
    }, ms);
  }

  async #look(when: "at once" | "when settled"): Promise<void> {
    if (this.#isClosed) return;
    const touched = this.#touched;
    const { size } = touched;
    const started = performance.now();
    const isSettled = (): boolean =>
      started - this.#lastTouch >= SETTLED_MS || started - this.#firstTouch >= PATIENCE_MS;
    const isSure = when === "at once" || touched.size === 0 || isSettled();
    // What is told is enough to be quick; all else is looked at when it is quiet.
    const next = await this.#snapshot(isSure, isSure ? null : new Set(touched));
    if (!next) return;
    if (!isSure) {
      // What has happened meanwhile is told now. Of many changes it is not for a part of them to make a board.
      await nextTurn();
      const isBurst = touched.size - size > MANY;
      if (isBurst || isDoubtful(this.board, next) || this.#beside.differs(next)) {
        this.#wait(isBurst ? QUIET_AFTER_MANY_MS : SETTLED_MS);
        return;
      }
    }
    const edited = this.#texts.look(next, when === "at once" ? null : touched);
    const isOtherBeside = this.#beside.look(next);
    if (isOtherBeside || edited.size > 0 || !areSame(this.board, next)) this.#publish(next, edited);
    // Of several changes of one file within a moment the last may not be told.
    if (isSettled()) this.#touched = new Set();
    else this.#wait(SETTLED_MS);
  }

  async #snapshot(isSure: boolean, touched: ReadonlySet<string> | null): Promise<Board | null> {
    this.#latest = null;
    try {
      this.#latest = await takeSnapshot(this.#profile, this.#ground, touched);
      this.#failure = null;
      if (this.#isBroken) for (const listener of this.#listeners) listener.mended?.();
      this.#isBroken = false;
      return this.#latest;
    } catch (error) {
      if (isSure) {
        this.#isBroken = true;
        this.#tellFailure(error);
      } else this.#wait(SETTLED_MS);
      return null;
    } finally {
      const isToFollow =
        this.#folders?.follow(this.#beside.with(this.#ground.memory().used)) ?? false;
      if (isToFollow) this.#wait(SETTLED_MS);
    }
  }

  /** Unless something is touched meanwhile, which is looked at sooner. */
  #wait(ms: number): void {
    if (!this.#timer) this.#lookIn(ms);
  }

  #publish(board: Board, edited: ReadonlySet<string>): void {
    const { board: before } = this;
    let changes: readonly BoardChange[] | undefined;
    const update: WatchUpdate = {
      board,
      get changes() {
        return (changes ??= compareBoards(before, board, (file) => edited.has(file)));
      },
    };
    this.#current = board;
    this.#saveSoon();
    for (const listener of this.#listeners) listener.changed?.(update);
  }

  #tellFailure(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    if (text === this.#failure) return;
    this.#failure = text;
    for (const listener of this.#listeners) listener.failed?.(error);
  }

  #saveSoon(): void {
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => void this.#inTurn(() => this.#save()), SAVE_MS);
    this.#saving.unref();
  }

  async #save(): Promise<void> {
    if (this.#latest) this.#ground.remember(this.#latest);
    await this.#ground.save();
  }
}

/** Whether something is gone or broken that may come back in a moment: an editor may be about to write it. */
function isDoubtful(before: Board, after: Board): boolean {
  const fresh = new Map(after.tools.map((tool) => [tool.name, tool]));
  const isLost = before.tools.some((old) => {
    const tool = fresh.get(old.name);
    return !tool || tool.file !== old.file || (tool.status === "failed" && old.status !== "failed");
  });
  const isBroken = after.tools.some(
    ({ name, status }) =>
      status === "failed" &&
      !before.tools.some((old) => old.name === name && old.status === status),
  );
  return isLost || isBroken || errorsOf(after) > errorsOf(before);
}

/** Of what can not be used. What is only not written yet may be told at once. */
function errorsOf({ diagnostics }: Board): number {
  return diagnostics.filter(
    ({ severity, code }) => severity === "error" && !/^(?:dox|prompt)\//.test(code),
  ).length;
}
