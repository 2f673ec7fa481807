import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CLEAN, CONTRACT, FRAGMENT, TOOL } from "../../core/check/examples/clean.ts";
import { pegboardHere } from "../cli/in-process.ts";
import { pegboard } from "../cli/pegboard.ts";
import { makeWorkspace } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";

const of = (file: string): string => CLEAN[file] ?? "";

const DRIFTED = { [CONTRACT]: of(CONTRACT).replace("| days | integer |", "| days | string |") };

type Report = {
  ok: boolean;
  counts: Record<string, number>;
  diagnostics: { code: string; file: string | null }[];
};

// One for all cases: what the package brings along is imported once.
const workspace = makeWorkspace();

function workspaceOf(files: Readonly<Record<string, string>>): TestWorkspace {
  workspace.reset(files);
  return workspace;
}

async function checked({ root }: TestWorkspace, ...args: string[]) {
  const ran = await pegboardHere(["check", ...args], { cwd: root });
  return { ...ran, report: (): Report => JSON.parse(ran.stdout) as Report };
}

test("a process of its own ends with the exit code", async () => {
  const { root } = makeWorkspace(CLEAN);
  const check = (...args: string[]) => pegboard(["check", ...args], { cwd: root });
  expect(await check()).toEqual({ code: 0, signal: null, stdout: "No findings.\n", stderr: "" });
  expect(await check("--frozen")).toMatchObject({ code: 1, stderr: "" });
  expect(await check("nowhere")).toMatchObject({ code: 2, stdout: "" });
});

test("of a plugin that is switched off it is said that nothing is checked", async () => {
  const off = workspaceOf({
    ...CLEAN,
    "plugins/sea/plugin.md": "---\ntitle: Sea\ndescription: The sea.\n---\n",
    "plugins/sea/tools/tides.ts": of(TOOL),
    "plugins/sea/.toggle-0": "",
  });
  for (const path of ["plugins/sea", "plugins/sea/tools/tides.ts"]) {
    const { code, stdout, stderr } = await checked(off, path);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "No findings.\n" });
    expect(stderr).toBe(
      `Tools and prompts in ${path} are not checked: the plugin sea is switched off by plugins/sea/.toggle-0.\n`,
    );
  }
  expect((await checked(off, "tools")).stderr).toBe("");
});

describe("exit codes", () => {
  test("0 and nothing to say for a clean workspace", async () => {
    const { code, stdout, stderr } = await checked(workspaceOf(CLEAN));
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "No findings.\n", stderr: "" });
  });

  test("1 for an error, 0 for a warning unless it is strict", async () => {
    const drifted = await checked(workspaceOf({ ...CLEAN, ...DRIFTED }));
    expect(drifted.code).toBe(1);
    expect(drifted.stdout).toContain(`${CONTRACT}:19`);
    const warned = workspaceOf({
      ...CLEAN,
      [FRAGMENT]: of(FRAGMENT).replace("for a city.", "for a city. {{units}}"),
    });
    expect((await checked(warned)).code).toBe(0);
    expect((await checked(warned, "--strict")).code).toBe(1);
  });

  test.each([
    [["--explain", "dox/nothing"], /there is no code "dox\/nothing"/],
    [["--frozen", "--update"], /contradict/],
    [["--budget", "many"], /--budget many/],
    [["--format", "xml"], /xml/],
    [["nowhere"], /there is no nowhere in the workspace/],
    [["--profile", "nobody"], /There is no profile "nobody"/],
  ])("2 for %j", async (args, message) => {
    const { code, stdout, stderr } = await checked(workspaceOf(CLEAN), ...args);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toMatch(message);
  });
});

