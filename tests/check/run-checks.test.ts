import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { checksOf } from "../../core/check/run/checks-of.ts";
import type { PluginCheck } from "../../core/check/run/checks-of.ts";
import { runChecks } from "../../core/check/run/run-checks.ts";
import { readHeader } from "../../core/check/documents/header.ts";
import { readMarkdown } from "../../core/check/documents/markdown.ts";
import { makeFolder } from "../support/workspace.ts";

function guide(content: string) {
  return {
    file: "plugins/sea/AGENTS.md",
    folder: "plugins/sea",
    document: readMarkdown(content),
    header: readHeader(content),
    plugin: "sea",
  };
}

const check = (command: string, timeout = 20_000): PluginCheck => ({
  plugin: "sea",
  file: "plugins/sea/AGENTS.md",
  line: 3,
  name: command,
  command,
  timeout,
});
const workspace = (): string => {
  const root = makeFolder();
  mkdirSync(join(root, "plugins/sea"), { recursive: true });
  return root;
};

describe("what a plugin's AGENTS.md lists", () => {
  test("commands, with names, times and lines", () => {
    const { checks, problems } = checksOf(
      guide(
        "---\nchecks:\n  - npm test\n  - run: node --test\n    name: units\n    timeout: 5s\n---\n# sea\n",
      ),
    );
    expect(problems).toEqual([]);
    expect(checks).toMatchObject([
      { command: "npm test", name: "npm test", timeout: 120_000, line: 3 },
      { command: "node --test", name: "units", timeout: 5_000, line: 4 },
    ]);
  });

  test.each([
    ["checks: npm test", "`checks` is no list"],
    ["checks:\n  - name: x", "a check has no command (`run`)"],
    ["checks:\n  - run: x\n    cwd: /", "a check has no key `cwd`"],
    ["checks:\n  - run: x\n    timeout: soon", '`timeout` is no duration: "soon"'],
    ["checks:\n  - 7", "a check has no command (`run`)"],
  ])("%j is told", (yaml, problem) => {
    expect(checksOf(guide(`---\n${yaml}\n---\n`)).problems).toMatchObject([{ problem }]);
  });
});

describe("running them", () => {
  test("in the plugin's folder, one after the other, with what they print", async () => {
    const root = workspace();
    const runs = await runChecks(root, [check("pwd"), check("echo no >&2; exit 3")]);
    expect(runs.map(({ outcome }) => outcome)).toEqual([
      { kind: "passed" },
      { kind: "failed", code: 3, signal: null },
    ]);
    expect(runs[0]?.output).toBe(join(root, "plugins/sea"));
    expect(runs[1]?.output).toBe("no");
  });

  test("when the time is over, the whole group is ended, a child that ignores it too", async () => {
    const root = workspace();
    const beat = "trap '' TERM; while :; do date +%s%N >> beat; sleep 0.1; done";
    const began = Date.now();
    const [run] = await runChecks(root, [check(`trap '' TERM; (${beat}) & wait; sleep 60`, 500)]);
    expect(run?.outcome).toEqual({ kind: "timed_out" });
    expect(Date.now() - began).toBeLessThan(15_000);
    const last = readFileSync(join(root, "plugins/sea/beat"), "utf8");
    await wait(500);
    expect(readFileSync(join(root, "plugins/sea/beat"), "utf8")).toBe(last);
  });

  test("what is left in the background does not hold up the end", async () => {
    const began = Date.now();
    const [run] = await runChecks(workspace(), [check("sleep 60 & echo done")]);
    expect(run).toMatchObject({ outcome: { kind: "passed" }, output: "done" });
    expect(Date.now() - began).toBeLessThan(15_000);
  });

  test("only the end of a long output is kept", async () => {
    const [run] = await runChecks(workspace(), [
      check("node -e \"console.log('x'.repeat(100000)+'end')\""),
    ]);
    expect(run?.output.length).toBeLessThanOrEqual(4_000);
    expect(run?.output).toMatch(/xend$/);
  });
});
