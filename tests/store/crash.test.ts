import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAgent } from "../../core/agent/agent.ts";
import { callsOf } from "../../core/agent/message.ts";
import type { Message } from "../../core/agent/message.ts";
import { openModel } from "../../core/agent/models/open-model.ts";
import { openBoard } from "../../core/board/open.ts";
import { openStore } from "../../core/store/store.ts";
import type { Store } from "../../core/store/store.ts";
import { postgresAvailable, startPostgres } from "../support/postgres.ts";
import type { TestPostgres } from "../support/postgres.ts";
import { makeWorkspace } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";

/** `npm run crash` makes it hundreds. */
const CRASHES = Number(process.env["PEGBOARD_CRASHES"] ?? 24);
/** Processes that use the store at the same time, each in a session of its own. */
const AT_ONCE = 3;
/** How often a session is hit before a new one is begun. */
const HITS = 3;
const ROUNDS = Math.ceil(CRASHES / AT_ONCE);
const SESSIONS = AT_ONCE * Math.ceil(ROUNDS / HITS);
const SEED = Number(process.env["PEGBOARD_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const LONGEST_LIFE = 250;
const CHILD = fileURLToPath(new URL("./crash/child.mjs", import.meta.url));

const STEP = `import { defineTool } from "pegboard";
import { z } from "zod";
export default defineTool({
  description: "A step.",
  args: z.object({ n: z.number() }),
  risk: "read",
  repeatable: true,
  async execute({ n }) {
    await new Promise((resolve) => setTimeout(resolve, (n * 7) % 13));
    return "step " + n + " " + "x".repeat(n % 5 === 0 ? 60_000 : 10);
  },
});
`;

/** Ids are unique over a session, and a session sees several recordings. */
const recording = (name: string, turns: number, answer: string): string =>
  JSON.stringify({
    format: "pegboard.replay/1",
    conversation: Array.from({ length: turns }, (_, turn) => [
      {
        model: {
          text: `turn ${turn}`,
          calls: [0, 1, 2].map((n) => ({
            id: `${name}-${turn}-${n}`,
            tool: "step",
            args: { n: turn * 3 + n },
          })),
        },
      },
      { model: answer },
    ]).flat(),
  });

function makeCrashWorkspace(): TestWorkspace {
  return makeWorkspace({
    "agents/default/agent.md": "---\ntitle: D\n---\nYou.\n",
    "tools/step.ts": STEP,
  });
}

/** Mulberry32: the same numbers for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Lets a process work for so many milliseconds and kills it. Returns how many messages it knew to be stored. */
async function crash(
  root: string,
  url: string | undefined,
  session: string,
  life: number,
  replay: string,
): Promise<number> {
  const child = spawn(process.execPath, [CHILD, root, url ?? "-", session, replay], {
    stdio: "pipe",
  });
  let said = "";
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (said.includes("ready\n")) resolve();
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
    child.once("exit", () => reject(new Error(`the process ended by itself:\n${said}`)));
  });
  const ended = once(child, "exit");
  await ready;
  await wait(life);
  child.kill("SIGKILL");
  const [code] = (await ended) as [number | null];
  if (code !== null || said.includes("error ")) throw new Error(`it ended with ${code}:\n${said}`);
  return Math.max(0, ...[...said.matchAll(/^done (\d+)$/gm)].map(([, count]) => Number(count)));
}

/** Every reply with calls is followed by one message with the result of each, in order. `open`: but the last reply may not be. */
function checkConversation(messages: readonly Message[], open: boolean): void {
  const seen = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const calls = callsOf(message);
    if (calls.length === 0) continue;
    const next = messages[index + 1];
    if (next === undefined && open) continue;
    expect(next?.role).toBe("tool");
    const ids = next?.role === "tool" ? next.results.map(({ id }) => id) : [];
    expect(ids).toEqual(calls.map(({ id }) => id));
    for (const id of ids) {
      expect(seen.has(id)).toBe(false);
      seen.add(id);
    }
  }
}

/** The entries are those of one version: the old or the new. */
async function checkMemory(store: Store, profile: string): Promise<void> {
  const texts = (await store.memory.list(profile)).map(({ text }) => text);
  if (texts.length === 0) return;
  const [version] = texts[0]?.split(" ") ?? [];
  expect(texts).toEqual(["a", "b", "c"].map((letter) => `${version} ${letter}`));
}

async function goOn(
  workspace: TestWorkspace,
  store: Store,
  session: string,
  replay: string,
): Promise<void> {
  const board = await openBoard({ root: workspace.root, packageRoot: null });
  const agent = openAgent({
    board,
    model: await openModel(`replay/${replay}`, {}, { board, cwd: workspace.root }),
    store: store.conversations,
    approvals: store.approvals,
    session,
  });
  let answer: unknown = null;
  for await (const event of agent.turn("are you there?")) {
    if (event.type === "error") throw new Error(event.message);
    if (event.type === "turn_ended") answer = { reason: event.reason, text: event.text };
  }
  await agent.close();
  expect(answer).toEqual({ reason: "answered", text: "I go on." });
}

/** Returns how many sessions went on. */
async function crashAgainAndAgain(url: () => Promise<string | undefined>): Promise<number> {
  const next = random(SEED);
  const workspace = makeCrashWorkspace();
  const database = await url();
  const store = openStore({ root: workspace.root, url: database });
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const lives = Array.from({ length: AT_ONCE }, () => next() * LONGEST_LIFE);
      await Promise.all(
        lives.map(async (life, at) => {
          const session = `session-${at}-${Math.floor(round / HITS)}`;
          const name = `${round}-${at}`;
          workspace.write({
            [`crash-${name}.replay.json`]: recording(`c${name}`, 200, "done"),
            [`after-${name}.replay.json`]: recording(`a${name}`, 1, "I go on."),
          });
          const known = await crash(workspace.root, database, session, life, `crash-${name}`);
          const left = await store.conversations.load(session);
          expect(left.length).toBeGreaterThanOrEqual(known);
          checkConversation(left, true);
          await checkMemory(store, session);
          await goOn(workspace, store, session, `after-${name}`);
          const mended = await store.sessions.messages(session);
          expect(mended.map(({ position }) => position)).toEqual(
            mended.map((_, index) => index + 1),
          );
          checkConversation(
            mended.map(({ message }) => message),
            false,
          );
          expect(await store.conversations.recorded(session)).toEqual([]);
        }),
      );
    }
    return (await store.sessions.search("are you there", { limit: 1_000 })).length;
  } catch (error) {
    throw new Error(
      `PEGBOARD_SEED=${SEED}: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  } finally {
    await store.close();
  }
}

const LONG = 60_000 + CRASHES * 5_000;

describe("a process that is killed at any moment leaves a conversation that goes on", () => {
  test(`on SQLite, ${CRASHES} times`, { timeout: LONG }, async () => {
    process.stdout.write(`crashes with PEGBOARD_SEED=${SEED}\n`);
    expect(await crashAgainAndAgain(async () => undefined)).toBe(SESSIONS);
  });

  describe.skipIf(!postgresAvailable)("on PostgreSQL", () => {
    let server: TestPostgres;
    beforeAll(async () => {
      server = await startPostgres();
    }, 60_000);
    afterAll(() => server?.stop());

    test(`${CRASHES} times`, { timeout: LONG }, async () => {
      expect(await crashAgainAndAgain(() => server.freshDatabase())).toBe(SESSIONS);
    });
  });
});
