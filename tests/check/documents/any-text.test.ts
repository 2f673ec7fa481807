import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readContract } from "../../../core/check/documents/contract.ts";
import { readFragment } from "../../../core/check/documents/fragment.ts";
import { readHeader } from "../../../core/check/documents/header.ts";
import { findSecrets, hideSecrets } from "../../../core/check/documents/secrets.ts";

/** Texts made of what the readers look for, in any order. */
const markdown = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "---",
        "# a.ts DOX",
        "## Arguments",
        "### load",
        "| name | type | required |",
        "| --- | --- | --- |",
        "| a | `x | y` | yes |",
        "|\\|",
        "```json",
        "```",
        "~~~~",
        '{"tool_name": "a", "tool_args": {"b": [1]}}',
        "<!--",
        "-->",
        "- `a`: the `b` argument",
        "    1. `c.d[].e`",
        "\uFEFF",
        "tool: a",
      ),
      fc.string(),
    ),
    { maxLength: 30 },
  )
  .chain((lines) => fc.constantFrom("\n", "\r\n", "\r").map((eol) => lines.join(eol)));

describe("whatever a document holds", () => {
  test("it is read without a throw, and every line that is named exists", () => {
    fc.assert(
      fc.property(markdown, (content) => {
        const contract = readContract(content);
        const fragment = readFragment(content);
        const named = [
          ...contract.headings.map(({ line }) => line),
          ...contract.tables.flatMap(({ line, rows }) => [line, ...rows.map((row) => row.line)]),
          ...fragment.mentions.map(({ line }) => line),
          ...fragment.calls.flatMap(({ line, nameLine }) => [line, nameLine]),
          ...fragment.broken.map(({ line }) => line),
          readHeader(content).problem?.line ?? 1,
        ];
        expect(named.every((line) => line >= 1 && line <= contract.lines.length)).toBe(true);
        expect(contract.prose).toHaveLength(contract.lines.length);
      }),
      { numRuns: 500 },
    );
  });

  test("no secret that is found is shown", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const token = `sk-${"aB3dE5fG7h".repeat(3)}`;
        const text = `${before} ${token} ${after}`;
        expect(hideSecrets(text)).not.toContain(token);
        expect(findSecrets(text).length).toBeGreaterThan(0);
      }),
    );
  });
});
