import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeFolder, makeWorkspace } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";
import { filesOf } from "./call-files.ts";
import type { FilesTool } from "./call-files.ts";

const SECRET = "sk-live-0123456789";

/** A workspace with everything that must stay out of reach, and ways that seem to lead to it. */
function makeTrap(): { readonly workspace: TestWorkspace; readonly outside: string } {
  const outside = makeFolder();
  const workspace = makeWorkspace({
    "notes/a.md": "inside\n",
    "usr/secrets.env": `API_KEY=${SECRET}\n`,
    "usr/secrets.env.bak": `API_KEY=${SECRET}\n`,
    ".env": `API_KEY=${SECRET}\n`,
    "app/.env.local": `API_KEY=${SECRET}\n`,
    ".git/config": `url = https://x:${SECRET}@host\n`,
    "vendor/lib/.git/HEAD": `${SECRET}\n`,
    ".pegboard/sessions.db": `${SECRET}\n`,
  });
  writeFileSync(join(outside, "victim.txt"), SECRET);
  workspace.link("links/file", join(outside, "victim.txt"));
  workspace.link("links/folder", outside);
  workspace.link("links/up", "../..");
  workspace.link("links/secrets", "../usr/secrets.env");
  workspace.link("links/usr", "../usr");
  workspace.link("links/dangling", join(outside, "new.txt"));
  workspace.link("links/chain", "folder");
  workspace.link("links/loop-a", "loop-b");
  workspace.link("links/loop-b", "loop-a");
  workspace.link("links/round", ".");
  workspace.link("links/good", "../notes");
  linkSync(workspace.path("usr/secrets.env"), workspace.path("notes/hard.txt"));
  return { workspace, outside };
}

const OUT_OF_REACH: readonly (readonly [path: string, why: RegExp])[] = [
  ["..", /leads out of/],
  ["../", /leads out of/],
  ["../outside.txt", /leads out of/],
  ["notes/../../outside.txt", /leads out of/],
  ["notes/../../workspace2/a", /leads out of/],
  ["/", /leads out of/],
  ["/etc/passwd", /leads out of/],
  ["//etc/passwd", /leads out of/],
  ["./././../x", /leads out of/],
  ["links/file", /leads out of/],
  ["links/folder/victim.txt", /leads out of/],
  ["links/folder/new/deep.txt", /leads out of/],
  ["links/chain/victim.txt", /leads out of/],
  ["links/up/x", /leads out of/],
  ["links/dangling", /leads nowhere/],
  ["links/dangling/x", /leads nowhere/],
  ["links/loop-a", /circle/],
  ["links/loop-a/x", /circle/],
  ["notes/a.md/x", /through a file/],
  ["notes\0/a.md", /NUL/],
  ["usr/secrets.env", /off limits/],
  ["USR/SECRETS.ENV", /off limits|leads/],
  ["./usr/../usr/secrets.env", /off limits/],
  ["usr/secrets.env.bak", /off limits/],
  ["links/secrets", /off limits/],
  ["links/usr/secrets.env", /off limits/],
  ["links/round/secrets", /off limits/],
  ["notes/hard.txt", /off limits/],
  [".env", /off limits/],
  ["app/.env.local", /off limits/],
  [".git/config", /off limits/],
  [".GIT/config", /off limits/],
  ["vendor/lib/.git/HEAD", /off limits/],
  [".pegboard/sessions.db", /off limits/],
  [".pegboard/results/../sessions.db", /off limits/],
];

describe.each<[FilesTool, (path: string) => object]>([
  ["read_file", (path: string) => ({ path })],
  ["write_file", (path: string) => ({ path, content: "owned", overwrite: true })],
  ["edit_file", (path: string) => ({ path, old_text: SECRET, new_text: "owned" })],
  ["search_files", (path: string) => ({ path, query: "sk-" })],
  ["find_files", (path: string) => ({ path, pattern: "**" })],
])("%s stays in the working folder", (tool, argsFor) => {
  // One for all paths: nothing of what is tried may change it.
  const { workspace, outside } = makeTrap();

  test.each(OUT_OF_REACH)("%j", async (path, why) => {
    const answer = await filesOf(workspace)(tool, argsFor(path));
    expect(answer.is_error).toBe(true);
    expect(answer.message).toMatch(why);
    expect(answer.message).not.toContain(SECRET);
    expect(readdirSync(outside)).toEqual(["victim.txt"]);
    expect(readFileSync(join(outside, "victim.txt"), "utf8")).toBe(SECRET);
    expect(readFileSync(workspace.path("usr/secrets.env"), "utf8")).toContain(SECRET);
    expect(existsSync(workspace.path("owned"))).toBe(false);
  });
});

