import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FrontMatterError, readFrontMatter } from "../../core/board/front-matter.ts";

const read = (text: string) => readFrontMatter("agents/a/agent.md", text);

function failure(text: string): FrontMatterError {
  try {
    read(text);
  } catch (error) {
    if (error instanceof FrontMatterError) return error;
    throw error;
  }
  throw new Error("nothing was wrong");
}

/** The line where the body begins, or the one that is wrong. */
function outcome(text: string): number {
  try {
    return read(text).bodyLine;
  } catch (error) {
    if (error instanceof FrontMatterError) return error.line ?? 1;
    throw error;
  }
}

describe("what is read", () => {
  test("data, body and lines", () => {
    const found = read(
      "---\ntitle: A\nlimits:\n  rounds: 5\ntools: [a,\n  b]\n---\nYou are.\n---\n",
    );
    expect(found.data).toEqual({ title: "A", limits: { rounds: 5 }, tools: ["a", "b"] });
    expect(found.body).toBe("You are.\n---\n");
    expect(found.bodyLine).toBe(8);
    expect(found.lineOf(["title"])).toBe(2);
    expect(found.lineOf(["limits"])).toBe(3);
    expect(found.lineOf(["limits", "rounds"])).toBe(4);
    expect(found.lineOf(["tools", 0])).toBe(5);
    expect(found.lineOf(["tools", 1])).toBe(6);
  });

  test("the line of a key that is absent is that of the nearest around it", () => {
    const found = read("---\n# a comment\na:\n  b: 1\n---\n");
    expect(found.lineOf(["a", "c", "d"])).toBe(3);
    expect(found.lineOf(["z"])).toBe(3);
    expect(found.lineOf([])).toBe(3);
  });

  test.each([
    ["no front matter", "Just text.\n", {}, "Just text.\n", 1],
    ["an empty file", "", {}, "", 1],
    ["a rule of four dashes", "----\nText\n", {}, "----\nText\n", 1],
    ["nothing between the fences", "---\n---\nText", {}, "Text", 3],
    ["only a comment", "---\n# nothing yet\n---\nText", {}, "Text", 4],
    ["an explicit null", "---\n~\n---\n", {}, "", 4],
    ["a byte order mark", "\uFEFF---\na: 1\n---\nText", { a: 1 }, "Text", 4],
    ["CRLF", "---\r\na: 1\r\nb: x\r\n---\r\nText\r\n", { a: 1, b: "x" }, "Text\r\n", 5],
    ["blanks after the fences", "--- \na: 1\n---\t\nText", { a: 1 }, "Text", 4],
    ["no line after the closing fence", "---\na: 1\n---", { a: 1 }, "", 4],
    ["a fence that says yaml", "---yaml\na: 1\n---\nText", { a: 1 }, "Text", 4],
    [
      "words that old YAML took for booleans",
      "---\na: no\nb: on\n---\n",
      { a: "no", b: "on" },
      "",
      5,
    ],
    ["a date stays text", "---\na: 2026-01-01\n---\n", { a: "2026-01-01" }, "", 4],
    ["an alias", "---\na: &x [1]\nb: *x\n---\n", { a: [1], b: [1] }, "", 5],
    ["a colon in quotes", '---\na: "b: c"\n---\n', { a: "b: c" }, "", 4],
    [
      "a key like a gray-matter option",
      "---\nexcerpt_separator: 5\n---\nx5y",
      { excerpt_separator: 5 },
      "x5y",
      4,
    ],
    [
      "names of object methods as keys",
      "---\ntoString: a\nconstructor: b\n---\n",
      { toString: "a", constructor: "b" },
      "",
      5,
    ],
  ])("%s", (_, text, data, body, bodyLine) => {
    const found = read(text);
    expect(found.data).toEqual(data);
    expect(found.body).toBe(body);
    expect(found.bodyLine).toBe(bodyLine);
  });
});

