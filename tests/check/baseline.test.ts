import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../core/board/diagnostic.ts";
import {
  baselineOf,
  compareWithBaseline,
  readBaseline,
  writeBaseline,
} from "../../core/check/baseline.ts";

const found = (message: string, line: number, file: string | null = "a.md"): Diagnostic => ({
  code: "dox/risk",
  severity: "error",
  message,
  file,
  line,
  hint: null,
});

describe("a baseline", () => {
  test("knows what was there, wherever it has moved, and as often as it was there", () => {
    const baseline = readBaseline(
      writeBaseline(baselineOf([found("x", 1), found("x", 2), found("y", 3), found("z", 1, null)])),
      "b.json",
    );
    const { fresh, known, gone } = compareWithBaseline(
      [found("x", 9), found("x", 10), found("x", 11), found("z", 5, null), found("new", 1)],
      baseline,
      () => true,
    );
    expect(fresh.map(({ message }) => message)).toEqual(["x", "new"]);
    expect({ known, gone }).toEqual({ known: 3, gone: 1 });
  });

  test("without what is gone has nothing that was not in it, and keeps what was not looked for", () => {
    const lock = { ...found("l", 1), code: "lock/breaking" };
    const baseline = baselineOf([found("x", 1), found("x", 2), found("y", 3), lock]);
    const { gone, left } = compareWithBaseline(
      [found("x", 9), found("new", 1)],
      baseline,
      (code) => !code.startsWith("lock/"),
    );
    expect(gone).toBe(2);
    expect(left).toEqual(baselineOf([found("x", 1), lock]));
  });

  test("is the same text for the same findings", () => {
    expect(writeBaseline(baselineOf([found("b", 1), found("a", 2)]))).toBe(
      writeBaseline(baselineOf([found("a", 7), found("b", 3)])),
    );
  });

  test.each([
    "",
    "[]",
    "null",
    '{"findings": 1}',
    '{"findings": [{"code": "x"}]}',
    '{"findings": [null]}',
  ])("%j is none, and is named", (text) => {
    expect(() => readBaseline(text, "b.json")).toThrow(/b\.json is no baseline/);
  });
});
