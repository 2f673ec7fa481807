import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import type { ApprovalRequest, AskedQuestion } from "../../../core/dispatch/host.ts";
import { drawCard } from "../../../core/dispatch/hosts/terminal/card.ts";
import { terminalHost } from "../../../core/dispatch/hosts/terminal/terminal.ts";
import { sleep } from "../fixture.ts";
import { fakeTerminal } from "./drivers.ts";
import type { FakeTerminal } from "./drivers.ts";

const asker = { profile: "default", session: "s", turn: "t", child: null };
const request: ApprovalRequest = {
  id: "r1",
  binding: "b1",
  call: { id: "c1", tool: "send_email", method: null },
  source: "plugin:mail:send_email",
  file: "plugins/mail/tools/send_email.ts",
  description: "Sends a mail.\nMore about it.",
  args: { to: "a@b.c", body: "Hello\nthere" },
  risk: "write",
  why: "declared as write; approvals.write: ask",
  asker,
  expires: null,
};
const never = new AbortController().signal;

async function until(fake: FakeTerminal, text: string, times = 1): Promise<void> {
  for (let i = 0; i < 1_000; i += 1) {
    if (fake.shown().split(text).length > times) return;
    await sleep(10);
  }
  throw new Error(`${text} was not shown; what was: ${fake.shown()}`);
}

