import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ReplyStream, readReply } from "../../../core/agent/text-protocol/index.ts";
import type { ReplyState } from "../../../core/agent/text-protocol/index.ts";

function follow(...chunks: string[]): ReplyState[] {
  const stream = new ReplyStream();
  return chunks.map((chunk) => stream.push(chunk));
}

describe("while a reply streams", () => {
  test.each<[string, string[], ReplyState[]]>([
    ["prose", ["I ", "see."], ["prose", "prose"]],
    ["white space decides nothing", [" \n", "\t", "Hi"], ["undecided", "undecided", "prose"]],
    [
      "a nested request is not the end",
      ['{"tool_name":"a","tool_args":{"calls":[{"tool_name":"b","tool_args":{}}', "]}", "}"],
      ["request", "request", "complete"],
    ],
    [
      "a brace inside a string closes nothing",
      ['{"tool_name":"a","tool_args":{"t":"}}', '"}}'],
      ["request", "complete"],
    ],
    [
      "after the object the rest is not waited for",
      ['{"tool_name":"a","tool_args":{}}', " and"],
      ["complete", "complete"],
    ],
    [
      "in a fence its end belongs to the request",
      ["``", "`json\n", '{"tool_name":"a","tool_args":{}}', "\n``", "`"],
      ["undecided", "undecided", "request", "request", "complete"],
    ],
    [
      "a fence of another language is prose",
      ["```py", "thon\n", "x"],
      ["undecided", "prose", "prose"],
    ],
    [
      "an object that asks for nothing is an answer",
      ['{"status":"ok"}', " it said"],
      ["prose", "prose"],
    ],
    [
      "a leaked format is read to its end",
      ["<tool", '_call>{"name":"a"}', "</tool_call>"],
      ["undecided", "request", "request"],
    ],
    ["a tag of the answer's own", ["<", "b>bold</b>"], ["undecided", "prose"]],
  ])("%s", (_what, chunks, states) => {
    expect(follow(...chunks)).toEqual(states);
  });

  test("however a request is cut, it is complete at its last character and not before", () => {
    const args = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(
        args,
        fc.boolean(),
        fc.array(fc.nat(), { maxLength: 20 }),
        (tool_args, fenced, cuts) => {
          const object = JSON.stringify({ tool_name: "a", tool_args });
          const text = fenced ? `\`\`\`json\n${object}\n\`\`\`` : object;
          const stream = new ReplyStream();
          const ends = [...new Set([...cuts.map((cut) => cut % text.length), text.length])].sort(
            (a, b) => a - b,
          );
          let from = 0;
          for (const end of ends) {
            const state = stream.push(text.slice(from, end));
            expect(state === "complete").toBe(end === text.length);
            from = end;
          }
          expect(readReply(stream.text, () => []).kind).toBe("request");
        },
      ),
    );
  });

  test.each<[string, string, ReplyState]>([
    ["white space", " ".repeat(1_000_000), "undecided"],
    ["a fence and white space", `\`\`\`json\n${" ".repeat(1_000_000)}`, "undecided"],
    [
      "a long argument",
      `{"tool_name":"a","tool_args":{"t":"${"x".repeat(1_000_000)}"}}`,
      "complete",
    ],
  ])("a megabyte of %s, one character at a time, is followed in one pass", (_what, text, state) => {
    const stream = new ReplyStream();
    for (const character of text) stream.push(character);
    expect(stream.state).toBe(state);
  });
});
