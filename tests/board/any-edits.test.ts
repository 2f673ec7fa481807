import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { openGround } from "../../core/board/open.ts";
import { takeSnapshot } from "../../core/board/snapshot.ts";
import { watchBoard } from "../../core/board/watch/watch-board.ts";
import { makeWorkspace } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";
import { openOwn } from "./boards.ts";
import { edit, PROFILES, START } from "./edits.ts";
import { coldData, dataOf } from "./remembered.ts";

/** How many edits each run makes, and how many runs there are: some hundreds in all. */
const EDITS = 30;
const RUNS = Number(process.env["PEGBOARD_EDIT_RUNS"] ?? 6);

/**
 * When a workspace is looked at after an edit: some look at young files; some, by a clock that is ahead, at old ones, and
 * these at a whole board that is remembered; some after that clock was set back.
 */
const moment = fc.constantFrom("at once", "at once", "later", "earlier");

const edits = fc.array(fc.tuple(edit, fc.constantFrom(...PROFILES), moment), {
  minLength: EDITS,
  maxLength: EDITS,
});

function setClock(when: string): void {
  if (when === "later") vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  else if (when === "earlier") vi.useRealTimers();
}

/** The data of a board, or why there is none. */
function dataOrFault(opening: Promise<unknown>): Promise<unknown> {
  return opening.catch((error: unknown) => String(error));
}

const warmData = (workspace: TestWorkspace, profile: string): Promise<unknown> =>
  dataOrFault(openOwn(workspace, { profile }).then(dataOf));

/** What was found, and what should be. */
type Pair = { readonly found: unknown; readonly expected: unknown };

/** Looks at a workspace of which is remembered what came before. */
type Looking = {
  look(profile: string): Promise<readonly Pair[]>;
  close?(): Promise<void>;
};

const KINDS: readonly [string, (workspace: TestWorkspace) => Promise<Looking>][] = [
  [
    "a warm board",
    async (workspace) => ({
      async look(profile) {
        const expected = await dataOrFault(coldData(workspace, { profile }));
        const first = await warmData(workspace, profile);
        return [first, await warmData(workspace, profile)].map((found) => ({ found, expected }));
      },
    }),
  ],
  [
    "a board of each of two profiles, made in one process,",
    async (workspace) => {
      const ground = await openGround({ root: workspace.root, packageRoot: null });
      const board = async (profile: string): Promise<unknown> => {
        const made = await takeSnapshot(profile, ground);
        ground.remember(made);
        return dataOf(made);
      };
      return {
        async look(latest) {
          const pairs: Pair[] = [];
          for (const profile of [...PROFILES, latest]) {
            const expected = await dataOrFault(coldData(workspace, { profile }));
            pairs.push({ found: await dataOrFault(board(profile)), expected });
          }
          // And so is what another process takes over.
          await ground.save();
          const expected = pairs.at(-1)?.expected;
          return [...pairs, { found: await warmData(workspace, latest), expected }];
        },
      };
    },
  ],
  [
    "a watched board",
    async (workspace) => {
      const watched = await watchBoard({ root: workspace.root, packageRoot: null });
      let fault: string | null = null;
      watched.listen({
        failed: (error) => {
          fault = String(error);
        },
      });
      let before = dataOf(watched.board);
      return {
        async look() {
          const found = dataOf(await watched.refresh());
          const cold = await dataOrFault(coldData(workspace));
          const last = before;
          before = found;
          // Where no board can be made, the last one stays, and it is told why.
          return typeof cold === "string"
            ? [{ found: { fault, board: found }, expected: { fault: cold, board: last } }]
            : [{ found, expected: cold }];
        },
        close: () => watched.close(),
      };
    },
  ],
];

afterEach(() => {
  vi.useRealTimers();
});

test.each(KINDS)(
  "after any edits %s is what a board opened with nothing known is",
  async (_, begin) => {
    const property = fc.asyncProperty(edits, async (list) => {
      const workspace = makeWorkspace(START);
      const looking = await begin(workspace);
      const done: string[] = [];
      try {
        for (const [{ what, run }, profile, when] of list) {
          run(workspace);
          done.push(`${what} (${profile}, ${when})`);
          setClock(when);
          for (const { found, expected } of await looking.look(profile)) {
            expect({ done, found }).toEqual({ done, found: expected });
          }
        }
      } finally {
        await looking.close?.();
      }
      // What it leaves for others.
      const expected = await dataOrFault(coldData(workspace));
      expect({ done, found: await warmData(workspace, "default") }).toEqual({
        done,
        found: expected,
      });
      vi.useRealTimers();
    });
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  },
  Math.max(300_000, RUNS * 10_000),
);
