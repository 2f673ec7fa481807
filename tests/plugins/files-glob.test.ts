import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseGlob } from "../../plugins/files/lib/glob.ts";

function matches(pattern: string, path: string): boolean {
  const glob = parseGlob(pattern);
  if (typeof glob === "string") throw new Error(glob);
  return glob(path);
}

describe("a glob", () => {
  test.each([
    ["*.md", "a.md", true],
    ["*.md", "deep/er/a.md", true],
    ["./*.md", "a.md", true],
    ["docs/*.md", "docs/a.md", true],
    ["docs/*.md", "docs/x/a.md", false],
    ["docs/*.md", "x/docs/a.md", false],
    ["docs/**/*.md", "docs/a.md", true],
    ["docs/**/*.md", "docs/x/y/a.md", true],
    ["docs/**", "docs/x/y", true],
    ["**/test/**", "a/test/b", true],
    ["**/test/**", "a/tests/b", false],
    ["**", "a/b/c", true],
    ["**/*", "a", true],
    ["*", "a/b", true],
    ["a?c", "abc", true],
    ["a?c", "a/c", false],
    ["a?c", "a😀c", true],
    ["[a-c]x", "bx", true],
    ["[!a-c]x", "bx", false],
    ["[^a-c]x", "dx", true],
    ["[]", "[]", true],
    ["[x", "[x", true],
    ["*.{ts,tsx}", "a.tsx", true],
    ["*.{ts,tsx}", "a.js", false],
    ["{a,b{c,d}}.md", "bd.md", true],
    ["{a}.md", "{a}.md", true],
    ["{a,b", "{a,b", true],
    ["\\*.md", "*.md", true],
    ["\\*.md", "a.md", false],
    ["a.md", "aXmd", false],
    ["*", ".hidden", false],
    [".*", ".hidden", true],
    ["**/*", ".git/x", false],
    [".github/**", ".github/a/b.yml", true],
    ["**/.github/*", "x/.github/y", true],
    ["", "a", false],
    ["*a*b*c*", "xaxbxcx", true],
    ["*a*b*c*", "xaxcxbx", false],
    ["(a|b)+", "(a|b)+", true],
  ])("%j on %j → %s", (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  test("a text without special signs matches itself, and only itself", () => {
    const name = fc.stringMatching(/^[a-z0-9_ -]{1,12}$/);
    fc.assert(
      fc.property(fc.array(name, { minLength: 2, maxLength: 5 }), name, (parts, other) => {
        const path = parts.join("/");
        expect(matches(path, path)).toBe(true);
        expect(matches(path, `${path}${other}`)).toBe(false);
      }),
    );
  });

  test("agrees with a plain regular expression", () => {
    const sign = fc.constantFrom("a", "b", "*", "?");
    const letter = fc.constantFrom("a", "b", "c");
    fc.assert(
      fc.property(fc.array(sign, { minLength: 1 }), fc.array(letter), (signs, letters) => {
        const source = signs.join("").replaceAll("*", ".*").replaceAll("?", ".");
        const name = letters.join("");
        expect(matches(signs.join(""), name)).toBe(new RegExp(`^${source}$`).test(name));
      }),
      { numRuns: 500 },
    );
  });

  test("never hangs", () => {
    const started = performance.now();
    matches(`${"*a".repeat(400)}b`, "a".repeat(255));
    matches(`${"**/".repeat(300)}x`, "a/".repeat(300));
    expect(parseGlob("{a,b}".repeat(20))).toMatch(/alternatives/);
    expect(parseGlob("x".repeat(2_000))).toMatch(/characters/);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test("takes any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (pattern, path) => {
        const glob = parseGlob(pattern);
        expect(typeof (typeof glob === "string" ? false : glob(path))).toBe("boolean");
      }),
    );
  });
});
