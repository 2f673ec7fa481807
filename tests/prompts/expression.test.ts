import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evaluate, isTruthy, namesIn, parseExpression } from "../../core/prompts/expression.ts";

const VARIABLES: Readonly<Record<string, unknown>> = {
  yes: true,
  no: false,
  word: "north",
  empty: "",
  three: 3,
  none: null,
  list: [],
  full: [1],
  map: {},
};

function holds(text: string): boolean {
  const parsed = parseExpression(text);
  if (parsed.kind === "error") throw new Error(`${text}: ${parsed.message}`);
  return isTruthy(evaluate(parsed.expression, ([name = ""]) => VARIABLES[name]));
}

describe("a condition", () => {
  test.each([
    ["yes", true],
    ["no", false],
    ["word", true],
    ["empty", false],
    ["three", true],
    ["none", false],
    ["list", false],
    ["full", true],
    ["map", false],
    ["unknown", false],
    ["true", true],
    ["false or null", false],
    ["not no", true],
    ["!yes", false],
    ["not not yes", true],
    ["yes and no", false],
    ["yes && word", true],
    ["no or yes", true],
    ["no || no", false],
    ["no and no or yes", true],
    ["yes or yes and no", true],
    ["(yes or yes) and no", false],
    ['word == "north"', true],
    ["word == 'south'", false],
    ['word != "south"', true],
    ['not word == "south"', true],
    ["three == 3", true],
    ["three == 3.5", false],
    ["-1 == three", false],
    ['three == "3"', false],
    ["none == null", true],
    ["unknown == null", true],
    ["unknown != null", false],
    ["yes == true", true],
    ['"literal"', true],
    ['""', false],
    ["0", false],
    ["  ( yes )  ", true],
    ["notable", false],
    ["android or ornate", false],
  ])("%s → %s", (text, expected) => {
    expect(holds(text)).toBe(expected);
  });

  test.each([
    ["", /missing/],
    ["yes no", /`no`/],
    ["yes and", /too early/],
    ["== 3", /`==`/],
    ["(yes", /closing parenthesis/],
    ["yes)", /`\)`/],
    ["yes = no", /`= no`/],
    ["yes & no", /`& no`/],
    ['"open', /`"open`/],
    ["process.exit(1)", /`\(`/],
    ["a[0]", /`\[0\]`/],
    ["3x", /`3x`/],
    ["`x`", /can not read/],
    ["word == == 3", /`==`/],
  ])("%s is refused, and it says why", (text, message) => {
    const parsed = parseExpression(text);
    expect(parsed).toMatchObject({ kind: "error", message: expect.stringMatching(message) });
  });

  test("nested without end is refused, not followed", () => {
    for (const text of ["(".repeat(100_000), "not ".repeat(100_000), "yes and ".repeat(100_000)]) {
      expect(parseExpression(text).kind).toBe("error");
    }
  });

  test("knows the names it mentions", () => {
    const parsed = parseExpression('a and not b.part == "c" or (d != 3)');
    expect(parsed.kind === "ok" && namesIn(parsed.expression)).toEqual(["a", "b", "d"]);
  });

  test("whatever it is made of, an answer comes", () => {
    const word = fc.constantFrom(
      "a",
      "not",
      "!",
      "and",
      "||",
      "(",
      ")",
      "==",
      '"x"',
      "3",
      "'",
      "é",
      "\n",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(word).map((words) => words.join(" ")),
        ),
        (text) => {
          const parsed = parseExpression(text);
          const answer =
            parsed.kind === "ok"
              ? isTruthy(evaluate(parsed.expression, () => undefined))
              : parsed.message !== "";
          expect(answer).toBeTypeOf("boolean");
        },
      ),
    );
  });
});