describe("what looks alike and is fine", () => {
  test.each([
    "notes/a.md",
    "./notes/a.md",
    "notes/x/../a.md",
    "links/good/a.md",
    "links/round/good/a.md",
  ])("%s", async (path) => {
    const { workspace } = makeTrap();
    const answer = await filesOf(workspace)("read_file", { path });
    expect(answer).toMatchObject({ is_error: false, message: expect.stringContaining("inside") });
  });

  test("an absolute path in the working folder, also through a link to the folder", async () => {
    const { workspace } = makeTrap();
    const call = filesOf(workspace);
    expect(await call("read_file", { path: workspace.path("notes/a.md") })).toMatchObject({
      is_error: false,
    });
    const alias = join(makeFolder(), "alias");
    symlinkSync(workspace.root, alias);
    const aliased = filesOf(workspace, { root: alias });
    expect(await aliased("read_file", { path: join(alias, "notes/a.md") })).toMatchObject({
      is_error: false,
    });
  });

  test.each([
    "..notes.md",
    "notes..md",
    "...",
    "a..b/c.md",
    "e nv/ü %#.md",
    ".gitignore",
    ".environment",
    "secret.env",
  ])("a file called %j can be written and read", async (path) => {
    const call = filesOf(makeWorkspace());
    expect(await call("write_file", { path, content: "text\n" })).toMatchObject({
      is_error: false,
    });
    expect((await call("read_file", { path })).message).toContain("text");
  });
});

describe("nothing is found on the way either", () => {
  test.each([
    "**",
    "**/*",
    "**/.*",
    ".env",
    "secrets.env",
    "usr/*",
    "**/{secrets.env,.git/**,.pegboard/**}",
    "links/**",
  ])("find_files %j", async (pattern) => {
    const { workspace } = makeTrap();
    const { message } = await filesOf(workspace)("find_files", {
      pattern,
      type: "any",
      limit: 200,
    });
    expect(message).not.toMatch(
      /\n?[^*]*(?:secrets\.env\b|config|HEAD|sessions\.db|victim)[^*]*\n/,
    );
  });

  test("search_files does not see a secret, whatever its name", async () => {
    const { workspace } = makeTrap();
    const answer = await filesOf(workspace)("search_files", {
      query: "live-0123",
      glob: "**/{*,.*}",
    });
    expect(answer.message).toMatch(/^No line matches/);
  });

  test("a walk over links that lead round in circles ends", async () => {
    const { workspace } = makeTrap();
    const { message } = await filesOf(workspace)("find_files", { pattern: "a.md" });
    expect(message).toBe("notes/a.md\n\n1 file.");
  });
});

describe("the folder of the settings", () => {
  test("is used in place of the workspace, and holds just as well", async () => {
    const workspace = makeWorkspace({ "a.md": "workspace\n", "data/a.md": "data\n" });
    const call = filesOf(workspace, { root: "data" });
    expect((await call("read_file", { path: "a.md" })).message).toContain("data");
    expect(await call("read_file", { path: "../a.md" })).toMatchObject({
      is_error: true,
      message: expect.stringMatching(/leads out of/),
    });
  });

  test("may lie outside of the workspace; around it, the workspace's secrets stay off limits", async () => {
    const workspace = makeWorkspace({ "usr/secrets.env": `K=${SECRET}\n` });
    const call = filesOf(workspace, { root: ".." });
    for (const path of ["workspace/usr/secrets.env", workspace.path("usr/secrets.env")]) {
      expect(await call("read_file", { path })).toMatchObject({
        is_error: true,
        message: expect.stringMatching(/off limits/),
      });
    }
  });

  test.each([
    [{ root: "not-there" }, /not-there does not exist/],
    [{ root: "file.txt" }, /file\.txt does not exist|no folder/],
    [{ root: 7 }, /settings\.yaml.*root/],
    [{ max_lines: "many" }, /settings\.yaml.*max_lines/],
  ])("%j is refused, and it says what to mend", async (settings, why) => {
    const answer = await filesOf(makeWorkspace({ "file.txt": "x" }), settings)("read_file", {
      path: "a",
    });
    expect(answer).toMatchObject({ is_error: true, message: expect.stringMatching(why) });
  });

  test("can name further files that are refused", async () => {
    const workspace = makeWorkspace({ "keys/a.pem": "x", "keys/b.txt": "x" });
    const call = filesOf(workspace, { protect: ["*.pem"] });
    expect(await call("read_file", { path: "keys/a.pem" })).toMatchObject({ is_error: true });
    expect((await call("find_files", { pattern: "keys/*" })).message).toBe("keys/b.txt\n\n1 file.");
  });
});

describe("what is no regular file", () => {
  test("is refused without waiting for it", async () => {
    const workspace = makeWorkspace();
    const command = "mkfifo";
    execFileSync(command, [workspace.path("pipe")]);
    const call = filesOf(workspace);
    for (const [tool, args] of [
      ["read_file", { path: "pipe" }],
      ["write_file", { path: "pipe", content: "x", overwrite: true }],
      ["edit_file", { path: "pipe", old_text: "a", new_text: "b" }],
    ] as const) {
      expect(await call(tool, args)).toMatchObject({
        is_error: true,
        message: expect.stringMatching(/no regular file/),
      });
    }
    expect((await call("search_files", { query: "x" })).is_error).toBe(false);
  });
});
