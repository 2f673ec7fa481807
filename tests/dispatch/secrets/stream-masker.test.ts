import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { secretsOf } from "../../../core/dispatch/secrets/secrets.ts";
import type { Secrets } from "../../../core/dispatch/secrets/secrets.ts";

const of = (...values: string[]): Secrets =>
  secretsOf(new Map(values.map((value, i) => [`S${i}`, value])));

/** What comes out for each chunk, the end last. */
function streamed(secrets: Secrets, chunks: readonly string[]): string[] {
  const stream = secrets.stream();
  return [...chunks.map((chunk) => stream.push(chunk)), stream.end()];
}

function split(text: string, cuts: readonly number[]): string[] {
  const places = [0, ...[...cuts].sort((a, b) => a - b), text.length];
  return places.slice(1).map((end, i) => text.slice(places[i], end));
}

/** Every way to cut a text of n characters: 2^(n-1). */
function* everySplit(text: string): Generator<string[]> {
  const places = Math.max(0, text.length - 1);
  for (let bits = 0; bits < 2 ** places; bits++) {
    yield split(
      text,
      Array.from({ length: places }, (_, i) => i + 1).filter((at) => bits & (1 << (at - 1))),
    );
  }
}

/**
 * What masking means, said the plain way: whatever lies in an occurrence goes, and those that overlap go as one.
 * With `to`, only what is decided when everything from there on may still be the beginning of a secret.
 */
function expectedMask(text: string, values: readonly string[], to = text.length): string {
  const found: { start: number; end: number; longest: number; name: string }[] = [];
  for (let start = 0; start < text.length; start++) {
    for (const value of values) {
      if (!text.startsWith(value, start)) continue;
      const last = found.at(-1);
      const end = start + value.length;
      const here = { longest: value.length, name: `S${values.indexOf(value)}` };
      if (last === undefined || last.end <= start) found.push({ start, end, ...here });
      else {
        last.end = Math.max(last.end, end);
        if (here.longest > last.longest) Object.assign(last, here);
      }
    }
  }
  let done = 0;
  let out = "";
  for (const { start, end, name } of found) {
    if (end > to) return out + text.slice(done, Math.min(start, to));
    out += `${text.slice(done, start)}§§secret(${name})`;
    done = end;
  }
  return out + text.slice(done, to);
}

/** The length of the longest end of `text` from which one of `values` may still come. */
function undecided(text: string, values: readonly string[]): number {
  const lengths = Array.from({ length: text.length }, (_, i) => text.length - i);
  const begins = (end: string): boolean =>
    values.some((value) => value !== end && value.startsWith(end));
  return lengths.find((n) => begins(text.slice(-n))) ?? 0;
}

const letters = (unit: string) => fc.string({ unit: fc.constantFrom(...unit) });
/** Few letters, so that values overlap, contain and begin one another. */
const secretValues = fc.array(
  fc.string({ unit: fc.constantFrom(..."ab"), minLength: 4, maxLength: 7 }),
  { minLength: 1, maxLength: 4 },
);

/** What breaks the rule that no piece, and not all of them together, holds a value. */
function leaks(pieces: readonly string[], values: readonly string[]): string[] {
  const all = [...pieces, pieces.join("")];
  return all.filter((piece) => values.some((value) => piece.includes(value)));
}

