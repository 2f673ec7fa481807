import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Board } from "../../core/board/board.ts";
import type { Diagnostic } from "../../core/board/diagnostic.ts";
import { check } from "../../core/check/check.ts";
import { CLEAN, CONTRACT, FRAGMENT, TOOL } from "../../core/check/examples/clean.ts";
import { explainAll, explainCode } from "../../core/check/explain.ts";
import { updateLock } from "../../core/check/lock/update.ts";
import { NOTICES, noticeOf } from "../../core/check/notices.ts";
import type { Example } from "../../core/check/rule.ts";
import { RULES } from "../../core/check/rules/index.ts";
import { openBoard } from "../../core/board/open.ts";
import { readServerConfigs } from "../../core/mcp/client/config.ts";
import { buildSystemPrompt } from "../../core/prompts/system-prompt.ts";
import { createRegistry } from "../../core/registry/create.ts";
import { makeWorkspace } from "../support/workspace.ts";

const CORE = fileURLToPath(new URL("../../core/", import.meta.url));

// One for all examples: what does not differ from the clean one is not imported again.
const place = makeWorkspace();

/** Checks the workspace of an example, without what the package brings along. */
async function checkExample({
  files,
  flags = {},
  locked,
}: Example): Promise<readonly Diagnostic[]> {
  const { root } = place;
  place.reset({ ...CLEAN, ...(locked ?? files) });
  if (locked) {
    await updateLock({ root, packageRoot: null });
    for (const [file, content] of Object.entries(files)) {
      if (content === null) place.remove(file);
      else place.write({ [file]: content });
    }
  }
  return (await check({ root, ...flags, packageRoot: null, findMore: ofServers })).diagnostics;
}

/** What the command hands in. */
const ofServers = async (board: Board): Promise<readonly Diagnostic[]> =>
  (await readServerConfigs(board)).diagnostics;

test("the clean workspace is clean, frozen too", async () => {
  const { root } = place;
  place.reset(CLEAN);
  expect((await check({ root, packageRoot: null })).diagnostics).toEqual([]);
  await updateLock({ root, packageRoot: null });
  expect((await check({ root, packageRoot: null, frozen: true })).diagnostics).toEqual([]);
});

describe("each rule finds its failing example on its line, and its passing example is clean", () => {
  test.each(RULES.map((rule) => [rule.code, rule] as const))("%s", async (code, rule) => {
    const found = await checkExample(rule.failing);
    const { file, line } = rule.failing.at;
    const codes = [...new Set(found.map((diagnostic) => diagnostic.code))].sort();
    expect(codes).toEqual([code, ...(rule.failing.also ?? [])].sort());
    expect(found.filter((diagnostic) => diagnostic.code === code)).toMatchObject([
      { file, line, severity: rule.severity },
    ]);
    // The clean workspace itself is checked above.
    const { files, locked } = rule.passing;
    const differs = Object.keys(files).length > 0 || locked !== undefined;
    expect(differs ? await checkExample(rule.passing) : []).toEqual([]);
  });
});

describe("the list of rules", () => {
  const files = readdirSync(`${CORE}check/rules`, { recursive: true, encoding: "utf8" })
    .map((file) => file.split("\\").join("/"))
    .filter((file) => file.endsWith(".ts") && file !== "index.ts");

  test("is complete and sorted", () => {
    const index = readFileSync(`${CORE}check/rules/index.ts`, "utf8");
    const imported = [...index.matchAll(/from "\.\/([^"]+)"/g)].map(([, file]) => file);
    expect(imported).toEqual(files.sort());
    expect(RULES).toHaveLength(files.length);
  });

  test("has each code once, in the file that is named after it", () => {
    expect(new Set(RULES.map(({ code }) => code)).size).toBe(RULES.length);
    expect(RULES.map(({ code }) => `${code}.ts`).sort()).toEqual(files.sort());
  });

  test("explains every code that a board or a prompt tells of", () => {
    const codes = new Set<string>();
    for (const part of ["board", "prompts", "registry", "mcp/client"]) {
      for (const file of readdirSync(`${CORE}${part}`, { recursive: true, encoding: "utf8" })) {
        if (!file.endsWith(".ts")) continue;
        const source = readFileSync(`${CORE}${part}/${file}`, "utf8");
        const found = source.matchAll(
          /"((?:mcp|tool|schema|prompt|dox|profile|plugin|extension|skill)\/[a-z][a-z-]+)"/g,
        );
        for (const [, code = ""] of found) codes.add(code);
      }
    }
    expect(codes.size).toBeGreaterThan(20);
    expect([...codes].filter((code) => explainCode(code) === null)).toEqual([]);
    // What has no example is told by somebody, and has no rule that could show it.
    const shown = new Set(RULES.map(({ code }) => code));
    const told = NOTICES.map(({ code }) => code);
    expect([...codes].filter((code) => !shown.has(code)).sort()).toEqual(told);
  });

  test.each(NOTICES.map((notice) => [notice.code, notice] as const))(
    "%s is explained without an example, and why there is none is said",
    (code, { summary, unshown }) => {
      expect(explainCode(code)).toBe(
        `# ${code}\n\n*${noticeOf(code)?.severity}*: ${summary}\n\nNo example: ${unshown}`,
      );
    },
  );

  test("explains no code that there is not", () => {
    expect(explainCode("tool/nothing")).toBeNull();
  });
});

test("docs/checks.md is up to date", () => {
  const file = fileURLToPath(new URL("../../docs/checks.md", import.meta.url));
  expect(readFileSync(file, "utf8"), "run `npm run docs`").toBe(explainAll());
});

describe("what is told", () => {
  const of = (file: string): string => CLEAN[file] ?? "";
  const told = async (files: Record<string, string>): Promise<string[]> =>
    (await checkExample({ files, at: { file: null, line: null } })).map(
      ({ code, line, message }) => `${code} ${line}: ${message}`,
    );

  test("one finding for a schema without descriptions, on the line of the first argument", async () => {
    const source = of(TOOL)
      .replace('.describe("City name, in English")', "")
      .replace('.describe("How many days ahead")', "");
    expect(await told({ [TOOL]: source })).toEqual([
      "schema/argument-description 7: arguments `city` and `days` of `weather` have no description",
    ]);
  });

  test("an argument that a tool would drop is not said to be refused", async () => {
    const shown = of(FRAGMENT).replace('"Oslo"', '"Oslo",\n    "dayz": 3');
    expect(await told({ [FRAGMENT]: shown })).toEqual([
      "prompt/example-refused 15: `weather` has no argument `dayz`; there are city, days",
    ]);
  });

  test("a board, the prompts and a check say the same of a tool without documents", async () => {
    const workspace = makeWorkspace({ ...CLEAN, [CONTRACT]: null, [FRAGMENT]: null });
    const { root } = workspace;
    const board = await openBoard({ root, packageRoot: null });
    const { diagnostics } = await check({ root, packageRoot: null });
    const prompts = await buildSystemPrompt({ board, registry: createRegistry(board) });
    const plain = (list: readonly Diagnostic[]): string[] =>
      list
        .filter(({ code }) => code.endsWith("/missing"))
        .map((found) => JSON.stringify({ ...found, line: null }))
        .sort();
    expect(plain(diagnostics)).toHaveLength(2);
    expect(plain(board.diagnostics)).toEqual(plain(diagnostics));
    expect(plain(prompts.diagnostics)).toEqual(plain(diagnostics).slice(1));
    expect(plain(diagnostics).join()).toMatch(/--fix.*--fix/);
  });
});
