import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test, describe } from "vitest";
import type { Message } from "../../core/agent/message.ts";
import type { ToolResult } from "../../core/contract/index.ts";
import { StoreError, databaseFile, openStore } from "../../core/store/store.ts";
import type { Store } from "../../core/store/store.ts";
import { indexWords } from "../../core/store/words.ts";
import { makeWorkspace } from "../support/workspace.ts";
import { onEveryEngine } from "./engines.ts";

const user = (text: string): Message => ({ role: "user", text });

function result(id: string, message: string): ToolResult {
  return {
    id,
    tool: "t",
    method: null,
    status: "ok",
    is_error: false,
    message,
    break_loop: false,
    additional: null,
    ms: 1,
  };
}

async function say(store: Store, session: string, ...texts: string[]): Promise<void> {
  await store.conversations.begin({
    id: session,
    profile: "default",
    model: "replay/x",
    parent: null,
  });
  for (const text of texts) await store.conversations.append(session, user(text));
}

onEveryEngine((database) => {
  describe("conversations", () => {
    test("come back as they were written, also through another process", async () => {
      const { open } = await database();
      const store = open();
      const messages: Message[] = [
        user("hello \u{1F600} \0 \uD800"),
        {
          role: "assistant",
          parts: [
            { kind: "text", text: "hi" },
            { kind: "call", id: "1", name: "t", args: "{" },
          ],
        },
        { role: "tool", results: [result("1", "done")] },
        { role: "note", text: "go on" },
      ];
      await store.conversations.begin({ id: "s", profile: "default", model: "m/m", parent: null });
      for (const message of messages) await store.conversations.append("s", message);
      expect(await open().conversations.load("s")).toEqual(messages);
      expect(await store.conversations.load("unknown")).toEqual([]);
    });

    test("a session that is begun again keeps what it has", async () => {
      const store = (await database()).open();
      await say(store, "s", "one");
      await store.conversations.begin({ id: "s", profile: "other", model: "x/y", parent: "p" });
      expect(await store.sessions.get("s")).toMatchObject({
        profile: "default",
        parent: null,
        messages: 1,
      });
    });

    test("a result recorded while others still run is known until its message is there", async () => {
      const { open } = await database();
      const store = open();
      await say(store, "s", "go");
      await store.conversations.record("s", result("a", "first"));
      await store.conversations.record("s", result("a", "again"));
      await store.conversations.record("s", result("b", "second"));
      expect((await open().conversations.recorded("s")).map((r) => r.message).sort()).toEqual([
        "again",
        "second",
      ]);
      await store.conversations.append("s", { role: "tool", results: [result("a", "again")] });
      expect((await store.conversations.recorded("s")).map((r) => r.id)).toEqual(["b"]);
    });

    test("several writers at once lose nothing, and the order is one", async () => {
      const { open } = await database();
      const stores = [open(), open(), open()];
      await say(stores[0] ?? open(), "s");
      const texts = Array.from({ length: 30 }, (_, index) => `message ${index}`);
      await Promise.all(
        texts.map((text, index) => stores[index % 3]?.conversations.append("s", user(text))),
      );
      const stored = await open().sessions.messages("s");
      expect(stored.map((each) => each.position)).toEqual(texts.map((_, index) => index + 1));
      expect(stored.map((each) => each.text).sort()).toEqual([...texts].sort());
    });
  });

  describe("sessions", () => {
    test("are listed newest first, with the beginning of what was asked as their title", async () => {
      let time = 0;
      const store = (await database()).open(() => ++time);
      await say(store, "old", "first   question\nof many");
      await say(store, "new", `x${"y".repeat(200)}`);
      await store.conversations.begin({
        id: "child",
        profile: "default",
        model: "m/m",
        parent: "new",
      });
      await store.conversations.begin({
        id: "other",
        profile: "pirate",
        model: "m/m",
        parent: null,
      });
      const list = await store.sessions.list({ profile: "default" });
      expect(list.map((session) => session.id)).toEqual(["new", "old"]);
      expect(list.map((session) => session.title?.length)).toEqual([
        80,
        "first question of many".length,
      ]);
      expect(await store.sessions.list({ children: true })).toHaveLength(4);
      expect(await store.sessions.list({ limit: 1 })).toHaveLength(1);
      expect(await store.sessions.list({ except: "new", profile: "default" })).toHaveLength(1);
    });

    test("are renamed, read in part, and deleted with their children", async () => {
      const store = (await database()).open();
      await say(store, "s", "one", "two", "three");
      await store.conversations.begin({
        id: "child",
        profile: "default",
        model: "m/m",
        parent: "s",
      });
      await store.conversations.append("child", user("inner"));
      expect(await store.sessions.rename("s", "A title")).toBe(true);
      expect((await store.sessions.get("s"))?.title).toBe("A title");
      expect(
        (await store.sessions.messages("s", { from: 2, count: 1 })).map((each) => each.text),
      ).toEqual(["two"]);
      expect(await store.sessions.delete("s")).toBe(true);
      expect(await store.sessions.delete("s")).toBe(false);
      expect(await store.sessions.get("child")).toBeNull();
      expect(await store.sessions.search("inner", { children: true })).toEqual([]);
      expect(await store.sessions.rename("s", "x")).toBe(false);
    });

    test("are forgotten after a time", async () => {
      let time = 100;
      const store = (await database()).open(() => time);
      await say(store, "old", "a");
      time = 200;
      await say(store, "new", "b");
      expect(await store.sessions.deleteBefore(150)).toBe(1);
      expect((await store.sessions.list()).map((session) => session.id)).toEqual(["new"]);
    });
  });

  describe("search gives the same answers to the same queries", () => {
    const texts = {
      hyphen: "the wrong-book arrived, don't panic",
      code: "call foo.bar() with a_b, it is 100% safe",
      words: "a1b axb 1000 percent NOT AND open",
      chinese: "他说这是一种记忆断裂的现象，用GPT模型解释",
      korean: "오래된 기억이 남아 있다",
      accents: "Ångström café NAÏVE",
      long: `${"filler ".repeat(2000)} needle`,
    };
    const cases: [query: string, found: (keyof typeof texts)[]][] = [
      ["wrong-book", ["hyphen"]],
      ["book wrong", ["hyphen"]],
      ["don't", ["hyphen"]],
      ["foo.bar()", ["code"]],
      ['"open', ["words"]],
      ["NOT", ["words"]],
      ["a AND", []],
      ["*", []],
      ["", []],
      ["   ", []],
      ["'; drop table messages; --", []],
      ["100%", ["code"]],
      ["a_b", ["code"]],
      ["_", []],
      ["%", []],
      ["记忆断裂", ["chinese"]],
      ["记忆", ["chinese"]],
      ["忆", ["chinese"]],
      ["忆记", []],
      ["GPT", ["chinese"]],
      ["gpt模型", ["chinese"]],
      ["기억", ["korean"]],
      ["angstrom", ["accents"]],
      ["CAFÉ naive", ["accents"]],
      ["needle", ["long"]],
      ["\0\uD800", []],
      ["\u{1F600}", []],
      [`${"x".repeat(10_000)}`, []],
    ];

    test("in a table of them", async () => {
      const store = (await database()).open();
      for (const [id, text] of Object.entries(texts)) await say(store, id, text);
      const answers: [string, string[]][] = [];
      for (const [query] of cases) {
        const hits = await store.sessions.search(query);
        answers.push([query, hits.map((hit) => hit.session.id)]);
      }
      expect(answers).toEqual(cases);
    });

    test("one session with many hits is one result, and others are found behind it", async () => {
      const store = (await database()).open();
      await say(store, "first", "apple pie");
      await say(store, "second", "apple tart");
      await say(store, "noisy", ...Array.from({ length: 450 }, (_, index) => `apple ${index}`));
      const hits = await store.sessions.search("apple", { limit: 2 });
      expect(hits.map((hit) => [hit.session.id, hit.hit.text])).toEqual([
        ["noisy", "apple 449"],
        ["second", "apple tart"],
      ]);
      expect(await store.sessions.search("apple", { except: "noisy" })).toHaveLength(2);
      expect(await store.sessions.search("apple", { profile: "pirate" })).toEqual([]);
    });
  });

  describe("memory", () => {
    test("is changed in one step, and two writers at once both get theirs in", async () => {
      const { open } = await database();
      const stores = [open(), open()];
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          stores[index % 2]?.memory.update("p", (entries) => ({
            texts: [...entries.map((entry) => entry.text), `entry ${index}`],
            value: null,
          })),
        ),
      );
      expect(await open().memory.list("p")).toHaveLength(20);
      expect(await open().memory.list("q")).toEqual([]);
    });

    test("keeps everything when the change throws or refuses, and each text once", async () => {
      const store = (await database()).open();
      await store.memory.update("p", () => ({ texts: ["a", "b", "b"], value: null }));
      await expect(
        store.memory.update("p", () => {
          throw new Error("no");
        }),
      ).rejects.toThrow("no");
      expect(await store.memory.update("p", () => ({ texts: null, value: "refused" }))).toBe(
        "refused",
      );
      expect((await store.memory.list("p")).map((entry) => entry.text)).toEqual(["a", "b"]);
      await store.memory.update("p", () => ({ texts: ["b", "c\n§\nd"], value: null }));
      expect((await store.memory.list("p")).map((entry) => entry.text)).toEqual(["b", "c\n§\nd"]);
    });
  });

  describe("approvals", () => {
    test("that are open are listed by another process, until they are settled", async () => {
      const { open } = await database();
      const store = open(() => 5);
      const request = {
        id: "q1",
        binding: "b",
        call: { id: "c", tool: "t", method: null },
        source: "local:t",
        file: "tools/t.ts",
        description: "d",
        args: { a: 1 },
        risk: "write" as const,
        why: "w",
        asker: { profile: "p", session: "s", turn: "t", child: null },
        expires: null,
      };
      await store.approvals.opened(request);
      await store.approvals.opened(request);
      expect(await open().approvals.list()).toEqual([{ request, opened_at: 5 }]);
      await store.approvals.settled("q1");
      expect(await open().approvals.list()).toEqual([]);
    });

    test("for a session end with the process", async () => {
      const { open } = await database();
      const allowance = { session: "s", source: "local:t", method: null, fingerprint: "f" };
      const store = open();
      await store.approvals.allow(allowance);
      expect([
        await store.approvals.isAllowed(allowance),
        await open().approvals.isAllowed(allowance),
      ]).toEqual([true, false]);
    });
  });

  test("two that open an empty database at once both find its tables", async () => {
    const { open } = await database();
    await Promise.all(Array.from({ length: 4 }, () => open().sessions.list()));
    expect(await open().sessions.list()).toEqual([]);
  });

  test("a database of a newer version is not touched", async () => {
    const { open } = await database();
    const store = open();
    await say(store, "s", "x");
    await store.close();
    const { sql } = await import("kysely");
    const engine = await store.engine();
    await sql`update pegboard_version set version = 99`.execute(engine.db);
    await expect(open().sessions.list()).rejects.toThrow(/version 99/);
  });
});

