import { describe, expect, test } from "vitest";
import { openFolder } from "../../plugins/files/lib/folder.ts";
import { walk } from "../../plugins/files/lib/walk.ts";
import { makeWorkspace } from "../support/workspace.ts";
import { filesOf } from "./call-files.ts";

const TREE = {
  "README.md": "",
  "docs/guide.md": "",
  "docs/deep/er.md": "",
  "docs/picture.png": "",
  "src/a.ts": "",
  "src/b.ts": "",
  ".github/ci.yml": "",
  "node_modules/x/index.js": "",
  "sub/node_modules/y/index.js": "",
};

describe("find_files", () => {
  test.each([
    [{ pattern: "*.md", path: "docs" }, ["docs/deep/er.md", "docs/guide.md"]],
    [{ pattern: "docs/*.md" }, ["docs/guide.md"]],
    [{ pattern: "*.ts", path: "./src/" }, ["src/a.ts", "src/b.ts"]],
    [{ pattern: "*", path: "docs/deep" }, ["docs/deep/er.md"]],
    [{ pattern: "{docs,src}/**", type: "folder" }, ["docs/", "docs/deep/", "src/"]],
    [{ pattern: "docs/*", type: "any" }, ["docs/deep/", "docs/guide.md", "docs/picture.png"]],
    [{ pattern: ".github/*" }, [".github/ci.yml"]],
    [{ pattern: "*.js", path: "node_modules" }, ["node_modules/x/index.js"]],
  ])("%j", async (args, expected) => {
    const { message, is_error } = await filesOf(makeWorkspace(TREE))("find_files", args);
    expect(is_error).toBe(false);
    expect(message.split("\n\n")[0]?.split("\n")).toEqual(expected);
    expect(message).toMatch(new RegExp(`\\n\\n${expected.length} \\w+\\.$`));
  });

  test("says when there is nothing, and when there is more", async () => {
    const call = filesOf(makeWorkspace(TREE));
    expect((await call("find_files", { pattern: "*.js" })).message).toBe(
      "No file of the working folder matches *.js.",
    );
    const some = await call("find_files", { pattern: "*.{md,ts}", limit: 2 });
    expect(some.message).toMatch(/^README\.md\n.*\n\nThere are more than 2\. Narrow/);
    const capped = filesOf(makeWorkspace(TREE), { max_results: 1 });
    expect((await capped("find_files", { pattern: "*.ts", limit: 50 })).message).toMatch(
      /^src\/a\.ts\n\nThere are more than 1\./,
    );
  });

  test("shows a link to a file of the working folder, and does not go through links to folders", async () => {
    const workspace = makeWorkspace({ "a/x.md": "" });
    workspace.link("b/x.md", "../a/x.md");
    workspace.link("c", "a");
    const { message } = await filesOf(workspace)("find_files", { pattern: "x.md" });
    expect(message).toBe("a/x.md\nb/x.md\n\n2 files.");
  });

  test.each([
    [{ pattern: "*", path: "README.md" }, /is a file/],
    [{ pattern: "*", path: "nowhere" }, /no nowhere/],
    [{ pattern: "{a,b}".repeat(10) }, /`pattern`.*alternatives/],
    [{ pattern: "*", type: "link" }, /file/],
    [{}, /./],
  ])("%j is refused", async (args, why) => {
    const answer = await filesOf(makeWorkspace(TREE))("find_files", args);
    expect(answer).toMatchObject({ is_error: true, message: expect.stringMatching(why) });
  });

  test("that is stopped goes no further", async () => {
    const { root } = makeWorkspace(TREE);
    const folder = await openFolder({ workspace: root, settings: {} });
    const stopping = new AbortController();
    const seen: string[] = [];
    const walking = (async () => {
      for await (const { shown } of walk(folder, { real: root }, stopping.signal)) {
        seen.push(shown);
        stopping.abort(new Error("stopped"));
      }
    })();
    await expect(walking).rejects.toThrow("stopped");
    expect(seen).toHaveLength(1);
  });
});
