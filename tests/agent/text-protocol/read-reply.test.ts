import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readReply } from "../../../core/agent/text-protocol/index.ts";
import type { Offered, Problem } from "../../../core/agent/text-protocol/index.ts";

const TOOLS: Readonly<Record<string, readonly string[]>> = {
  response: [],
  a: [],
  x: [],
  editor: ["read", "write"],
};
const offered: Offered = (tool) => (Object.hasOwn(TOOLS, tool) ? (TOOLS[tool] ?? null) : null);
const read = (reply: string) => readReply(reply, offered);
const ran = (tool: string, args: object, method: string | null = null) => ({
  kind: "request",
  request: { tool, method, args },
});

describe("the forms that mean the same request", () => {
  test.each([
    ['{"tool_name":"response","tool_args":{"text":"ok"}}'],
    ['{"tool":"response","args":{"text":"ok"}}'],
    ['{"type":"function","name":"response","parameters":{"text":"ok"}}'],
    ['{"thoughts":["hm"],"headline":"Answering","tool_name":"response","tool_args":{"text":"ok"}}'],
    ['  \n{"tool_name":"response","tool_args":{"text":"ok"}}\n\n'],
    ['```json\n{"tool_name":"response","tool_args":{"text":"ok"}}\n```'],
    ['```\n{"tool_name":"response","tool_args":{"text":"ok"}}\n```\n'],
    ['~~~~ JSON\r\n{"tool_name":"response","tool_args":{"text":"ok"}}\r\n~~~~'],
    ['\uFEFF{"tool_name":"response","tool_args":{"text":"ok"}}'],
    ['<tool_call>\n{"name":"response","arguments":{"text":"ok"}}\n</tool_call>'],
    ["<function=response><parameter=text>ok</parameter></function>"],
    [
      "<tool_call>\n<function=response>\n<parameter=text>\nok\n</parameter>\n</function>\n</tool_call>",
    ],
  ])("%j", (reply) => {
    expect(read(reply)).toEqual(ran("response", { text: "ok" }));
  });
});

describe("which method is meant", () => {
  test.each([
    ["editor:read", { path: "p" }, "read", { path: "p" }],
    ["editor", { action: "read", path: "p" }, "read", { path: "p" }],
    ["editor", { method: "write", path: "p" }, "write", { path: "p" }],
    ["editor:read", { action: "write", path: "p" }, "write", { path: "p" }],
    ["editor:read", { method: "write", path: "p" }, "read", { method: "write", path: "p" }],
    ["editor", { action: "read", method: "write" }, "read", { method: "write" }],
    ["editor", { action: "fly" }, null, { action: "fly" }],
    ["a", { action: "read" }, null, { action: "read" }],
  ])("%s with %j", (name, args, method, left) => {
    const tool = name.split(":")[0] ?? "";
    expect(read(JSON.stringify({ tool_name: name, tool_args: args }))).toEqual(
      ran(tool, left, method),
    );
  });
});

describe("what models write for JSON is read as meant", () => {
  test.each([
    ["single quotes", "{'tool_name':'a','tool_args':{'t':'it\\'s'}}", { t: "it's" }],
    ["unquoted keys", '{tool_name:"a",tool_args:{t:1}}', { t: 1 }],
    ["trailing commas", '{"tool_name":"a","tool_args":{"t":[1,2,],},}', { t: [1, 2] }],
    ["comments", '{"tool_name":"a", // why }\n"tool_args":{/* } */"t":1}}', { t: 1 }],
    ["raw newlines", '{"tool_name":"a","tool_args":{"t":"x\ny"}}', { t: "x\ny" }],
    [
      "Python's words",
      '{"tool_name":"a","tool_args":{"t":[True,False,None]}}',
      { t: [true, false, null] },
    ],
    [
      "an unknown escape",
      String.raw`{"tool_name":"a","tool_args":{"t":"C:\work\d+"}}`,
      { t: String.raw`C:\work\d+` },
    ],
    [
      "a broken unicode escape",
      String.raw`{"tool_name":"a","tool_args":{"t":"\u12 \u0041"}}`,
      { t: "\\u12 A" },
    ],
    [
      "an unquoted date",
      '{"tool_name":"a","tool_args":{"t":2026-11-30,"u":2026-11-30T10:00:00Z}}',
      { t: "2026-11-30", u: "2026-11-30T10:00:00Z" },
    ],
    ["a brace in a string", '{"tool_name":"a","tool_args":{"t":"}}{"}}', { t: "}}{" }],
    [
      "a fence in a string",
      '```json\n{"tool_name":"a","tool_args":{"t":"```\\nx\\n```"}}\n```',
      { t: "```\nx\n```" },
    ],
  ])("%s", (_what, reply, args) => {
    expect(read(reply)).toEqual(ran("a", args));
  });

  test("a key __proto__ is a key like any other", () => {
    const reading = read('{"tool_name":"a","tool_args":{"__proto__":{"polluted":1}}}');
    if (reading.kind !== "request") throw new Error(reading.kind);
    expect(Object.keys(reading.request.args)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(reading.request.args)).toBe(Object.prototype);
  });
});

