import { mkdirSync, readFileSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openGround } from "../../core/board/open.ts";
import type { Ground } from "../../core/board/snapshot.ts";
import type { Board } from "../../core/board/board.ts";
import type { Diagnostic } from "../../core/board/diagnostic.ts";
import { check } from "../../core/check/check.ts";
import { updateLock } from "../../core/check/lock/update.ts";
import { readServerConfigs } from "../../core/mcp/client/config.ts";
import { makeWorkspace } from "../support/workspace.ts";
import { INJECTED } from "./drift/changes.ts";
import type { Edit, Injected } from "./drift/changes.ts";
import { driftWorkspace } from "./drift/workspace.ts";

const CLEAN = driftWorkspace();

// One workspace for all, in which each change is undone again: what did not change is not imported again.
const workspace = makeWorkspace(CLEAN);
const { root } = workspace;
let ground: Ground;

let found = 0;

beforeAll(async () => {
  ground = await openGround({ root, packageRoot: null });
  await updateLock({ root, ground });
});

afterAll(() => {
  console.log(`drift: ${found} found of ${INJECTED.length} injected`);
});

async function checkNow(frozen: boolean): Promise<readonly Diagnostic[]> {
  const findMore = async (board: Board) => (await readServerConfigs(board)).diagnostics;
  return (await check({ root, ground, frozen, findMore })).diagnostics;
}

/** @returns the files that are touched */
function inject(edit: Edit): string[] {
  const path = workspace.path(edit.file);
  if ("moveTo" in edit) {
    mkdirSync(dirname(workspace.path(edit.moveTo)), { recursive: true });
    renameSync(path, workspace.path(edit.moveTo));
    return [edit.file, edit.moveTo];
  }
  if ("content" in edit) {
    if (edit.content === null) workspace.remove(edit.file);
    else workspace.write({ [edit.file]: edit.content });
    return [edit.file];
  }
  const before = readFileSync(path, "utf8");
  const after = before.replace(edit.from, edit.to);
  if (after === before) throw new Error(`${edit.file} has no ${String(edit.from)}`);
  workspace.write({ [edit.file]: after });
  return [edit.file];
}

function restore(files: readonly string[]): void {
  for (const file of files) {
    const content = CLEAN[file];
    if (content === undefined) {
      const folder = dirname(file);
      const known = Object.keys(CLEAN).some((other) => other.startsWith(`${folder}/`));
      workspace.remove(known ? file : folder);
    } else workspace.write({ [file]: content });
  }
}

/** What must be found, with the number of the line that holds the text. */
function expected({ finds }: Injected): string[] {
  return finds
    .map(([code, file, at]) => {
      if (typeof at === "number" || at === null) return `${code} ${file}:${at}`;
      const lines = readFileSync(workspace.path(file), "utf8").split("\n");
      const holds = (line: string): boolean =>
        typeof at === "string" ? line.includes(at) : at.test(line);
      return `${code} ${file}:${lines.findIndex(holds) + 1}`;
    })
    .sort();
}

describe.sequential("drift", { shuffle: false }, () => {
  test("the clean workspace is silent", async () => {
    expect(await checkNow(true)).toEqual([]);
  });

  test("there is enough to find", () => {
    const tools = Object.keys(CLEAN).filter((file) => /(?:^|\/)tools\/\w+\.ts$/.test(file));
    expect(tools.length).toBeGreaterThanOrEqual(12);
    expect(INJECTED.length).toBeGreaterThanOrEqual(60);
    expect(INJECTED.every(({ finds }) => finds.length > 0)).toBe(true);
  });

  test.each(INJECTED.map((injected) => [injected.what, injected] as const))(
    "%s",
    async (_what, injected) => {
      const touched = injected.edits.flatMap(inject);
      const wanted = expected(injected);
      try {
        const diagnostics = await checkNow(injected.frozen ?? false);
        const told = diagnostics.map(({ code, file, line }) => `${code} ${file}:${line}`).sort();
        expect(told).toEqual(wanted);
        found++;
      } finally {
        restore(touched);
      }
    },
  );

  test("with every change undone it is silent again", async () => {
    expect(readFileSync(join(root, "pegboard.lock.json"), "utf8")).not.toBe("");
    expect(await checkNow(true)).toEqual([]);
  });
});
