import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { didYouMean, nearNames } from "../../core/board/suggest.ts";

const NAMES = ["session_search", "memory", "n8n_webhook", "read_file", "write_file", "toString"];

describe("nearNames", () => {
  test.each([
    { wanted: "sesion_search", near: ["session_search"], why: "a letter is missing" },
    { wanted: "meomry", near: ["memory"], why: "two letters are swapped" },
    { wanted: "N8nWebhookTool", near: ["n8n_webhook"], why: "the name of its class" },
    { wanted: "ReadFile", near: ["read_file"], why: "written in another way" },
    { wanted: "search", near: ["session_search"], why: "a part of it" },
    { wanted: "completely_else", near: [], why: "nothing comes near" },
    { wanted: "", near: [], why: "nothing was asked for" },
    { wanted: "..", near: [], why: "nothing but separators" },
    { wanted: "__proto__", near: [], why: "a name of every object" },
  ])("$wanted → $near: $why", ({ wanted, near }) => {
    expect(nearNames(wanted, NAMES)).toEqual(near);
  });

  test("a name of any length is answered, at once and in bounded size", () => {
    const many = Array.from({ length: 1000 }, (_, index) => `tool_${index}`);
    expect(nearNames("x".repeat(1_000_000), many)).toEqual([]);
    expect(nearNames("tool_1", many)).toHaveLength(3);
    expect(nearNames("tool_1", many, 5)).toHaveLength(5);
  });

  test("a name that exists comes first; the order of the names does not matter", () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,12}$/);
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 12 }), (names) => {
        const [wanted = ""] = names;
        const near = nearNames(wanted, names);
        expect(nearNames(wanted, names.toReversed())).toEqual(near);
        expect(bare(near[0] ?? wanted)).toBe(bare(wanted));
      }),
    );
  });
});

test("didYouMean ends a message, or adds nothing", () => {
  expect(didYouMean("memroy", NAMES)).toBe("; did you mean memory?");
  expect(didYouMean("read_fil", ["write", "read_files", "read_file"])).toBe(
    "; did you mean read_file or read_files?",
  );
  expect(didYouMean("weather", NAMES)).toBe("");
});

/** What counts of a name. */
function bare(name: string): string {
  return name.replaceAll("_", "").replace(/(?<=.)tool$/, "");
}
