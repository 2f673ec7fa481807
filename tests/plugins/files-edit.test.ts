import { chmodSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { replaceText } from "../../plugins/files/lib/replace.ts";
import { makeWorkspace } from "../support/workspace.ts";
import { filesOf } from "./call-files.ts";

describe("edit_file", () => {
  test.each([
    [
      "in a line",
      "one two\n",
      { old_text: "two", new_text: "2" },
      "one 2\n",
      "Edited a.txt, line 1.",
    ],
    [
      "several lines",
      "a\nb\nc\n",
      { old_text: "b\nc", new_text: "x" },
      "a\nx\n",
      "Edited a.txt, line 2.",
    ],
    ["away", "a\nb\nc\n", { old_text: "b\n", new_text: "" }, "a\nc\n", "Edited a.txt, line 2."],
    [
      "everywhere",
      "x\ny\nx\n",
      { old_text: "x", new_text: "xx", replace_all: true },
      "xx\ny\nxx\n",
      "Edited a.txt: 2 replacements, from line 1 to line 3.",
    ],
    [
      "with signs that mean something elsewhere",
      "a.c $& \\n",
      { old_text: "a.c", new_text: "$& $1 \\0" },
      "$& $1 \\0 $& \\n",
      "Edited a.txt, line 1.",
    ],
    [
      "in DOS lines",
      "a\r\nb\r\nc\r\n",
      { old_text: "a\nb", new_text: "x\ny" },
      "x\r\ny\r\nc\r\n",
      "Edited a.txt, line 1.",
    ],
    [
      "behind a byte order mark",
      "\uFEFFa\n",
      { old_text: "a", new_text: "b" },
      "\uFEFFb\n",
      "Edited a.txt, line 1.",
    ],
  ])("replaces %s", async (_what, text, args, expected, message) => {
    const workspace = makeWorkspace({ "a.txt": text });
    const answer = await filesOf(workspace)("edit_file", { path: "a.txt", ...args });
    expect(answer).toMatchObject({ is_error: false, message });
    expect(readFileSync(workspace.path("a.txt"), "utf8")).toBe(expected);
    expect(readdirSync(workspace.root).sort()).toEqual(["a.txt", "agents"]);
  });

  test.each([
    [
      "more than once",
      "x\ny\nx\n",
      { old_text: "x", new_text: "z" },
      /2 times, on lines 1, 3\..*replace_all/,
    ],
    ["overlapping", "aaa", { old_text: "aa", new_text: "b" }, /2 times/],
    [
      "not there",
      "a\nb\n",
      { old_text: "zzz", new_text: "z" },
      /not in a\.txt\. Read the file again \(2 lines\)/,
    ],
    [
      "other white space",
      "a\n\tif  (x) {\n",
      { old_text: "if (x) {", new_text: "z" },
      /Line 2 differs only in white space/,
    ],
    [
      "with line numbers",
      "a\nb\n",
      { old_text: "1\ta\n2\tb", new_text: "z" },
      /line 1 without the line numbers/,
    ],
    [
      "only its beginning",
      "a\nb\nc\n",
      { old_text: "b\nX", new_text: "z" },
      /first line is on line 2/,
    ],
    ["without a change", "a", { old_text: "a", new_text: "a" }, /the same/],
    ["nothing", "a", { old_text: "", new_text: "a" }, /./],
  ])("refuses a text that is %s", async (_what, text, args, why) => {
    const workspace = makeWorkspace({ "a.txt": text });
    const answer = await filesOf(workspace)("edit_file", { path: "a.txt", ...args });
    expect(answer).toMatchObject({ is_error: true, message: expect.stringMatching(why) });
    expect(readFileSync(workspace.path("a.txt"), "utf8")).toBe(text);
  });

  test("refuses what is no text, not there, a folder, or would grow too large", async () => {
    const workspace = makeWorkspace({ "a.txt": "aaaa", "sub/b": "" });
    writeFileSync(workspace.path("bin"), Buffer.from([0, 1]));
    const call = filesOf(workspace, { max_file_bytes: 10 });
    for (const [path, why] of [
      ["bin", /no UTF-8 text/],
      ["gone", /no gone/],
      ["sub", /is a folder/],
    ] as const) {
      expect(await call("edit_file", { path, old_text: "a", new_text: "b" })).toMatchObject({
        is_error: true,
        message: expect.stringMatching(why),
      });
    }
    expect(
      await call("edit_file", { path: "a.txt", old_text: "a", new_text: "bbb", replace_all: true }),
    ).toMatchObject({ is_error: true, message: expect.stringMatching(/larger than the 10 bytes/) });
  });

  test("several edits of one file at the same time all arrive", async () => {
    const lines = Array.from({ length: 20 }, (_, index) => `old-${index};\n`);
    const workspace = makeWorkspace({ "a.txt": lines.join("") });
    chmodSync(workspace.path("a.txt"), 0o640);
    const call = filesOf(workspace);
    const answers = await Promise.all(
      lines.map((_line, index) =>
        call("edit_file", { path: "a.txt", old_text: `old-${index};`, new_text: `new-${index};` }),
      ),
    );
    expect(answers.filter(({ is_error }) => is_error)).toEqual([]);
    expect(readFileSync(workspace.path("a.txt"), "utf8")).toBe(
      lines.map((line) => line.replace("old", "new")).join(""),
    );
    expect(statSync(workspace.path("a.txt")).mode & 0o777).toBe(0o640);
  });
});

describe("replacing", () => {
  test("puts the new text in place of each old one, and touches nothing else", () => {
    const part = fc.stringMatching(/^[ab\n]{0,6}$/);
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 5 }), part, (parts, newText) => {
        const options = { shown: "a", oldText: "<x>", newText, all: true };
        const { text, lines } = replaceText(parts.join("<x>"), options);
        expect(text).toBe(parts.join(newText));
        expect(lines).toHaveLength(parts.length - 1);
      }),
    );
  });

  test("of a text that is everywhere, in a large file, ends soon", () => {
    const started = performance.now();
    const options = { shown: "a", oldText: "a".repeat(1_000), newText: "b", all: false };
    expect(() => replaceText("a".repeat(2_000_000), options)).toThrow(/at least 1000 times/);
    expect(() => replaceText("\n".repeat(2_000_000), { ...options, oldText: "b" })).toThrow(
      /not in a/,
    );
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
