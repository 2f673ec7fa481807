import { chmodSync, mkdirSync, readFileSync, readdirSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { writeText } from "../../plugins/files/lib/write.ts";
import { makeFolder, makeWorkspace } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";
import { filesOf } from "./call-files.ts";

function read(workspace: TestWorkspace, file: string): string {
  return readFileSync(workspace.path(file), "utf8");
}

/** What is left in a folder: a temporary file that nobody took away would show here. */
function entries(workspace: TestWorkspace, folder: string): string[] {
  return readdirSync(workspace.path(folder)).sort();
}

describe("write_file", () => {
  test("writes a new file, with the folders on the way", async () => {
    const workspace = makeWorkspace();
    const answer = await filesOf(workspace)("write_file", {
      path: "a/b/ü.md",
      content: "# Ü\n\nx\n",
    });
    expect(answer).toMatchObject({ is_error: false, message: "Wrote a/b/ü.md: 3 lines, 8 bytes." });
    expect(read(workspace, "a/b/ü.md")).toBe("# Ü\n\nx\n");
    expect(entries(workspace, "a/b")).toEqual(["ü.md"]);
  });

  test("replaces a file only when it is told to, and keeps its permissions", async () => {
    const workspace = makeWorkspace({ "run.sh": "old\n" });
    chmodSync(workspace.path("run.sh"), 0o750);
    const call = filesOf(workspace);
    expect(await call("write_file", { path: "run.sh", content: "new" })).toMatchObject({
      is_error: true,
      message: expect.stringMatching(/run\.sh is there already.*overwrite/),
    });
    expect(read(workspace, "run.sh")).toBe("old\n");
    expect(
      await call("write_file", { path: "run.sh", content: "new", overwrite: true }),
    ).toMatchObject({
      is_error: false,
      message: "Replaced run.sh: 1 line, 3 bytes.",
    });
    expect(read(workspace, "run.sh")).toBe("new");
    expect(statSync(workspace.path("run.sh")).mode & 0o777).toBe(0o750);
  });

  test("writes through a link inside of the working folder, which stays a link", async () => {
    const workspace = makeWorkspace({ "real/a.md": "old" });
    workspace.link("link.md", "real/a.md");
    await filesOf(workspace)("write_file", { path: "link.md", content: "new", overwrite: true });
    expect(read(workspace, "real/a.md")).toBe("new");
    expect(entries(workspace, "real")).toEqual(["a.md"]);
  });

  test("an empty file is a file", async () => {
    const workspace = makeWorkspace();
    await filesOf(workspace)("write_file", { path: "empty", content: "" });
    expect(read(workspace, "empty")).toBe("");
  });

  test("many calls for one new file at the same time: one writes, the others are told", async () => {
    const workspace = makeWorkspace();
    const call = filesOf(workspace);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        call("write_file", { path: "one.md", content: `from ${index}` }),
      ),
    );
    expect(answers.filter(({ is_error }) => !is_error)).toHaveLength(1);
    const wrote = answers.findIndex(({ is_error }) => !is_error);
    expect(read(workspace, "one.md")).toBe(`from ${wrote}`);
    expect(entries(workspace, ".").filter((name) => name.includes("one"))).toEqual(["one.md"]);
  });

  test.each([
    ["a folder", { path: "dir", content: "x", overwrite: true }, /dir is a folder/],
    ["the working folder", { path: ".", content: "x", overwrite: true }, /is a folder/],
    ["through a file", { path: "file/x", content: "x" }, /through a file/],
    ["too large", { path: "big", content: "x".repeat(101) }, /101 bytes, more than the 100/],
    ["too long a name", { path: "x".repeat(300), content: "x" }, /too long|ENAMETOOLONG/],
    ["no content", { path: "a" }, /./],
  ])("%s is refused, and nothing is left behind", async (_what, args, why) => {
    const workspace = makeWorkspace({ file: "x" });
    mkdirSync(workspace.path("dir"));
    const before = entries(workspace, ".");
    const answer = await filesOf(workspace, { max_file_bytes: 100 })("write_file", args);
    expect(answer).toMatchObject({ is_error: true, message: expect.stringMatching(why) });
    expect(entries(workspace, ".")).toEqual(before);
  });

  test("that is stopped writes nothing", async () => {
    const workspace = makeWorkspace({ "a.md": "old" });
    const place = { real: workspace.path("a.md"), shown: "a.md" };
    const stats = statSync(place.real);
    const stopped = AbortSignal.abort(new Error("stopped"));
    await expect(writeText(place, "new", stats, stopped)).rejects.toThrow("stopped");
    expect(read(workspace, "a.md")).toBe("old");
    expect(entries(workspace, ".")).toEqual(["a.md", "agents"]);
  });

  test("what changed since it was looked at is not overwritten", async () => {
    const workspace = makeWorkspace({ "a.md": "old" });
    const place = { real: workspace.path("a.md"), shown: "a.md" };
    const stats = statSync(place.real);
    workspace.write({ "a.md": "changed by somebody" });
    const { signal } = new AbortController();
    await expect(writeText(place, "new", stats, signal)).rejects.toThrow(
      /changed by somebody else/,
    );
    await expect(writeText(place, "new", null, signal)).rejects.toThrow(/changed by somebody else/);
    expect(read(workspace, "a.md")).toBe("changed by somebody");
    expect(entries(workspace, ".")).toEqual(["a.md", "agents"]);
  });

  test("a folder that became a link meanwhile leads nowhere", async () => {
    const outside = makeFolder();
    const workspace = makeWorkspace({ "sub/a.md": "old" });
    const place = { real: workspace.path("sub/new.md"), shown: "sub/new.md" };
    workspace.remove("sub");
    workspace.link("sub", outside);
    const { signal } = new AbortController();
    await expect(writeText(place, "new", null, signal)).rejects.toThrow(/moved or replaced/);
    expect(readdirSync(outside)).toEqual([]);
  });
});
