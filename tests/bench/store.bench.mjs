import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../dist/store/store.js";
import { eachOf, micros, rounds } from "./measure.mjs";

export const title = "the embedded store: opening, appending, searching 100,000 messages";

const MESSAGES = 100_000;
const SESSIONS = 500;
/** Few of the words are in many messages, as in a language. */
const WORDS = 20_000;

export async function run({ runs }) {
  const root = mkdtempSync(join(tmpdir(), "pegboard-bench-"));
  const store = openStore({ root });
  try {
    await fill(store);
    let appended = 0;
    const openAndAppend = async () => {
      const fresh = openStore({ root });
      await fresh.conversations.append("s0", message(`opened ${++appended}`));
      await fresh.close();
    };
    const append = () => store.conversations.append("s1", message(`appended ${++appended}`));
    const search = (query) => () => store.sessions.search(query, { profile: "default", limit: 10 });
    const measured = await rounds(runs, {
      open: () => micros(openAndAppend),
      append: () => eachOf(20, append),
      rare: () => eachOf(5, search("w19999")),
      common: () => eachOf(5, search("w1")),
      both: () => eachOf(5, search("w1 w2 w3")),
      none: () => eachOf(5, search("w1 nowhere")),
    });
    return [
      ms("open the store and append a message", measured.open),
      ms("append a message", measured.append),
      ms("search a rare word", measured.rare, { atMost: 25 }),
      ms("search a common word", measured.common, { atMost: 25 }),
      ms("search three common words", measured.both, { atMost: 25 }),
      ms("search what is not there", measured.none, { atMost: 25 }),
    ];
  } finally {
    await store.close();
    rmSync(root, { recursive: true, force: true });
  }
}

const ms = (what, value, more = {}) => ({ what, value: value / 1_000, unit: "ms", ...more });

const message = (text) => ({ role: "user", text });

/** Straight into the tables, in large transactions: appending one by one would wait for the disk 100,000 times. */
async function fill(store) {
  const { db, index } = await store.engine();
  for (let at = 0; at < SESSIONS; at++) {
    await store.conversations.begin({
      id: `s${at}`,
      profile: "default",
      model: "bench/x",
      parent: null,
    });
  }
  let seed = 1;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let from = 0; from < MESSAGES; from += 5_000) {
    await db.transaction().execute(async (transaction) => {
      for (let at = from; at < from + 5_000; at++) {
        const words = Array.from({ length: 30 }, () => `w${Math.floor(WORDS * random() ** 3)}`);
        const text = words.join(" ");
        const { id } = await transaction
          .insertInto("messages")
          .values({
            session: `s${at % SESSIONS}`,
            position: Math.floor(at / SESSIONS) + 1,
            role: "user",
            body: JSON.stringify(message(text)),
            text,
            created_at: at,
          })
          .returning("id")
          .executeTakeFirstOrThrow();
        await index(transaction, id, [...new Set(words)]);
      }
    });
  }
}
