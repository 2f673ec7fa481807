import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { makeFolder, makeWorkspace, toolSource } from "../support/workspace.ts";
import { MAIN, pegboard } from "./pegboard.ts";

const empty = makeFolder();
const run = (...args: string[]) => pegboard(args, { cwd: empty });

describe("help", () => {
  test("names every command with its summary on standard output", async () => {
    const { code, stdout, stderr } = await pegboard(["--help"], { cwd: empty });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const folder = fileURLToPath(new URL("../../core/cli/commands", import.meta.url));
    for (const file of readdirSync(folder)) {
      expect(stdout).toMatch(new RegExp(`^  ${file.replace(".ts", "")} .*\\w`, "m"));
    }
  });

  test.each([["list"], ["call"], ["chat"], ["new"]])(
    "of %s has examples and the options of every command",
    async (name) => {
      const { code, stdout } = await run(name, "--help");
      expect(code).toBe(0);
      expect(stdout).toContain(`Examples:\n`);
      expect(stdout).toContain("pegboard " + name);
      for (const option of ["--root", "--profile", "--json"]) expect(stdout).toContain(option);
    },
  );

  test("loads no package but the parser", async () => {
    const coverage = makeFolder();
    await pegboard(["--help"], { cwd: empty, env: { NODE_V8_COVERAGE: coverage } });
    const loaded = readdirSync(coverage).map((file) => readFileSync(join(coverage, file), "utf8"));
    const packages = new Set(
      loaded.flatMap((text) =>
        [...text.matchAll(/node_modules\/((?:@[^/"]+\/)?[^/"]+)\//g)].map((match) => match[1]),
      ),
    );
    expect([...packages]).toEqual(["commander"]);
  });
});

test("--version is the package's", async () => {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  );
  const { code, stdout } = await pegboard(["--version"], { cwd: empty });
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${Object(manifest).version}\n` });
});

describe("a wrong command exits with 2, says so on standard error, and prints no payload", () => {
  test.each([
    [[], "Usage: pegboard"],
    [["lsit"], "Did you mean list?"],
    [["help", "lsit"], 'There is no command "lsit"; did you mean list?'],
    [["--root", "help", "help", "nothing"], 'There is no command "nothing".'],
    [["list", "--al"], "Did you mean --all?"],
    [["list", "extra"], "too many arguments"],
    [["explain"], "missing required argument 'tool'"],
    [["new", "toool", "x"], "Allowed choices are tool, plugin"],
    [["list", "--root"], "--root"],
    [["--root", "/nowhere/at/all", "list"], "/nowhere/at/all"],
  ])("%j", async (args, says) => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(says);
    expect(stderr).not.toContain("    at ");
  });
});

test("with --json alone it is told that no command was given", async () => {
  const { code, stdout, stderr } = await run("--json");
  expect(code).toBe(2);
  expect(stderr).toContain("Usage: pegboard");
  expect(JSON.parse(stdout)).toEqual({
    error: { message: "No command was given.", hint: "`npx pegboard --help` lists them." },
  });
});

test.each([
  [["list", "--json", "--al"], null],
  [["list", "--json", "--root", "/nowhere/at/all"], expect.stringContaining("npx pegboard init")],
])("with --json the error is JSON too: %j", async (args, hint) => {
  const { code, stdout } = await run(...args);
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toEqual({ error: { message: expect.any(String), hint } });
});

test("the stack of an error is shown on request only", async () => {
  const { stderr } = await pegboard(["list"], { cwd: empty, env: { PEGBOARD_DEBUG: "1" } });
  expect(stderr).toContain("    at ");
});

describe("output", () => {
  const workspace = makeWorkspace({ "tools/hello.ts": toolSource("hi") });

  test("options work before and after the command", async () => {
    const before = await pegboard(["--root", workspace.root, "--json", "list"], { cwd: empty });
    const after = await pegboard(["list", "--json", "--root", workspace.root], { cwd: empty });
    expect(before).toEqual(after);
    expect(before.code).toBe(0);
  });

  test("colours follow NO_COLOR and FORCE_COLOR; a pipe gets none", async () => {
    expect(await isColoured(workspace.root, {})).toBe(false);
    expect(await isColoured(workspace.root, { FORCE_COLOR: "1" })).toBe(true);
    expect(await isColoured(workspace.root, { FORCE_COLOR: "1", NO_COLOR: "1" })).toBe(false);
  });

  test.each([
    ["a reader that leaves early is no error", "list --json | head -c 1", "{ 0", ""],
    ["a full disk is", "list --json > /dev/full", "2", "standard output can not be written"],
  ])("%s", async (_, line, printed, told) => {
    const script = `set -o pipefail; "$0" "$1" ${line}; echo " $?"`;
    const { stdout, stderr } = await promisify(execFile)(
      "bash",
      ["-c", script, process.execPath, MAIN],
      { cwd: workspace.root },
    );
    expect(stdout.trim()).toBe(printed);
    expect(stderr.split("\n").filter((each) => each !== "").length).toBe(told === "" ? 0 : 1);
    expect(stderr).toContain(told);
  });
});

async function isColoured(cwd: string, env: Readonly<Record<string, string>>): Promise<boolean> {
  const { stdout } = await pegboard(["list"], { cwd, env });
  return stdout.includes("\u001b[");
}

test("many tools are listed where no thread may be begun", async () => {
  const { root } = makeWorkspace(
    Object.fromEntries(
      Array.from({ length: 120 }, (_, at) => [`tools/t${at}.ts`, toolSource(`t${at}`)]),
    ),
  );
  const flags = process.allowedNodeEnvironmentFlags;
  const permission = flags.has("--permission") ? "--permission" : "--experimental-permission";
  const { code, stdout } = await pegboard(["list"], {
    cwd: root,
    env: { NODE_OPTIONS: `${permission} --allow-fs-read=* --allow-fs-write=*` },
  });
  expect({ code, last: stdout.includes("t119") }).toEqual({ code: 0, last: true });
});
