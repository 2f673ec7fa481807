import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { didYouMean, nearNames } from "../../core/board/suggest.ts";

const NAMES = ["session_search", "memory", "n8n_webhook", "weather", "skills_tool", "web_search"];

describe("the names that somebody may have meant", () => {
  test.each([
    ["sesion_search", "session_search"],
    ["N8nWebhookTool", "n8n_webhook"],
    ["N8N-WEBHOOK", "n8n_webhook"],
    ["weahter", "weather"],
    ["Weather", "weather"],
    ["skills", "skills_tool"],
    ["skillsTool", "skills_tool"],
    ["sessions", "session_search"],
  ])("%s → %s", (wanted, expected) => {
    expect(nearNames(wanted, NAMES)[0]).toBe(expected);
  });

  test.each(["", "../secrets", "__proto__", "constructor", "zzzzzz", "/"])(
    "%j is near to nothing",
    (wanted) => {
      expect(nearNames(wanted, NAMES)).toEqual([]);
    },
  );

  test("are few, whatever is asked and however many there are", () => {
    const many = Array.from({ length: 2000 }, (_, index) => `tool_${index}`);
    expect(nearNames("tool", many)).toHaveLength(3);
    expect(nearNames("x".repeat(1_000_000), many)).toEqual([]);
    expect(nearNames("tool_", many, 5)).toHaveLength(5);
  });

  test("do not depend on the order of the names", () => {
    const name = fc.stringMatching(/^[a-z_]{1,8}$/);
    fc.assert(
      fc.property(fc.string(), fc.uniqueArray(name), (wanted, names) => {
        expect(nearNames(wanted, names.toReversed())).toEqual(nearNames(wanted, names));
      }),
    );
  });

  test("a letter left out of a longer name is always forgiven", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{6,20}$/), fc.nat(), (name, position) => {
        const at = position % name.length;
        expect(nearNames(name.slice(0, at) + name.slice(at + 1), [name])).toEqual([name]);
      }),
    );
  });
});

test("the end of an error message", () => {
  expect(didYouMean("a_b", ["a_c"])).toBe("; did you mean a_c?");
  expect(didYouMean("zzz", ["abc"])).toBe("");
});