describe("what was meant as a request and is not executed", () => {
  const request = '{"tool_name":"a","tool_args":{}}';
  const cases: [Problem, string][] = [
    ["text-before", `I will look.\n${request}`],
    ["text-before", `Sure:\n\`\`\`json\n${request}\n\`\`\``],
    ["text-after", `${request}\nDone.`],
    ["text-after", `\`\`\`json\n${request}\n\`\`\`\nDone.`],
    ["text-after", `\`\`\`json\n${request}\nDone.\n\`\`\``],
    ["unterminated-fence", `\`\`\`json\n${request}`],
    ["unterminated-fence", `\`\`\`\`json\n${request}\n\`\`\``],
    ["two-objects", `${request}\n${request}`],
    ["two-objects", `\`\`\`json\n${request}${request}\n\`\`\``],
    ["two-fences", `\`\`\`json\n${request}\n\`\`\`\n\`\`\`json\n${request}\n\`\`\``],
    ["cut-off", '{"tool_name":"a","tool_args":{"t":"x'],
    ["cut-off", '{"tool_name":"a","tool_args":{"t":"x"}'],
    ["malformed", '{"tool_name":"a" "tool_args":{}}'],
    ["malformed", '{"tool_name":"a","tool_args":{"t":hello}}'],
    ["malformed", '{"tool_name":"a","tool_args":{"t":1e999}}'],
    ["malformed", "{'tool_name':'a','tool_args':{'t':'don't'}}"],
    ["malformed", '{"tool_name":"a","tool_name":"x","tool_args":{}}'],
    ["malformed", '{"tool_name":"a","tool_args":{"t":1,"t":2}}'],
    ["invalid", '{"tool_name":"a","tool":"x","tool_args":{}}'],
    ["invalid", '{"tool_name":"a"}'],
    ["invalid", '{"tool_name":"a","tool_args":"ls -la"}'],
    ["invalid", '{"tool_name":"a","tool_args":[1]}'],
    ["invalid", '{"tool_name":"a","tool_args":null}'],
    ["invalid", '{"tool_name":"x:","tool_args":{}}'],
    ["invalid", '{"tool_name":":y","tool_args":{}}'],
    ["invalid", '{"tool_name":"","tool_args":{}}'],
    ["leaked", '<tool_call>{"name":"nope","arguments":{}}</tool_call>'],
    ["leaked", '<tool_call>{"name":"a","arguments":{}}'],
    [
      "leaked",
      '<tool_call>{"name":"a","arguments":{}}</tool_call><tool_call>{"name":"a","arguments":{}}</tool_call>',
    ],
    ["leaked", '<tool_call>{"name":"a","arguments":{}}</tool_call> and so on'],
    ["leaked", "<function=a><parameter=t>1</parameter>"],
    ["leaked", "<function=a>t=1</function>"],
    ["leaked", "<function=editor:fly></function>"],
  ];
  test.each(cases)("%s: %j", (problem, reply) => {
    const reading = read(reply);
    expect(reading).toMatchObject({ kind: "refused", problem });
    expect(reading.kind === "refused" && reading.message).toMatch(/^Nothing was run: .+tool_name/s);
  });
});

describe("answers", () => {
  test.each([
    ['{"status":"ok"}'],
    ['{"status":"ok"} is what came back.'],
    ['Example: {"tool_name":"a","tool_args":{}}'],
    ["{name} is a placeholder, {tool} too."],
    ["Plain words."],
    ["```python\nprint({'tool': 1})\n```"],
    [""],
  ])("%j", (reply) => {
    expect(read(reply)).toEqual({ kind: "answer", text: reply });
  });
});

describe("properties", () => {
  const args = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
  const requests = fc
    .tuple(args, fc.constantFrom("", "```json\n", "```\n"))
    .map(([tool_args, fence]) => ({
      tool_args,
      text: `${fence}${JSON.stringify({ tool_name: "a", tool_args })}${fence && "\n```"}`,
    }));

  test("a whole request is read back as it was written", () => {
    fc.assert(
      fc.property(requests, ({ text, tool_args }) => {
        expect(JSON.stringify(read(text))).toBe(
          JSON.stringify(ran("a", JSON.parse(JSON.stringify(tool_args)))),
        );
      }),
    );
  });

  test("no cut of a request is ever executed", () => {
    fc.assert(
      fc.property(requests, fc.nat(), ({ text }, at) => {
        const cut = text.slice(0, at % text.length);
        // A fence whose closing line lost only characters of its own is not closed either.
        expect(read(cut).kind).not.toBe("request");
      }),
    );
  });

  test("random text never crashes it", () => {
    const pieces = fc.array(
      fc.constantFrom(
        "{",
        "}",
        "[",
        "]",
        '"',
        "'",
        ":",
        ",",
        "\\",
        "\n",
        "```",
        "json",
        "tool_name",
        "<tool_call>",
        "</tool_call>",
        "<function=a>",
        "//",
        "/*",
        "1",
        "é",
        "\uD800",
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          pieces.map((list) => list.join("")),
          fc.string({ unit: "binary" }),
        ),
        (text) => {
          expect(["answer", "request", "refused"]).toContain(read(text).kind);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test.each([
    ["{"],
    ["["],
    ["{["],
    ['{"a":'],
    ["\n{"],
    ["```\n"],
    ["<tool_call>"],
    ["<parameter=a>"],
    ["{'tool_name': "],
    ["/*"],
  ])("a megabyte of %j is read in one pass, or this test runs into its time limit", (piece) => {
    const text = piece.repeat(1_000_000 / piece.length);
    expect(read(`{"tool_name":"a","tool_args":${text}`).kind).toBe("refused");
    expect(read(text).kind).not.toBe("request");
  });
});