test("--json, --format and paths", async () => {
  workspace.reset({
    ...CLEAN,
    ...DRIFTED,
    "prompts/agent.system.tool.none.md": "### none\n",
  });
  const all = await checked(workspace, "--json");
  expect(all.code).toBe(1);
  expect(all.report()).toMatchObject({ ok: false, counts: { error: 2, warning: 0, info: 0 } });
  const some = await checked(workspace, "--format", "json", "prompts");
  expect(some.report().diagnostics.map(({ code }) => code)).toEqual(["prompt/orphan"]);
  expect((await checked(workspace, "--json", "agents")).code).toBe(0);
  const github = await checked(workspace, "--format", "github", CONTRACT);
  expect(github.stdout).toMatch(
    /^::error file=tools\/weather\.ts\.dox\.md,line=19,title=dox\/argument-type::/,
  );
});

test("--explain says what a code means, with examples", async () => {
  const { code, stdout } = await checked(workspaceOf(CLEAN), "--explain", "dox/argument-type");
  expect(code).toBe(0);
  expect(stdout).toContain("# dox/argument-type");
  expect(stdout).toContain("> | days | string | no | How many days ahead |");
  const told = await checked(workspaceOf(CLEAN), "--explain", "tool/unsteady");
  expect(told.code).toBe(0);
  expect(told.stdout).toMatch(/^# tool\/unsteady\n\n\*warning\*: .+\n\nNo example: .+\n$/);
});

test("a newcomer's path: edit the schema, be told where, let it be fixed, be done", async () => {
  workspace.reset(CLEAN);
  workspace.write({
    [TOOL]: of(TOOL).replace(
      "    days:",
      '    unit: z.enum(["c", "f"]).optional().describe("Unit"),\n    days:',
    ),
  });
  const told = await checked(workspace);
  expect(told.code).toBe(1);
  expect(told.stdout).toContain(`${CONTRACT}:16`);
  const fixed = await checked(workspace, "--fix");
  expect(fixed).toMatchObject({
    code: 0,
    stdout: "No findings.\n",
    stderr: `mended ${FRAGMENT}\nmended ${CONTRACT}\n`,
  });
  expect(await checked(workspace)).toMatchObject({ code: 0, stdout: "No findings.\n" });
  expect((await checked(workspace, "--fix")).stderr).toContain("Nothing was missing");
});

test("the lock: missing, written, held to, told in words, written anew", async () => {
  workspace.reset(CLEAN);
  const missing = await checked(workspace, "--frozen", "--json");
  expect(missing.code).toBe(1);
  expect(missing.report().diagnostics).toMatchObject([{ code: "lock/missing" }]);

  const written = await checked(workspace, "--update");
  expect(written.code).toBe(0);
  expect(written.stderr).toContain("pegboard.lock.json is written.");
  expect((await checked(workspace, "--frozen")).code).toBe(0);
  expect((await checked(workspace, "--update")).stderr).toContain("up to date");

  const lock = readFileSync(workspace.path("pegboard.lock.json"), "utf8");
  expect(JSON.parse(lock)).toMatchObject({
    version: 1,
    tools: { "local:weather": { risk: "read" } },
  });
  // What the package brings along is part of what models see.
  expect(lock).toContain('"local:response"');
  expect(lock).not.toContain(workspace.root);

  workspace.write({
    [TOOL]: of(TOOL).replace('risk: "read"', 'risk: "write"'),
    [CONTRACT]: of(CONTRACT).replace("risk: read", "risk: write"),
  });
  const frozen = await checked(workspace, "--frozen");
  expect(frozen.code).toBe(1);
  expect(frozen.stdout).toContain("`weather`: risk read → write (breaking)");
  expect(frozen.stdout).toContain(`${TOOL}:10`);
  expect((await checked(workspace)).code).toBe(0);
  expect((await checked(workspace, "--update")).stderr).toContain(
    "breaking: `weather`: risk read → write",
  );
  expect((await checked(workspace, "--frozen")).code).toBe(0);
});

test("a baseline: recorded the first time, then only what is new fails", async () => {
  workspace.reset({ ...CLEAN, ...DRIFTED });
  const first = await checked(workspace, "--baseline", "known.json");
  expect(first).toMatchObject({ code: 0, stderr: "known.json records 1 finding.\n" });
  const second = await checked(workspace, "--baseline", "known.json", "--json");
  expect(second.code).toBe(0);
  expect(second.report().diagnostics).toEqual([]);
  workspace.write({ [FRAGMENT]: of(FRAGMENT).replace('"Oslo"', "7") });
  const third = await checked(workspace, "--baseline", "known.json", "--json");
  expect(third.code).toBe(1);
  expect(third.report().diagnostics.map(({ code }) => code)).toEqual(["prompt/example-refused"]);
  workspace.write(CLEAN);
  expect((await checked(workspace, "--baseline", "known.json")).stderr).toBe(
    "0 findings are in known.json; 1 in it is gone, --update takes it out.\n",
  );
  workspace.write({ "known.json": "[]" });
  expect(await checked(workspace, "--baseline", "known.json")).toMatchObject({ code: 2 });
});

test("a baseline is updated: what is gone is taken out, what is new still fails, the lock is as it was", async () => {
  workspace.reset({ ...CLEAN, ...DRIFTED });
  await checked(workspace, "--update");
  await checked(workspace, "--baseline", "known.json");
  const lock = readFileSync(workspace.path("pegboard.lock.json"), "utf8");
  workspace.write({ ...CLEAN, [TOOL]: of(TOOL).replace('risk: "read"', 'risk: "write"') });
  const update = ["--baseline", "known.json", "--update"];

  const narrowed = await checked(workspace, ...update, "tools");
  expect(narrowed).toMatchObject({ code: 2, stdout: "" });
  const inPart = await checked(workspace, "--baseline", "known.json", "prompts");
  expect(inPart.stderr).toBe("0 findings are in known.json.\n");

  const updated = await checked(workspace, ...update, "--json");
  expect(updated.code).toBe(1);
  expect(updated.stderr).toBe("0 findings are in known.json; 1 in it is gone and was taken out.\n");
  expect(updated.report().diagnostics.map(({ code }) => code)).toEqual(["dox/risk"]);
  expect(JSON.parse(readFileSync(workspace.path("known.json"), "utf8"))).toMatchObject({
    findings: [],
  });
  expect(readFileSync(workspace.path("pegboard.lock.json"), "utf8")).toBe(lock);
  const frozen = await checked(workspace, ...update, "--frozen");
  expect(frozen.code).toBe(1);
  expect(frozen.stdout).toContain("risk read → write (breaking)");
});

test("--run runs what a plugin lists, and only then", async () => {
  const guide = (checks: string): string => `---\nchecks:\n${checks}\n---\n${of("AGENTS.md")}`;
  workspace.reset({
    ...CLEAN,
    "AGENTS.md": of("AGENTS.md").replace("None.", "- `usr/plugins/sea/AGENTS.md`"),
    "usr/plugins/sea/plugin.md": "---\ntitle: Sea\n---\n",
    "usr/plugins/sea/AGENTS.md": guide(
      "  - run: echo it ran > ran.txt\n    name: good\n  - echo no luck; exit 4",
    ),
  });
  expect((await checked(workspace)).code).toBe(0);
  expect(existsSync(workspace.path("usr/plugins/sea/ran.txt"))).toBe(false);
  const ran = await checked(workspace, "--run");
  expect(ran.code).toBe(1);
  expect(ran.stderr).toContain("running good of plugin sea");
  expect(ran.stdout).toContain("failed with exit code 4");
  expect(ran.stdout).toContain("no luck");
  expect(ran.stdout).toContain("usr/plugins/sea/AGENTS.md:5");
  expect(readFileSync(workspace.path("usr/plugins/sea/ran.txt"), "utf8")).toBe("it ran\n");
  workspace.write({ "usr/plugins/sea/.toggle-0": "" });
  expect((await checked(workspace, "--run")).code).toBe(0);
});
