import { describe, expect, test } from "vitest";
import type { Message } from "../../core/agent/message.ts";
import { bundled } from "../support/bundled.ts";
import type { Bundled } from "../support/bundled.ts";

const said = (text: string): Message => ({ role: "user", text });

async function keep(
  { store: { conversations } }: Bundled,
  id: string,
  texts: readonly string[],
  { profile = "default", parent = null }: { profile?: string; parent?: string | null } = {},
): Promise<void> {
  await conversations.begin({ id, profile, model: "replay/x", parent });
  for (const text of texts) await conversations.append(id, said(text));
}

async function ask(house: Bundled, args: object): Promise<string> {
  const result = await house.call("session_search", args);
  expect(result).toMatchObject({ status: "ok" });
  return result.message;
}

const ids = (text: string): string[] => text.match(/^s-\w+/gm) ?? [];

describe("session_search", () => {
  test("any text is a query, and none is an error", async () => {
    const house = bundled();
    await keep(house, "s-book", [
      "We took the wrong-book home.",
      "Don't panic: foo.bar() is 100% a_b.",
    ]);
    await keep(house, "s-cjk", ["他说记忆断裂之后就走了", "记忆Pegboard断裂"]);
    const table: [string, string[]][] = [
      ["wrong-book", ["s-book"]],
      ["don't", ["s-book"]],
      ["foo.bar()", ["s-book"]],
      ["100%", ["s-book"]],
      ["a_b", ["s-book"]],
      ["a%b", []],
      ['"open', []],
      ["NOT", []],
      ["*", []],
      ["a AND", []],
      ["记忆断裂", ["s-cjk"]],
      ["记忆", ["s-cjk"]],
      ["pegboard", ["s-cjk"]],
    ];
    for (const [query, expected] of table) {
      expect([query, ids(await ask(house, { query }))]).toEqual([query, expected]);
    }
    expect(ids(await ask(house, { query: " " })).sort()).toEqual(["s-book", "s-cjk"]);
  });

  test("the session at work is not found, and one with three hits is one result", async () => {
    const house = bundled();
    await keep(house, "now", ["quince"]);
    await keep(house, "s-old", ["quince one", "quince two", "quince three"]);
    const found = await ask(house, { query: "quince" });
    expect(found).not.toMatch(/^now/m);
    expect(ids(found)).toEqual(["s-old"]);
    expect(found).toContain("[3] user: quince three");
    expect(ids(await ask(house, {}))).toEqual(["s-old"]);
  });

  test("limits outside of the range are the nearest inside", async () => {
    const house = bundled();
    for (let index = 0; index < 12; index += 1) await keep(house, `s-${index}`, ["plum"]);
    const table: [unknown, number][] = [
      [0, 1],
      [-1, 1],
      [99, 10],
      ["2", 2],
      [null, 5],
      [undefined, 5],
    ];
    for (const [limit, count] of table) {
      expect(ids(await ask(house, { query: "plum", limit }))).toHaveLength(count);
      expect(ids(await ask(house, { limit }))).toHaveLength(count);
    }
  });

  test("another profile's session, a child's and none at all can not be told apart", async () => {
    const house = bundled();
    await keep(house, "s-mine", ["pear"]);
    await keep(house, "s-other", ["pear"], { profile: "other" });
    await keep(house, "s-child", ["pear"], { parent: "s-mine" });
    expect(ids(await ask(house, { query: "pear" }))).toEqual(["s-mine"]);
    expect(ids(await ask(house, {}))).toEqual(["s-mine"]);
    const told = new Set<string>();
    for (const session of ["s-other", "s-child", "s-none"]) {
      const { status, message } = await house.call("session_search", { session });
      expect(status).toBe("error");
      told.add(message.replace(session, "X"));
    }
    expect([...told]).toEqual(['There is no session "X".']);
  });

  test("a session is read around a hit, from a message on, and in bounds", async () => {
    const house = bundled();
    const texts = Array.from({ length: 30 }, (_, index) => `message ${index + 1}`);
    texts[9] = "x".repeat(1_000_000);
    await keep(house, "s-long", texts);
    const around = await ask(house, { session: "s-long", around: 8 });
    expect(around).toMatch(/^\[5\] user/m);
    expect(around).toContain("[cut; 1000000 characters in all]");
    expect(around.length).toBeLessThan(10_000);
    expect(around).toContain("`from` 25, up to 30");
    const whole = await ask(house, { session: "s-long" });
    expect(whole).toMatch(/^\[1\] user/m);
    expect(whole).toContain("`from` 21, up to 30");
    const end = await ask(house, { session: "s-long", from: 25 });
    expect(end).toContain("message 30");
    expect(end).toContain("This is its end.");
    expect(await ask(house, { session: "s-long", from: 99 })).toContain("no message 99 or later");
    expect(await ask(house, { session: "s-long", from: -5 })).toMatch(/^\[1\] user/m);
    const both = await house.call("session_search", { session: "s-long", query: "x" });
    expect(both).toMatchObject({ status: "error" });
  });

  test("without anything kept, it says so", async () => {
    expect(await ask(bundled(), {})).toBe("There are no earlier sessions.");
  });
});