describe("what is refused, with its place and what to do", () => {
  test("a colon in a plain value names file, line, column and the line as it should be", () => {
    const error = failure("---\ntitle: A\ndescription: Rule: text\n---\n");
    expect(error).toMatchObject({ file: "agents/a/agent.md", line: 3, column: 14 });
    expect(error.hint).toContain('description: "Rule: text"');
    expect(error.message).toContain("agents/a/agent.md:3:14");
    expect(error.message).toContain('description: "Rule: text"');
  });

  test.each([
    ["a fence that is never closed", "---\na: 1\nText\n", 1, "never closed"],
    ["a fence with something after it", "---\na: 1\n---x\nb: 2\n---\n", 3, "does not close"],
    ["a closing fence of four dashes", "---\na: 1\n----\nb: 2\n---\n", 3, "does not close"],
    ["front matter after an empty line", "\n---\na: 1\n---\n", 2, "first line"],
    ["a key twice", "---\na: 1\nb: 2\na: 3\n---\n", 4, "twice"],
    ["a list", "---\n- a\n---\n", 2, "a list"],
    ["plain text", "---\n\nhello\n---\n", 3, "plain text"],
    ["a missing blank after the colon", "---\nkey:value\n---\n", 2, "a space"],
    ["a tab as indentation", "---\na:\n\tb: 1\n---\n", 3, "tab"],
    ["an unclosed quote", "---\na: 'x\n---\n", 2, "quote"],
    ["an unclosed bracket", "---\na: [1, 2\nb: 1\n---\n", 3, "]"],
    ["a value that begins with @", "---\na: @x\n---\n", 2, '"@x"'],
    ["an anchor that is nowhere", "---\na: 1\nb: *x\n---\n", 3, "anchor"],
    ["an unknown tag", "---\na: !!js/function 'x'\n---\n", 2, "tag"],
    ["a second document", "---\na: 1\n...\nb: 2\n---\n", 4, ""],
    ["__proto__ as a key", "---\na:\n  __proto__: {b: 1}\n---\n", 3, "__proto__"],
    ["a mapping as a key", "---\n? {a: 1}\n: 2\n---\n", 2, "?"],
    ["CRLF keeps the lines", "---\r\na: 1\r\nb: c: d\r\n---\r\n", 3, '"c: d"'],
  ])("%s", (_, text, line, words) => {
    const error = failure(text);
    expect(error.line).toBe(line);
    expect(error.message).toContain(words);
    expect(error.message).toContain(`agents/a/agent.md:${line}:`);
  });

  test.each([
    "js",
    "javascript",
    "JavaScript",
    " js",
    "coffee",
    "coffeescript",
    "cson",
    "json",
    "toml",
    "constructor",
    "toString",
    "__proto__",
    "x".repeat(1000),
  ])("front matter in %s is not read, and never run", (language) => {
    Reflect.deleteProperty(globalThis, "evaluated");
    const error = failure(`---${language}\n{ a: (globalThis.evaluated = 1) }\n---\n`);
    expect(error.line).toBe(1);
    expect(error.message).toContain("YAML");
    expect(error.message.length).toBeLessThan(300);
    expect(Reflect.has(globalThis, "evaluated")).toBe(false);
  });

  test("the same again for the same text", () => {
    const text = "---\nonce: broken: always\n---\n";
    const first = failure(text);
    expect(failure(text).message).toBe(first.message);
    expect(failure(text).line).toBe(2);
  });

  test("what would take memory or minutes, at once", () => {
    const bomb = ["a: &a [x]"];
    for (const [at, key] of [..."bcdefghi"].entries()) {
      bomb.push(`${key}: &${key} [${`*${"abcdefgh"[at]},`.repeat(9)}]`);
    }
    for (const yaml of [
      bomb.join("\n"),
      `a: ${"[".repeat(10_000)}`,
      `a: ${"[".repeat(10_000)}${"]".repeat(10_000)}`,
      `a: ${"{a: ".repeat(10_000)}`,
      `a:\n${"- ".repeat(10_000)}x`,
      `${"? ".repeat(10_000)}x`,
      `a: ${": ".repeat(10_000)}`,
      Array.from({ length: 400 }, (_, index) => `${" ".repeat(index)}?`).join("\n"),
      `a: ${"x".repeat(300 * 1024)}`,
    ]) {
      expect(failure(`---\n${yaml}\n---\n`).problem).toMatch(/alias|nested|colon|\?|characters/i);
    }
  }, 10_000);
});

describe("any text", () => {
  const words = fc.constantFrom(
    "---",
    "\n",
    "\r\n",
    "a",
    ":",
    " ",
    "  ",
    "- ",
    "[",
    "]",
    "{",
    "}",
    "'",
    '"',
    "#",
    "&a",
    "*a",
    "!",
    "|",
    ">",
    "?",
    "%",
    "@",
    "`",
    "\t",
    "js",
    "<<",
    "~",
    "\\",
    "é",
    "😀",
    "\uFEFF",
    ",",
  );

  test("is read, or refused with the line that is wrong", () => {
    const texts = fc
      .array(words, { maxLength: 40 })
      .map((parts) => `---\n${parts.join("")}\n---\nBody`);
    fc.assert(
      fc.property(texts, (text) => {
        const line = outcome(text);
        expect(line).toBeGreaterThan(0);
        expect(line).toBeLessThanOrEqual(text.split("\n").length);
      }),
      { numRuns: 1000 },
    );
  });

  test("that JSON can hold comes back as it was", () => {
    const data = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(data, fc.string(), (given, body) => {
        const yaml = Object.entries(given).map(
          ([key, value]) => `${key}: ${JSON.stringify(value)}`,
        );
        const text = ["---", ...yaml, "---", body].join("\n");
        // Which is refused, at any depth.
        fc.pre(!hasKey("__proto__", given));
        const found = read(text);
        expect(JSON.parse(JSON.stringify(found.data))).toEqual(JSON.parse(JSON.stringify(given)));
        expect(found.body).toBe(body);
        for (const [index, key] of Object.keys(given).entries()) {
          expect(found.lineOf([key])).toBe(index + 2);
        }
      }),
    );
  });
});

function hasKey(wanted: string, data: unknown): boolean {
  let isThere = false;
  JSON.parse(JSON.stringify(data), (key, value: unknown) => {
    isThere ||= key === wanted;
    return value;
  });
  return isThere;
}
