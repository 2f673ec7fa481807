import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readFragment } from "../../../core/check/documents/fragment.ts";
import {
  jsonEntry,
  jsonValue,
  offsetOfPointer,
  readJson,
} from "../../../core/check/documents/json.ts";

describe("JSON with places", () => {
  test("reads what JSON.parse reads, and nothing else", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, space) => {
        const reading = readJson(JSON.stringify(value, null, space));
        expect(reading.ok && reading.values.map(jsonValue)).toEqual([
          JSON.parse(JSON.stringify(value)),
        ]);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[{}[\]",:0-9a-z\\ .-]*$/), (text) => {
        let parsed = true;
        try {
          JSON.parse(text);
        } catch {
          parsed = false;
        }
        const reading = readJson(text);
        expect(reading.ok && reading.values.length === 1).toBe(parsed);
      }),
    );
  });

  test("knows where a value stands, and where it went wrong", () => {
    const text = '{"a": {"b": [1, {"c": 2}]}}';
    const reading = readJson(text);
    const node = reading.ok ? reading.values[0] : undefined;
    expect(node && text.slice(offsetOfPointer(node, "/a/b/1/c"))).toMatch(/^"c"/);
    expect(node && text.slice(offsetOfPointer(node, "/a/missing"))).toMatch(/^"a"/);
    expect(jsonEntry(node, "a")?.keyStart).toBe(1);
    expect(readJson('{"a": 1,}')).toMatchObject({ ok: false, offset: 7 });
    expect(readJson('{"a": …}')).toMatchObject({ ok: false, offset: 6 });
    expect(readJson("[".repeat(5_000))).toMatchObject({ ok: false });
  });
});

describe("the calls that a prompt shows", () => {
  test("with the lines of their keys", () => {
    const { calls } = readFragment(
      '### t\n\n```json\n{\n  "tool_name": "t",\n  "tool_args": {\n    "a": 1\n  }\n}\n```\n',
    );
    expect(calls).toMatchObject([{ name: "t", nameLine: 5, line: 4, value: { a: 1 } }]);
    const [call] = calls;
    expect(call?.args && call.lineAt(offsetOfPointer(call.args, "/a"))).toBe(7);
  });

  test.each([
    ["a fence without a language", '```\n{"tool_name": "t"}\n```', ["t"]],
    ["tildes, carriage returns", '~~~json\r\n{"tool_name": "t"}\r\n~~~\r\n', ["t"]],
    ["several in one block", '```json\n{"tool_name": "a"}\n{"tool_name": "b"}\n```', ["a", "b"]],
    ["a list of calls", '```json\n[{"tool_name": "a"}, {"x": 1}]\n```', ["a"]],
    ["indented below a list item", '- so:\n\n  ```json\n  {"tool_name": "t"}\n  ```', ["t"]],
    ["JSON that is no call", '```json\n{"temperature": 4}\n```', []],
    ["a fence inside of a longer fence", '````md\n```json\n{"tool_name": "t"}\n```\n````', []],
    ["a comment", '<!--\n```json\n{"tool_name": "t"}\n```\n-->', []],
    ["another language", '```python\ncall = {"tool_name": "t"}\n```', []],
    ["inline code", 'Write `{"tool_name": "t"}`.', []],
  ])("%s", (_name, content, names) => {
    const { calls, broken } = readFragment(content);
    expect(calls.map(({ name }) => name)).toEqual(names);
    expect(broken).toEqual([]);
  });

  test("one that is broken is told with its line", () => {
    const { calls, broken } = readFragment(
      'a\n```json\n{\n  "tool_name": "t",\n  "tool_args": {"a": }\n}\n```\n',
    );
    expect(calls).toEqual([]);
    expect(broken).toMatchObject([{ line: 5 }]);
  });
});

describe("the words in backticks", () => {
  test("with what the text says that they are", () => {
    const { mentions } = readFragment(
      "Use the tool `other`; argument `a` and `limit=5`, but not ``x`y`` or `two words`.\nOld `b` parameter, `c.d`, `e[].f`.\n",
    );
    expect(mentions.map(({ name, line, beside }) => [name, line, beside])).toEqual([
      ["other", 1, "tool"],
      ["a", 1, "argument"],
      ["limit", 1, "value"],
      ["b", 2, "argument"],
      ["c.d", 2, null],
      ["e[].f", 2, null],
    ]);
  });

  test("which lists they lead, and what those list", () => {
    const { mentions, lists } = readFragment(
      "Arguments:\n\n- `a` (string): the `b`\n  - `fast`\n- **`c`**: more\n\nReturns:\n\n1. `d`\n2. `e`\n\n| argument | meaning |\n| --- | --- |\n| `f` | the `g` |\n",
    );
    const kindOf = (name: string): unknown => {
      const list = mentions.find((mention) => mention.name === name)?.list ?? null;
      return list === null ? null : lists.find(({ id }) => id === list)?.lists;
    };
    expect(["a", "b", "fast", "c", "d", "e", "f", "g"].map(kindOf)).toEqual([
      "arguments",
      null,
      "unknown",
      "arguments",
      "results",
      "results",
      "arguments",
      null,
    ]);
  });
});
