import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RESULTS_FOLDER, createSpill } from "../../core/dispatch/spill.ts";
import { makeWorkspace } from "../support/workspace.ts";

const MINUTE = 60_000;

describe("a result that is too long", () => {
  test("goes to a file that holds every byte; the model gets size, path and beginning", async () => {
    const { root, path } = makeWorkspace();
    const text = `begin ${"ä😀x\r\n\0".repeat(50_000)} end`;
    const { message, file } = await createSpill({ root })(text, 50_000);
    if (file === null) throw new Error("not saved");
    expect(file).toMatch(/^\.pegboard\/results\/[\w-]+\.txt$/);
    expect(readFileSync(path(file), "utf8")).toBe(text);
    expect(statSync(path(file)).mode & 0o777).toBe(0o600);
    expect(message).toContain(file);
    expect(message).toContain("350,010 characters");
    expect(message).toContain(`${Buffer.byteLength(text).toLocaleString("en-US")} bytes`);
    const beginning = message.slice(message.indexOf("\n") + 1);
    expect(text.startsWith(beginning)).toBe(true);
    expect(beginning.length).toBeLessThanOrEqual(1_500);
    expect(beginning.length).toBeGreaterThan(1_490);
  });

  test.each([
    ["exactly at the limit", "x".repeat(100), 100],
    ["empty", "", 0],
  ])("%s: it is not too long", async (_what, text, limit) => {
    const { root, path } = makeWorkspace();
    expect(await createSpill({ root })(text, limit)).toEqual({ message: text, file: null });
    expect(() => readdirSync(path(RESULTS_FOLDER))).toThrow("ENOENT");
  });

  test("one character too long is saved; the beginning is no longer than the limit", async () => {
    const { root } = makeWorkspace();
    const { message, file } = await createSpill({ root })("0123456789a", 10);
    expect(file).not.toBeNull();
    expect(message.endsWith("\n0123456789")).toBe(true);
  });

  test("a folder that can not be written → cut inline, and it says that nothing was saved", async () => {
    const { root } = makeWorkspace({ ".pegboard": "a file where the folder should be" });
    const { message, file } = await createSpill({ root })("0123456789", 4);
    expect(file).toBeNull();
    expect(message.startsWith("0123\n[")).toBe(true);
    expect(message).toContain("first 4 of 10 characters");
    expect(message).toContain("Nothing was saved");
    expect(message).not.toContain("0123456789");
  });

  test("no cut leaves half of a pair of surrogates", async () => {
    const saved = createSpill({ root: makeWorkspace().root });
    const lost = createSpill({ root: makeWorkspace({ ".pegboard": "" }).root });
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "grapheme", minLength: 3, size: "medium" }),
        fc.nat(40),
        async (text, limit) => {
          for (const spill of [saved, lost]) {
            expect((await spill(text, limit)).message).not.toMatch(/\p{Surrogate}/u);
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe("what is kept", () => {
  test("many at once have files of their own", async () => {
    const { root, path } = makeWorkspace();
    const spill = createSpill({ root, now: () => 0 });
    const spilled = await Promise.all(Array.from({ length: 40 }, (_, i) => spill(`text ${i}`, 3)));
    const texts = spilled.map(({ file }) => readFileSync(path(file ?? ""), "utf8"));
    expect(texts).toEqual(spilled.map((_, i) => `text ${i}`));
  });

  test("files older than the days to keep, and the oldest of too many, are removed; others' files are not", async () => {
    const { root, path } = makeWorkspace();
    mkdirSync(path(RESULTS_FOLDER), { recursive: true });
    writeFileSync(path(`${RESULTS_FOLDER}/notes.txt`), "somebody's");
    const start = Date.parse("2026-01-01");
    const saveAt = async (time: number, keepDays: number, keepFiles: number): Promise<string> => {
      const spill = createSpill({ root, keepDays, keepFiles, now: () => time });
      return (await spill("long", 1)).file?.slice(RESULTS_FOLDER.length + 1) ?? "";
    };
    const kept = (): string[] =>
      readdirSync(path(RESULTS_FOLDER)).filter((name) => name !== "notes.txt");

    const names: string[] = [];
    for (let i = 0; i < 5; i++) names.push(await saveAt(start + i * MINUTE, 1, 100));
    expect(kept().sort()).toEqual(names);

    names.push(await saveAt(start + 5 * MINUTE, 1, 3));
    expect(kept().sort()).toEqual(names.slice(-3));

    const later = await saveAt(start + 2 * 86_400_000, 1, 3);
    expect(kept()).toEqual([later]);
    expect(readFileSync(path(`${RESULTS_FOLDER}/notes.txt`), "utf8")).toBe("somebody's");
  });
});

describe("a link on the way", () => {
  test.each([".pegboard", ".pegboard/results"])(
    "%s that leads out of the workspace is not followed, and nothing is saved",
    async (at) => {
      const elsewhere = makeWorkspace({ "kept.txt": "" });
      const { root, link } = makeWorkspace();
      link(at, elsewhere.root);
      const { message, file } = await createSpill({ root })("0123456789a", 10);
      expect(file).toBeNull();
      expect(message).toMatch(/^0123456789\n.*Nothing was saved/);
      expect(readdirSync(elsewhere.root).sort()).toEqual(["agents", "kept.txt"]);
    },
  );

  test("one that stays inside is", async () => {
    const { root, link, path } = makeWorkspace({ "cache/x": "" });
    link(".pegboard", path("cache"));
    const { file } = await createSpill({ root })("0123456789a", 10);
    expect(readFileSync(path(`${file}`), "utf8")).toBe("0123456789a");
  });
});