test("a word of many megabytes is indexed like any other", () => {
  expect(indexWords("x".repeat(12_000_000))).toEqual(["x".repeat(64)]);
  expect(indexWords("忆".repeat(3_000_000))).toEqual(["忆", "忆忆"]);
});

test("a store costs nothing until something needs it", async () => {
  const { root } = makeWorkspace();
  const store = openStore({ root });
  await store.close();
  expect(existsSync(databaseFile(root))).toBe(false);
});

test("what can not be opened is named, without a password", async () => {
  const workspace = makeWorkspace();
  mkdirSync(workspace.path("usr/data"), { recursive: true });
  writeFileSync(
    databaseFile(workspace.root),
    "this is no database, but long enough to be looked at".repeat(50),
  );
  await expect(openStore({ root: workspace.root }).sessions.list()).rejects.toThrow(
    /pegboard\.db can not be opened/,
  );
  const unreachable = openStore({
    root: workspace.root,
    url: "postgresql://me:hunter22@127.0.0.1:1/db",
  });
  const error: unknown = await unreachable.sessions.list().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StoreError);
  expect(String(error)).toContain("127.0.0.1:1/db");
  expect(String(error)).not.toContain("hunter22");
  await unreachable.close();
});

test.skipIf(process.platform === "win32")(
  "the embedded database is for its owner alone",
  async () => {
    const { root } = makeWorkspace();
    const store = openStore({ root });
    await say(store, "s", "hello");
    const mode = (path: string): number => statSync(path).mode & 0o777;
    expect(mode(databaseFile(root))).toBe(0o600);
    expect(mode(`${databaseFile(root)}-wal`)).toBe(0o600);
    expect(mode(dirname(databaseFile(root)))).toBe(0o700);
    await store.close();
  },
);

test("a store without a place keeps things until it is closed, apart from every other", async () => {
  const [one, other] = [openStore({ root: null }), openStore({ root: null })];
  await say(one, "a", "needle");
  const add = (text: string) =>
    one.memory.update("p", (entries) => ({
      texts: [...entries.map((entry) => entry.text), text],
      value: null,
    }));
  await Promise.all([add("x"), add("y")]);
  expect(await one.sessions.search("needle")).toHaveLength(1);
  expect(await one.memory.list("p")).toHaveLength(2);
  expect(await other.sessions.list()).toEqual([]);
  await one.close();
  await other.close();
  expect(await one.sessions.list()).toEqual([]);
  await one.close();
});
