import { describe, expect, test } from "vitest";
import type { Answer, ToolResult } from "../../core/contract/index.ts";
import type { Host } from "../../core/dispatch/host.ts";
import { bundled } from "../support/bundled.ts";

const CHOICES = ["Red", "Green tea", "Blue"];

function says(...answers: readonly (Answer | string)[]): Host & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    name: "test",
    canAsk: true,
    asked,
    approve: ({ id, binding }) => Promise.resolve({ kind: "allow_once", id, binding }),
    answer: (question) => {
      asked.push(question.text);
      const answer = answers[Math.min(asked.length, answers.length) - 1] ?? "";
      return Promise.resolve(
        typeof answer === "string" ? { status: "answered", text: answer, choice: null } : answer,
      );
    },
  };
}

function clarify(host: Host | null, args: object): Promise<ToolResult> {
  return bundled().call("clarify", { question: "Which?", ...args }, host ? { host } : {});
}

describe("clarify", () => {
  test("without anybody to ask it is an error at once", async () => {
    expect(await clarify(null, {})).toMatchObject({
      status: "error",
      message: expect.stringMatching(/^Nobody can be asked here/),
    });
  });

  test("silence is a typed timeout, and never an empty answer", async () => {
    const silent: Host = { ...says(), answer: () => new Promise(() => {}) };
    expect(await clarify(silent, { wait_seconds: 1 })).toMatchObject({
      status: "ok",
      message: expect.stringMatching(/^Timed out: nobody answered within 1 seconds/),
      additional: { answer: "timed_out", choice: null },
    });
    expect(await clarify(says({ status: "timed_out" }), {})).toMatchObject({
      additional: { answer: "timed_out" },
    });
    expect(await clarify(says("", "  "), {})).toMatchObject({
      status: "error",
      message: expect.stringMatching(/5 times/),
    });
  });

  test.each<[string | Answer, string, number | null]>([
    ["2", "The person chose 2: Green tea", 2],
    ["green TEA ", "The person chose 2: Green tea", 2],
    [{ status: "answered", text: "whatever", choice: 0 }, "The person chose 1: Red", 1],
    ["neither, thanks", "The person answered: neither, thanks", null],
  ])("%j is %j", async (reply, message, choice) => {
    expect(await clarify(says(reply), { choices: CHOICES })).toMatchObject({
      status: "ok",
      message,
      additional: { answer: "answered", choice },
    });
  });

  test("a number that is no choice leaves the question open", async () => {
    const host = says("9", "0", "3");
    const result = await clarify(host, { choices: CHOICES });
    expect(result.message).toBe("The person chose 3: Blue");
    expect(host.asked).toHaveLength(3);
    expect(host.asked[1]).toContain("no choice 9; they are 1 to 3");
  });

  test("without choices a number is an answer", async () => {
    expect(await clarify(says("9"), {})).toMatchObject({ message: "The person answered: 9" });
  });

  test("a question that is withdrawn is an error", async () => {
    expect(await clarify(says({ status: "cancelled", reason: "gone" }), {})).toMatchObject({
      status: "error",
      message: expect.stringContaining("withdrawn (gone)"),
    });
  });

  test.each([[["a", "A"]], [["a", " "]], [["a"]]])("choices %j are refused", async (choices) => {
    expect(await clarify(says("a"), { choices })).toMatchObject({ status: "error" });
  });
});
