import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clip, cut } from "../../core/dispatch/text.ts";

const wellFormed = (text: string): boolean =>
  !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);

describe("cut", () => {
  test.each([
    ["abc", 5, "abc"],
    ["abc", 3, "abc"],
    ["abc", 2, "ab"],
    ["abc", 0, ""],
    ["abc", -1, ""],
    ["abc", 1.9, "a"],
    ["a😀b", 1, "a"],
    ["a😀b", 2, "a"],
    ["a😀b", 3, "a😀"],
    ["😀", 1, ""],
  ])("%j at %d is %j", (text, max, expected) => {
    expect(cut(text, max)).toBe(expected);
  });

  test("keeps well-formed text well-formed, as a prefix, within the limit", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(20), (text, max) => {
        const kept = cut(text, max);
        expect(kept.length).toBeLessThanOrEqual(max);
        expect(text.startsWith(kept)).toBe(true);
        expect(wellFormed(kept)).toBe(true);
        expect(Math.min(text.length, max) - kept.length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("clip", () => {
  test.each([
    ["abc", 3, "abc"],
    ["abcd", 3, "ab…"],
    ["a😀bc", 3, "a…"],
  ])("%j at %d is %j", (text, max, expected) => {
    expect(clip(text, max)).toBe(expected);
  });
});
