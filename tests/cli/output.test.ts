import fc from "fast-check";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { codeFrame } from "../../core/cli/output/code-frame.ts";
import { plainLine, plainText } from "../../core/cli/output/plain.ts";
import { formatTable } from "../../core/cli/output/table.ts";
import { cutToWidth, padToWidth, textWidth } from "../../core/cli/output/width.ts";

describe("width", () => {
  test.each([
    ["", 0],
    ["abc", 3],
    ["é", 1],
    ["e\u0301", 1],
    ["日本", 4],
    ["👩‍👩‍👧", 2],
    ["\u001b[31mred\u001b[39m", 3],
  ])("%j takes %i columns", (text, width) => {
    expect(textWidth(text)).toBe(width);
  });

  test("a cut line is never wider than asked and never ends in half a letter", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.integer({ min: 1, max: 40 }),
        (text, room) => {
          // Colours and control characters never reach a cut: they are taken out before.
          const line = plainLine(text);
          const cut = cutToWidth(line, room);
          expect(textWidth(cut)).toBeLessThanOrEqual(room);
          expect(cut).not.toMatch(/\p{Surrogate}/u);
          expect(cut === line || line.startsWith(cut.slice(0, -1))).toBe(true);
        },
      ),
    );
  });

  test("padding counts columns, not characters", () => {
    expect(padToWidth("日", 4)).toBe("日  ");
    expect(padToWidth("long", 2)).toBe("long");
  });
});

describe("text from elsewhere", () => {
  test.each([
    ["\u001b[2Jcleared", "cleared"],
    ["\u001b]0;title\u0007x", "x"],
    ["a\r\nb", "a\nb"],
    ["safe\rover", "safeover"],
    ["a\bb", "a\u{fffd}b"],
    ["left\u{202e}thgir", "left\u{fffd}thgir"],
    ["tab\tand\nline", "tab\tand\nline"],
  ])("%j becomes %j", (text, plain) => {
    expect(plainText(text)).toBe(plain);
  });

  test("whatever comes, nothing is left that moves a cursor", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const plain = plainText(text);
        expect(plain).not.toMatch(/[^\P{Cc}\n\t]/u);
        expect(stripVTControlCharacters(plain)).toBe(plain);
        expect(plainLine(text)).not.toMatch(/[\n\t]/);
      }),
    );
  });
});

describe("table", () => {
  test("columns are as wide as what is in them, the last is cut to the room", () => {
    const rows = [
      ["name", "about"],
      ["a", "first"],
      ["longer", "a text that is too long for what is left of it"],
    ];
    expect(formatTable(rows, 30).split("\n")).toEqual([
      "name    about",
      "a       first",
      "longer  a text that is too lo…",
    ]);
  });

  test("paint gets the padded cell, so that colours do not shift columns", () => {
    const painted = formatTable(
      [
        ["n", "x"],
        ["nn", "y"],
      ],
      null,
      (cell, row) => (row === 0 ? `<${cell}>` : cell),
    );
    expect(painted).toBe("<n >  <x>\nnn  y");
  });
});

describe("code frame", () => {
  const source = "one\ntwo\n\tthree\nfour\nfive\nsix";

  test("shows two lines on each side and marks line and column", () => {
    expect(codeFrame(source, 3, 4)).toBe(
      ["  1 | one", "  2 | two", "> 3 | \tthree", "    | \t  ^", "  4 | four", "  5 | five"].join(
        "\n",
      ),
    );
  });

  test.each([
    [1, "> 1 | one\n  2 | two\n  3 | \tthree"],
    [6, "  4 | four\n  5 | five\n> 6 | six"],
  ])("line %i at the edge", (line, frame) => {
    expect(codeFrame(source, line, null)).toBe(frame);
  });

  test.each([0, -1, 7, 1.5, Number.NaN])("there is no line %s", (line) => {
    expect(codeFrame(source, line, 1)).toBeNull();
  });
});
