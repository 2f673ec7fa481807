import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { makeWorkspace } from "../support/workspace.ts";
import { filesOf } from "./call-files.ts";

function numbers(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join("");
}

describe("read_file", () => {
  test.each([
    ["one line", "hello", {}, "a.txt, lines 1-1 of 1\n\n1\thello"],
    ["a final line end makes no line", "a\nb\n", {}, "a.txt, lines 1-2 of 2\n\n1\ta\n2\tb"],
    ["an empty line does", "a\n\nb", {}, "a.txt, lines 1-3 of 3\n\n1\ta\n2\t\n3\tb"],
    ["DOS line ends", "a\r\nb\r\n", {}, "a.txt, lines 1-2 of 2\n\n1\ta\n2\tb"],
    ["an empty file", "", {}, "a.txt is empty."],
    [
      "a piece",
      numbers(1, 5),
      { offset: 2, limit: 2 },
      "a.txt, lines 2-3 of 5\n\n2\tline 2\n3\tline 3\n\n2 more lines. Go on with offset 4.",
    ],
    [
      "the last piece",
      numbers(1, 5),
      { offset: 5, limit: 2 },
      "a.txt, lines 5-5 of 5\n\n5\tline 5",
    ],
    [
      "numbers stand below one another",
      numbers(1, 11),
      { offset: 9 },
      "a.txt, lines 9-11 of 11\n\n 9\tline 9\n10\tline 10\n11\tline 11",
    ],
  ])("%s", async (_what, text, args, expected) => {
    const call = filesOf(makeWorkspace({ "a.txt": text }));
    expect(await call("read_file", { path: "a.txt", ...args })).toMatchObject({
      is_error: false,
      message: expected,
    });
  });

  test("500 lines at a time, and what is read piece by piece is the whole file", async () => {
    const call = filesOf(makeWorkspace({ "a.txt": numbers(1, 1_203) }));
    const seen: string[] = [];
    let pieces = 0;
    for (let offset: number | null = 1; offset !== null;) {
      const { message } = await call("read_file", { path: "a.txt", offset });
      pieces += 1;
      seen.push(...[...message.matchAll(/^ *\d+\t(.*)$/gm)].map(([, line = ""]) => line));
      const next = /offset (\d+)\.$/.exec(message)?.[1];
      offset = next === undefined ? null : Number(next);
    }
    expect(pieces).toBe(3);
    expect(`${seen.join("\n")}\n`).toBe(numbers(1, 1_203));
  });

  test("long lines are cut, never within a character, and say so", async () => {
    const call = filesOf(
      makeWorkspace({ "a.txt": `${"x".repeat(19)}😀${"y".repeat(50)}\nshort` }),
      {
        max_line_chars: 20,
      },
    );
    const { message } = await call("read_file", { path: "a.txt" });
    expect(message).toContain(`1\t${"x".repeat(19)}… [cut; 71 characters]\n2\tshort`);
  });

  test("ends before there are too many characters, with the place to go on", async () => {
    const call = filesOf(makeWorkspace({ "a.txt": `${"x".repeat(400)}\n`.repeat(10) }), {
      max_read_chars: 1_000,
    });
    const { message } = await call("read_file", { path: "a.txt" });
    expect(message).toMatch(/lines 1-2 of 10/);
    expect(message).toMatch(/8 more lines\. Go on with offset 3\.$/);
  });

  test.each([
    ["an offset behind the end", { path: "a.txt", offset: 9 }, /only 1 line.*offset/],
    ["a folder", { path: "sub" }, /is a folder.*find_files/],
    ["what is not there", { path: "sub/nothing.txt" }, /no sub\/nothing\.txt/],
    [
      "a name in another case or with another ending",
      { path: "sub/Read-Me" },
      /Did you mean sub\/readme\.md\?/,
    ],
    ["a swapped letter", { path: "sub/raedme.md" }, /Did you mean sub\/readme\.md\?/],
    ["a binary file", { path: "image.png" }, /no UTF-8 text \(5 bytes\)/],
    ["text of another encoding", { path: "latin.txt" }, /no UTF-8 text/],
    ["an unknown argument", { path: "a.txt", lines: 3 }, /lines/],
    ["an offset of 0", { path: "a.txt", offset: 0 }, /1/],
    ["no path", {}, /path|string/],
    ["an empty path", { path: "" }, /./],
  ])("%s is an error that says what to do", async (_what, args, why) => {
    const workspace = makeWorkspace({ "a.txt": "a", "sub/readme.md": "x" });
    writeFileSync(workspace.path("image.png"), Buffer.from([0x89, 0x50, 0, 1, 2]));
    writeFileSync(workspace.path("latin.txt"), Buffer.from("caf\xe9", "latin1"));
    const answer = await filesOf(workspace)("read_file", args);
    expect(answer).toMatchObject({ is_error: true, message: expect.stringMatching(why) });
  });

  test("a file that is too large is refused, with its size", async () => {
    const call = filesOf(makeWorkspace({ "a.txt": "x".repeat(101) }), { max_file_bytes: 100 });
    expect(await call("read_file", { path: "a.txt" })).toMatchObject({
      is_error: true,
      message: "a.txt has 101 bytes, more than the 100 that are allowed.",
    });
  });

  test("a result that was too long for the model can be read by the path it was told", async () => {
    const workspace = makeWorkspace({
      ".pegboard/results/20260101T000000Z-0a1b.txt": "long\n",
      "data/x": "",
    });
    for (const settings of [{}, { root: "data" }]) {
      const call = filesOf(workspace, settings);
      const path = ".pegboard/results/20260101T000000Z-0a1b.txt";
      expect((await call("read_file", { path })).message).toContain("1\tlong");
      expect((await call("search_files", { path, query: "lon" })).message).toContain(
        `${path}:1: long`,
      );
      expect(await call("read_file", { path: ".pegboard/results/gone.txt" })).toMatchObject({
        is_error: true,
        message: expect.stringMatching(/no longer/),
      });
    }
  });
});
