import { chmodSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { makeWorkspace } from "../support/workspace.ts";
import search_files from "../../plugins/files/tools/search_files.ts";
import { callTool } from "../../core/testing/call-tool.ts";
import { filesOf } from "./call-files.ts";

const TREE = {
  "a.md": "one two\nthree\nTWO\n",
  "src/b.ts": "  const two = 2;\n",
  "src/deep/c.ts": "two\r\ntwo\r\n",
  "node_modules/x.js": "two\n",
  ".hidden/d.md": "two\n",
  "price.txt": "a.b (c) costs $5\nabc\n",
};

describe("search_files", () => {
  test.each([
    [
      { query: "two" },
      [
        "a.md:1: one two",
        "src/b.ts:1:   const two = 2;",
        "src/deep/c.ts:1: two",
        "src/deep/c.ts:2: two",
      ],
    ],
    [{ query: "two", ignore_case: true, path: "a.md" }, ["a.md:1: one two", "a.md:3: TWO"]],
    [
      { query: "two", glob: "*.ts" },
      ["src/b.ts:1:   const two = 2;", "src/deep/c.ts:1: two", "src/deep/c.ts:2: two"],
    ],
    [
      { query: "two", path: "src", glob: "deep/*" },
      ["src/deep/c.ts:1: two", "src/deep/c.ts:2: two"],
    ],
    [{ query: "a.b (c) costs $5" }, ["price.txt:1: a.b (c) costs $5"]],
    [{ query: "^a.b ", regex: true, glob: "*.txt" }, ["price.txt:1: a.b (c) costs $5"]],
    [{ query: "^t\\w+$", regex: true, path: "a.md" }, ["a.md:2: three"]],
    [
      { query: "^T", regex: true, ignore_case: true, path: "a.md" },
      ["a.md:2: three", "a.md:3: TWO"],
    ],
    [{ query: "\\p{Lu}{3}", regex: true }, ["a.md:3: TWO"]],
  ])("%j", async (args, expected) => {
    const { message, is_error } = await filesOf(makeWorkspace(TREE))("search_files", args);
    expect(is_error).toBe(false);
    expect(message.split("\n\n")[0]?.split("\n")).toEqual(expected);
    expect(message).toMatch(/\n\n\d lines? in \d files?\.$/);
  });

  test("says when there is nothing, and when there is more", async () => {
    const call = filesOf(makeWorkspace({ "a.txt": "x\n".repeat(300), "b.txt": "y" }));
    expect((await call("search_files", { query: "zzz", glob: "*.txt" })).message).toBe(
      "No line matches, in 2 files.",
    );
    const { message } = await call("search_files", { query: "x", limit: 3 });
    expect(message).toBe(
      "a.txt:1: x\na.txt:2: x\na.txt:3: x\n\nThere are more than 3. Narrow query, path or glob, or raise the limit (up to 200).",
    );
    expect((await call("search_files", { query: "x", limit: 9_999 })).message).toMatch(
      /more than 200\./,
    );
  });

  test("leaves out what is no text or too large, and says how many", async () => {
    const workspace = makeWorkspace({ "a.txt": "needle", "big.txt": `needle${"x".repeat(2_000)}` });
    writeFileSync(workspace.path("b.bin"), "needle\0");
    const call = filesOf(workspace, { max_file_bytes: 1_000 });
    expect((await call("search_files", { query: "needle" })).message).toBe(
      "a.txt:1: needle\n\n1 line in 1 file. 2 files left out: not text, too large, or unreadable.",
    );
  });

  test("long lines are cut", async () => {
    const call = filesOf(makeWorkspace({ "a.txt": `needle ${"x".repeat(5_000)}` }));
    const { message } = await call("search_files", { query: "needle" });
    expect(message.length).toBeLessThan(500);
    expect(message).toContain("… [cut; 5007 characters]");
  });

  test.each([
    [
      "a pattern that backtracks without end",
      { query: "(a+)+$", regex: true },
      /longer than 1000 ms/,
    ],
    ["a broken pattern", { query: "(", regex: true }, /no regular expression: .*\(/],
    ["a line break", { query: "a\nb" }, /line by line/],
    ["an empty query", { query: "" }, /./],
    ["a folder that is not there", { query: "x", path: "nowhere" }, /no nowhere/],
    ["a glob with too many alternatives", { query: "x", glob: "{a,b}".repeat(10) }, /`glob`/],
  ])("%s is refused", async (_what, args, why) => {
    const call = filesOf(makeWorkspace({ "a.txt": `${"a".repeat(60)}!\n` }));
    expect(await call("search_files", args)).toMatchObject({
      is_error: true,
      message: expect.stringMatching(why),
    });
  });

  test("goes on past a folder that can not be read", async () => {
    const workspace = makeWorkspace({ "a.txt": "needle", "closed/b.txt": "needle" });
    chmodSync(workspace.path("closed"), 0o000);
    const { message } = await filesOf(workspace)("search_files", {
      query: "needle",
      glob: "a.txt",
    });
    chmodSync(workspace.path("closed"), 0o755);
    expect(message).toContain("a.txt:1: needle");
  });

  test("more files than are searched together come in the order of their paths", async () => {
    const names = Array.from(
      { length: 60 },
      (_, index) => `f${String(index).padStart(3, "0")}.txt`,
    );
    const call = filesOf(makeWorkspace(Object.fromEntries(names.map((name) => [name, "hit"]))));
    const { message } = await call("search_files", { query: "hit" });
    expect(message.split("\n\n")[0]?.split("\n")).toEqual(names.map((name) => `${name}:1: hit`));
  });
});

test("a search that goes on for long tells how far it is", async () => {
  const { root } = makeWorkspace(
    Object.fromEntries(Array.from({ length: 520 }, (_, at) => [`many/${at}.txt`, "x"])),
  );
  const { progress } = await callTool(search_files, { query: "y" }, { root });
  expect(progress).toEqual(["searched 512 files"]);
});