describe("a stream", () => {
  test.each([
    [
      ["key sk", "-123", "456 !"],
      ["key ", "", "§§secret(S0) !", ""],
    ],
    [
      ["key s", "k-12345", "6", " !"],
      ["key ", "", "§§secret(S0)", " !", ""],
    ],
    [
      ["sk-12345", "x"],
      ["", "sk-12345x", ""],
    ],
    [["abc sk-1"], ["abc ", "sk-1"]],
    [["abc sk-123456"], ["abc §§secret(S0)", ""]],
    [
      ["", "", "a", ""],
      ["", "", "a", "", ""],
    ],
  ])("%j → %j", (chunks, pieces) => {
    expect(streamed(of("sk-123456"), chunks)).toEqual(pieces);
  });

  test("holds back a whole secret only while a longer one is possible", () => {
    expect(streamed(of("abc123", "abc123456"), ["abc123", "4", "x"])).toEqual([
      "",
      "",
      "§§secret(S0)4x",
      "",
    ]);
    expect(streamed(of("abc123", "abc123xyz"), ["abc123", "xyz"])).toEqual([
      "",
      "§§secret(S1)",
      "",
    ]);
    expect(streamed(of("abc123", "abc123456"), ["abc123"])).toEqual(["", "§§secret(S0)"]);
  });

  test("values shorter than 4 characters pass at once", () => {
    expect(streamed(of("abc", "x"), ["a", "b", "c", "x"])).toEqual(["a", "b", "c", "x", ""]);
  });

  test("other forms are masked in streams too", () => {
    const secrets = of('pa"ss\nword');
    expect(streamed(secrets, [...JSON.stringify('pa"ss\nword')]).join("")).toBe('"§§secret(S0)"');
  });
});

describe("whatever the values, the text and the cuts", () => {
  test("mask is what the plain way says", () => {
    fc.assert(
      fc.property(secretValues, letters("aabbc"), (values, text) => {
        expect(of(...values).mask(text)).toBe(expectedMask(text, values));
      }),
      { numRuns: 2000 },
    );
  });

  test("all splits of a text come out as its mask", () => {
    const short = fc.string({ unit: fc.constantFrom(..."aabbc"), maxLength: 9 });
    fc.assert(
      fc.property(secretValues, short, (values, text) => {
        const secrets = of(...values);
        const masked = expectedMask(text, values);
        for (const chunks of everySplit(text)) {
          const pieces = streamed(secrets, chunks);
          expect([pieces.join(""), ...leaks(pieces, values)]).toEqual([masked]);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("random splits of longer texts, made of pieces of the values, come out as their mask", () => {
    const scene = fc
      .array(fc.string({ unit: "grapheme-composite", minLength: 4, maxLength: 20 }), {
        minLength: 1,
        maxLength: 5,
      })
      // The placeholder's own letters would make the check of the pieces ambiguous.
      .filter((values) => values.every((value) => !/[§(secrt)\dS]/.test(value)))
      .chain((values) =>
        fc.record({
          values: fc.constant(values),
          parts: fc.array(
            fc.oneof(
              fc.string({ unit: "grapheme-composite", maxLength: 4 }),
              fc.constantFrom(...values),
              fc
                .tuple(fc.constantFrom(...values), fc.nat(20), fc.nat(20))
                .map(([value, from, to]) => value.slice(from, to)),
            ),
          ),
          cuts: fc.array(fc.nat(200)),
        }),
      );
    fc.assert(
      fc.property(scene, ({ values, parts, cuts }) => {
        const text = parts.join("");
        const places = cuts.map((place) => Math.min(place, text.length));
        const secrets = of(...values);
        const pieces = streamed(secrets, split(text, places));
        expect([pieces.join(""), ...leaks(pieces, values)]).toEqual([secrets.mask(text)]);
      }),
      { numRuns: 500 },
    );
  });

  test("no more is held back than the longest end that may become a secret", () => {
    fc.assert(
      fc.property(secretValues, letters("aabbc"), (values, text) => {
        const decided = text.length - undecided(text, values);
        const stream = of(...values).stream();
        expect(stream.push(text)).toBe(expectedMask(text, values, decided));
      }),
      { numRuns: 2000 },
    );
  });
});

test("20,000 chunks of one character with a difficult value take linear time", () => {
  const chunks = Array.from({ length: 20_000 }, () => "a");
  expect(streamed(of(`${"a".repeat(5000)}b`), chunks).join("")).toHaveLength(20_000);
  expect(streamed(of("aaaa"), chunks).join("")).toBe("§§secret(S0)");
});