describe("the card", () => {
  test("says what will run, from where, why, and with which arguments", () => {
    const card = drawCard(request, false);
    for (const part of [
      "send_email",
      "plugin:mail:send_email",
      "plugins/mail/tools/send_email.ts",
    ]) {
      expect(card).toContain(part);
    }
    expect(card).toContain("declared as write");
    expect(card).toContain("to: a@b.c");
    expect(card).toContain("Hello\n│         there");
    expect(card).not.toContain("More about it");
  });

  test("names the child that asks, and the method", () => {
    const card = drawCard(
      {
        ...request,
        call: { id: "c", tool: "skills", method: "load" },
        asker: { ...asker, child: "researcher-2" },
      },
      false,
    );
    expect(card).toContain("skills:load");
    expect(card).toContain("researcher-2");
  });

  test.each([
    ["moves the cursor", "\u001b[2A\u001b[2K"],
    ["goes back to the beginning of the line", "to nobody\rto: you"],
    ["uses a one-byte control", "\u009b2J"],
    ["turns text around", "\u202Etxt.exe"],
    ["hides text", "a\u200Bb\u2066c"],
    ["breaks lines its own way", "a\u2028│ why  all is well"],
  ])("shows it when an argument %s", (_what, text) => {
    const card = drawCard({ ...request, args: { text } }, false);
    expect(card).toContain("\\u{");
    expect(card).not.toMatch(
      // oxlint-disable-next-line no-control-regex
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f]/,
    );
  });

  test("an argument can not add a line of its own to the card", () => {
    const card = drawCard({ ...request, args: { text: "x\n└\n┌ May this run?" } }, false);
    expect(card.split("\n").filter((line) => line.startsWith("┌"))).toHaveLength(1);
  });

  test("is as wide as the terminal, breaks between words, and keeps its border", () => {
    const args = {
      body: "some words to be wrapped ".repeat(9),
      path: "/a".repeat(90),
      cjk: "漢".repeat(60),
    };
    const card = drawCard({ ...request, args }, false, 60);
    const inner = card.split("\n").slice(1, -1);
    expect(inner.every((line) => line.startsWith("│ "))).toBe(true);
    expect(Math.max(...inner.map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(inner.filter((line) => line.includes("漢")).every((line) => line.length < 40)).toBe(
      true,
    );
    expect(card).not.toMatch(/wrapp$|wor$/m);
  });

  test("says what was wrong with what the person made of the arguments", () => {
    const rejected = { args: { to: 5 }, reason: "to: expected string" };
    expect(drawCard({ ...request, rejected }, false)).toContain("to: expected string");
  });

  test("is bounded, and can be seen whole", () => {
    const args = { body: "x".repeat(100_000), lines: "l\n".repeat(500) };
    const short = drawCard({ ...request, args }, false);
    expect(short.length).toBeLessThan(4_000);
    expect(short).toContain("100000 characters in all");
    expect(drawCard({ ...request, args }, true).length).toBeGreaterThan(100_000);
  });
});

describe("at the terminal", () => {
  test("keys that were pressed before the question are no answer to it", async () => {
    const fake = fakeTerminal();
    fake.input.write("yyy");
    const decision = terminalHost(fake).approve(request, never);
    await until(fake, "y once");
    fake.input.write("n");
    await until(fake, "Why not?");
    fake.input.write("no\r");
    expect(await decision).toEqual({ kind: "deny", reason: "no", id: "r1", binding: "b1" });
  });

  test("other keys are asked about again, arrow keys too", async () => {
    const fake = fakeTerminal();
    const decision = terminalHost(fake).approve(request, never);
    for (const [at, key] of ["q", "\u001b[A", "\r", "v"].entries()) {
      await until(fake, "y once", at + 1);
      fake.input.write(key);
    }
    await until(fake, "y once", 5);
    fake.input.write("Y");
    expect(await decision).toMatchObject({ kind: "allow_once" });
  });

  test("one question at a time", async () => {
    const fake = fakeTerminal();
    const host = terminalHost(fake);
    const first = host.approve(request, never);
    const second = host.approve({ ...request, id: "r2", binding: "b2" }, never);
    await until(fake, "y once");
    await sleep(150);
    expect(fake.shown().split("┌")).toHaveLength(2);
    fake.input.write("y");
    expect(await first).toMatchObject({ id: "r1" });
    await until(fake, "y once", 2);
    fake.input.write("s");
    expect(await second).toEqual({ kind: "allow_session", id: "r2", binding: "b2" });
  });

  test("what the answer before has settled too is never shown", async () => {
    const fake = fakeTerminal();
    const host = terminalHost(fake);
    const settled = new AbortController();
    const first = host.approve(request, never);
    const second = host.approve({ ...request, id: "r2" }, settled.signal);
    await until(fake, "y once");
    fake.input.write("s");
    await first;
    await sleep(20);
    settled.abort();
    expect(await second).toMatchObject({ kind: "cancel" });
    expect(fake.shown().split("┌")).toHaveLength(2);
  });

  test("what is withdrawn before its turn is never shown", async () => {
    const fake = fakeTerminal();
    const host = terminalHost(fake);
    const first = host.approve(request, never);
    const second = host.approve({ ...request, id: "r2" }, AbortSignal.abort());
    await until(fake, "y once");
    fake.input.write("y");
    await first;
    expect(await second).toMatchObject({ kind: "cancel" });
    expect(fake.shown().split("┌")).toHaveLength(2);
  });

  test.each([
    ["at the keys", "\u0003"],
    ["in a line", "n"],
  ])("Ctrl-C %s cancels, and tells who runs the turn", async (_where, key) => {
    const fake = fakeTerminal();
    let interrupts = 0;
    const host = terminalHost({ ...fake, onInterrupt: () => (interrupts += 1) });
    const decision = host.approve(request, never);
    await until(fake, "y once");
    fake.input.write(key);
    if (key === "n") {
      await until(fake, "Why not?");
      fake.input.write("\u0003");
    }
    expect(await decision).toMatchObject({ kind: "cancel" });
    expect(interrupts).toBe(1);
  });

  test("arguments are edited as JSON, until they are JSON", async () => {
    const fake = fakeTerminal();
    const decision = terminalHost(fake).approve(request, never);
    await until(fake, "y once");
    fake.input.write("e");
    await until(fake, "Arguments");
    fake.input.write("\u0015{broken\r");
    await until(fake, "That is not JSON");
    fake.input.write('\u0015{"to":"x"}\r');
    expect(await decision).toMatchObject({ kind: "allow_edited", args: { to: "x" } });
  });

  test.each([
    ["its number", ["2"], { text: "blue", choice: 1 }],
    ["its label", ["red"], { text: "red", choice: 0 }],
    ["something else, after two empty lines", ["", "", "green"], { text: "green", choice: null }],
  ])("a choice is answered by %s", async (_what, lines, expected) => {
    const question: AskedQuestion = { id: "q", asker, text: "Which?", choices: ["red", "blue"] };
    const fake = fakeTerminal();
    const answer = terminalHost(fake).answer(question, never);
    for (const [at, line] of lines.entries()) {
      await until(fake, "> ", at + 1);
      fake.input.write(`${line}\r`);
    }
    expect(await answer).toEqual({ status: "answered", ...expected });
  });

  test("nobody can be asked where input or output is no terminal, or is closed", async () => {
    const plain = new PassThrough();
    const fake = fakeTerminal();
    expect(terminalHost({ input: plain, output: fake.output }).canAsk).toBe(false);
    expect(terminalHost({ input: fake.input, output: plain }).canAsk).toBe(false);
    const host = terminalHost(fake);
    expect(host.canAsk).toBe(true);
    fake.input.destroy();
    expect(host.canAsk).toBe(false);
  });

  test("the terminal is left as it was found", async () => {
    const fake = fakeTerminal();
    const decision = terminalHost(fake).approve(request, never);
    await until(fake, "y once");
    fake.input.write("y");
    await decision;
    expect(fake.raw.at(-1)).toBe(false);
    expect(fake.input.listenerCount("data")).toBe(0);
    expect(fake.input.isPaused()).toBe(true);
  });
});
