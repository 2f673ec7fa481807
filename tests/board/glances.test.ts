import { renameSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Glances } from "../../core/board/manifest/glances.ts";
import { makeWorkspace } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";

const FILES = { "a/one.ts": "1", "a/two.ts": "2", "ab/three.ts": "3" };

/** Whether each path is seen to be other than before, when only `touched` may have changed. */
function seenAfter(change: (w: TestWorkspace) => void, touched: string[] | null) {
  const w = makeWorkspace(FILES);
  const glances = new Glances();
  const look = () => ({
    one: glances.file(w.path("a/one.ts")),
    two: glances.file(w.path("a/two.ts")),
    three: glances.file(w.path("ab/three.ts")),
    a: glances.folder(w.path("a")).stamp,
    ab: glances.folder(w.path("ab")).stamp,
  });
  glances.begin(null);
  const before = look();
  change(w);
  glances.begin(touched && new Set(touched.map((path) => w.path(path))));
  const after = look();
  return Object.entries(after).flatMap(([name, stamp]) =>
    JSON.stringify(stamp) === JSON.stringify(Reflect.get(before, name)) ? [] : name,
  );
}

const editAll = (w: TestWorkspace): void =>
  w.write({ "a/one.ts": "one", "a/two.ts": "two", "ab/three.ts": "three" });

describe("what may have changed is looked at again, and nothing else", () => {
  test.each<[string, (w: TestWorkspace) => void, string[] | null, string[]]>([
    ["all, where nobody tells", editAll, null, ["one", "two", "three"]],
    ["nothing, where nothing was touched", editAll, [], []],
    ["a file", editAll, ["a/one.ts"], ["one"]],
    [
      "what lies in a folder, and not in one whose name only begins so",
      editAll,
      ["a"],
      ["one", "two"],
    ],
    [
      "the folder in which a file came",
      (w) => w.write({ "a/new.ts": "new", "ab/new.ts": "new" }),
      ["a/new.ts"],
      ["a"],
    ],
    [
      "what lay in a folder that was moved away",
      (w) => renameSync(w.path("a"), w.path("moved")),
      ["a"],
      ["one", "two", "a"],
    ],
  ])("%s", (_what, change, touched, seen) => {
    expect(seenAfter(change, touched)).toEqual(seen);
  });

  test("the content of a file is read in each look", () => {
    const w = makeWorkspace(FILES);
    const glances = new Glances();
    const file = w.path("a/one.ts");
    glances.begin(null);
    const first = glances.digest(file);
    w.write({ "a/one.ts": "other" });
    expect(glances.digest(file)).toBe(first);
    glances.begin(new Set());
    expect(glances.digest(file)).not.toBe(first);
  });
});
