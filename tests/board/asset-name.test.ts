import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isName, readCodeFileName } from "../../core/board/asset-name.ts";

describe("isName", () => {
  test.each(["a", "Z", "a-b_9", "x".repeat(64), "constructor", "toString"])("%s is one", (name) => {
    expect(isName(name)).toBe(true);
  });

  test.each([
    ["", "empty"],
    ["x".repeat(65), "too long"],
    ["9a", "begins with a digit"],
    ["_a", "begins with an underscore"],
    ["__proto__", "begins with an underscore"],
    ["a__b", "holds what separates a tool from its method"],
    ["a b", "a space"],
    ["a.b", "a dot"],
    ["a/b", "a slash"],
    ["../a", "a path"],
    ["é", "not ASCII"],
    ["a\n", "a line break"],
  ])("%j is none: %s", (name) => {
    expect(isName(name)).toBe(false);
  });
});

describe("readCodeFileName", () => {
  test.each(["ts", "mts", "cts", "js", "mjs", "cjs"])("takes .%s", (extension) => {
    expect(readCodeFileName(`weather.${extension}`)).toEqual({ kind: "code", stem: "weather" });
  });

  test.each(["latest.ts", "contest.ts", "spec.ts", "test.ts", "d.ts", "calendar.update.ts"])(
    "%s is code, whatever its name ends in",
    (name) => {
      expect(readCodeFileName(name)).toEqual({ kind: "code", stem: name.slice(0, -3) });
    },
  );

  test.each([
    ["a.test.ts", "a test"],
    ["a.spec.mjs", "a test"],
    ["a.test.unit.ts", "a test"],
    ["a.d.ts", "a type declaration"],
    ["a.d.mts", "a type declaration"],
    ["_helper.ts", "its name begins with an underscore"],
    [".hidden.ts", "its name begins with a dot"],
    ["foo._ts", "not a ts, mts, cts, js, mjs or cjs file"],
    ["foo.tsx", "not a ts, mts, cts, js, mjs or cjs file"],
    ["README.md", "not a ts, mts, cts, js, mjs or cjs file"],
    ["Makefile", "not a ts, mts, cts, js, mjs or cjs file"],
    ["ts", "not a ts, mts, cts, js, mjs or cjs file"],
  ])("%s is ignored: %s", (name, reason) => {
    expect(readCodeFileName(name)).toEqual({ kind: "ignored", reason });
  });

  test("every legal name with a known ending is read as that name", () => {
    const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/);
    fc.assert(
      fc.property(name, fc.constantFrom("ts", "mts", "cts", "js", "mjs", "cjs"), (stem, ending) => {
        expect(readCodeFileName(`${stem}.${ending}`)).toEqual({ kind: "code", stem });
      }),
    );
  });
});
