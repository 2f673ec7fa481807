import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { glob } from "../../core/board/glob.ts";
import { Memory } from "../../core/board/manifest/memory.ts";
import type { Listed, Wanted } from "../../core/board/places.ts";
import { walk } from "../../core/board/walk.ts";
import { makeFolder } from "../support/workspace.ts";

const NAMES = [
  "tools",
  "prompts",
  "extensions",
  "plugins",
  "agents",
  "usr",
  "a",
  "agent.md",
  "plugin.md",
  ".toggle-0",
  ".hidden",
  "node_modules",
  ".git",
  "x.ts",
];

const tree = fc.array(
  fc.record({
    path: fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 7 }),
    kind: fc.constantFrom("file", "folder", "link"),
  }),
  { minLength: 1, maxLength: 25 },
);

const sorted = ({ found, unreadable }: Listed) => ({
  found: found.map(({ path, kind }) => `${kind} ${path}`).sort(),
  unreadable: unreadable.map(({ path, code }) => `${code} ${path}`).sort(),
});

function make(dir: string, entries: readonly { path: string[]; kind: string }[]): void {
  for (const { path, kind } of entries) {
    const target = join(dir, ...path);
    try {
      mkdirSync(join(target, ".."), { recursive: true });
      if (kind === "folder") mkdirSync(target, { recursive: true });
      else if (kind === "file") writeFileSync(target, "");
      else symlinkSync("anywhere", target);
    } catch {
      // A file lies where a folder would have to be, or the other way round.
    }
  }
}

describe("listing by what is known from before", () => {
  test.each<Wanted>([
    { kind: "all" },
    { kind: "places", without: [] },
    { kind: "places", without: ["usr", "plugins"] },
  ])("gives what listing anew gives: %j", async (wanted) => {
    const dir = makeFolder();
    await fc.assert(
      fc.asyncProperty(tree, tree, async (before, after) => {
        rmSync(dir, { recursive: true });
        mkdirSync(dir);
        make(dir, before);
        const memory = new Memory();
        const anew = await glob(dir, wanted, memory);
        memory.look();
        expect(sorted(walk(dir, wanted, memory))).toEqual(sorted(anew));

        make(dir, after);
        memory.look();
        const next = walk(dir, wanted, memory);
        expect(sorted(next)).toEqual(sorted(await glob(dir, wanted, new Memory())));
      }),
      { numRuns: 40 },
    );
  });
});
