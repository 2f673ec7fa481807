import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { check } from "../../core/check/check.ts";
import { CLEAN, CONTRACT, FRAGMENT, TOOL } from "../../core/check/examples/clean.ts";
import { fix } from "../../core/check/fix/fix.ts";
import { updateLock } from "../../core/check/lock/update.ts";
import { makeWorkspace } from "../support/workspace.ts";

const of = (file: string): string => CLEAN[file] ?? "";

/** The clean tool under another name, which writes down that it is imported. */
const counted = (name: string, text: string): string => `import { appendFileSync } from "node:fs";
appendFileSync(new URL("../imported.txt", import.meta.url), "${name}\\n");
${text}`;

test("what has not changed since the last check is not imported again", async () => {
  const workspace = makeWorkspace({
    ...CLEAN,
    "agents/second/agent.md": "---\ntitle: Second\n---\nYou are another.\n",
    [TOOL]: counted("weather", of(TOOL)),
    "tools/moon.ts": counted("moon", of(TOOL)),
    "tools/moon.ts.dox.md": of(CONTRACT).replaceAll("weather", "moon"),
    "prompts/agent.system.tool.moon.md": of(FRAGMENT).replaceAll("weather", "moon"),
  });
  const log = workspace.path("imported.txt");
  const options = { root: workspace.root, packageRoot: null };

  /** The tools that are imported while `work` is under way, and what it gives. */
  const importedBy = async (work: () => Promise<unknown>): Promise<string[]> => {
    workspace.remove("imported.txt");
    await work();
    return existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n").sort() : [];
  };
  const checking = () => importedBy(() => check(options));

  // Two profiles have them; each is imported once.
  expect(await checking()).toEqual(["moon", "weather"]);
  expect(await checking()).toEqual([]);
  expect(await importedBy(() => updateLock(options))).toEqual([]);
  expect(await importedBy(() => fix(options))).toEqual([]);

  workspace.write({
    [CONTRACT]: of(CONTRACT).replace("| days | integer |", "| days | string |"),
    [FRAGMENT]: of(FRAGMENT).replace("Current", "The current"),
  });
  expect(await checking()).toEqual([]);
  workspace.write({ "tools/moon.ts": counted("moon", of(TOOL).replace("Current", "The current")) });
  expect(await checking()).toEqual(["moon"]);
  expect(await checking()).toEqual([]);

  // What was remembered is what would have been found.
  const remembered = await check(options);
  workspace.remove(".pegboard");
  expect(remembered.diagnostics.map(({ code }) => code)).toContain("dox/argument-type");
  expect(await check(options)).toEqual(remembered);
});
