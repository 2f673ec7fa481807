import { describe, expect, test } from "vitest";
import { makeFolder, makeWorkspace, toolSource } from "../support/workspace.ts";
import { pegboardHere } from "./in-process.ts";
import { pegboard } from "./pegboard.ts";
import { doctor, parse } from "./shapes.ts";

const AGENT = "agents/default/agent.md";

// One place for the cases that need no process: what the package brings along is imported once.
const workspace = makeWorkspace();
const { root } = workspace;

describe("a workspace that can not be opened: one message that names the thing, exit code 2", () => {
  test.each<[string, Record<string, string | null>, string[], string[]]>([
    ["broken front matter", { [AGENT]: "---\ndescription: Rule: text\n---\n" }, [], [`${AGENT}:2`]],
    ["an unknown key", { [AGENT]: "---\ntitel: X\n---\n" }, [], [`${AGENT}:2`, "titel", "title"]],
    ["a wrong value", { [AGENT]: "---\nlimits: { rounds: many }\n---\n" }, [], [AGENT, "rounds"]],
    ["a profile that is not there", {}, ["--profile", "researchr"], ["researchr", "researcher"]],
    [
      "a listed tool that is not there",
      { [AGENT]: "---\ntools: [helo]\n---\n", "tools/hello.ts": toolSource("hi") },
      [],
      ["default", "helo", "hello"],
    ],
  ])("%s", async (_, files, args, says) => {
    workspace.reset(files);
    const { code, stdout, stderr } = await pegboardHere(["list", ...args], { cwd: root });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    for (const part of says) expect(stderr).toContain(part);
    expect(stderr).not.toMatch(/unexpected|^ +at /m);
  });

  test("no workspace at all", async () => {
    const cwd = makeFolder();
    for (const args of [["list"], ["call", "x"], ["chat", "x"], ["new", "tool", "x"]]) {
      const { code, stdout, stderr } = await pegboardHere(args, { cwd });
      expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: "" });
      expect(stderr).toContain(cwd);
      expect(stderr).toContain("pegboard init");
    }
  });
});

describe("a file that can not be used is told, and costs nothing else", () => {
  test.each<[string, string, string | null, RegExp]>([
    ["a syntax error", "tools/bad.ts", "export default {\n  a: = 1,\n};\n", /tools\/bad\.ts:2/],
    ["a link to nothing", "tools/bad.ts", null, /tools\/bad\.ts/],
    ["a throw at import", "tools/bad.ts", 'throw new Error("no luck");\n', /no luck/],
    ["the end of the process at import", "tools/bad.ts", "process.exit(0);\n", /tools\/bad\.ts/],
    ["no tool in it", "tools/bad.ts", "export const x = 1;\n", /tools\/bad\.ts/],
    [
      "a plugin.md that is broken",
      "plugins/bad/plugin.md",
      "---\ntitle: a: b\n---\n",
      /plugins\/bad\/plugin\.md:2/,
    ],
  ])("%s", async (_, file, content, says) => {
    // What would end the process is tried on one.
    const run = content?.includes("process.exit") ? pegboard : pegboardHere;
    workspace.reset({ "tools/hello.ts": toolSource("hi") });
    if (content === null) workspace.link(file, "nowhere.ts");
    else workspace.write({ [file]: content });
    const { code, stdout, stderr } = await run(["list", "--all"], { cwd: root });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^hello +ok/m);
    expect(stdout + stderr).toMatch(says);
    const call = await run(["call", "hello"], { cwd: root });
    expect(call).toMatchObject({ code: 0, stdout: "hi\n" });
  });
});

test("a bad line of secrets is told without showing any of them", async () => {
  workspace.reset({
    "tools/hello.ts": toolSource("hi"),
    "usr/secrets.env": "KEY=sk-123456789\nthis is no secret\nOTHER=sk-987654321\n",
  });
  for (const [args, exit] of [
    [["call", "hello"], 2],
    [["doctor"], 1],
  ] as const) {
    const { code, stdout, stderr } = await pegboardHere(args, { cwd: root });
    expect({ args, code }).toEqual({ args, code: exit });
    expect(stdout + stderr).toContain("secrets.env");
    expect(stdout + stderr).not.toMatch(/sk-|no secret/);
  }
});

describe("doctor", () => {
  test("a workspace that is well", async () => {
    workspace.reset({ "tools/hello.ts": toolSource("hi") });
    const { code, stdout } = await pegboardHere(["doctor", "--json"], { cwd: root });
    const { ok, checks } = parse(doctor, stdout);
    expect({ code, ok }).toEqual({ code: 0, ok: true });
    const byName = Object.fromEntries(checks.map(({ name, status }) => [name, status]));
    expect(byName).toMatchObject({
      node: "ok",
      pegboard: "ok",
      workspace: "ok",
      profile: "ok",
      model: "warn",
      tools: "ok",
      secrets: "ok",
    });
  });

  test.each<[string, Record<string, string>, Record<string, string>, string]>([
    [
      "a tool that fails",
      { "tools/bad.ts": "throw new Error('no luck')" },
      {},
      "bad (tools/bad.ts:1): no luck",
    ],
    ["a missing key", {}, { PEGBOARD_MODEL: "anthropic/x" }, "ANTHROPIC_API_KEY"],
    ["secrets that others can read", { "usr/secrets.env": "KEY=sk-123456789" }, {}, "chmod 600"],
    [
      "a tool that can not be read, with its place once",
      { "tools/bad.ts": "export default {" },
      {},
      "bad (tools/bad.ts:1:17): Unexpected token",
    ],
    ["a profile that can not be read", { [AGENT]: "---\nx: 1\n---\n" }, {}, AGENT],
  ])("%s", async (_, files, env, says) => {
    workspace.reset(files);
    const { code, stdout } = await pegboardHere(["doctor"], { cwd: root, env });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^FAIL /m);
    expect(stdout).toContain(says);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    [
      "where it asks",
      { PEGBOARD_MODEL: "ollama/x", OLLAMA_BASE_URL: "http://u:pw@h:1" },
      /^ok .*asked at http:\/\/h:1\/v1$/m,
    ],
    ["the provider's own", { PEGBOARD_MODEL: "openai/x", OPENAI_API_KEY: "k" }, /own address$/m],
    [
      "an address that is used",
      { PEGBOARD_MODEL: "compatible/x", PEGBOARD_BASE_URL: "http://h/v2" },
      /^ok .*h\/v2$/m,
    ],
    [
      "an address that nothing uses",
      { PEGBOARD_MODEL: "ollama/x", PEGBOARD_BASE_URL: "http://h" },
      /^warn .*not used$/m,
    ],
    ["an address without a model", { PEGBOARD_BASE_URL: "http://h" }, /compatible\/<model>/],
  ])("tells %s", async (_, env, says) => {
    workspace.reset({ "tools/hello.ts": toolSource("hi") });
    const { code, stdout } = await pegboardHere(["doctor"], { cwd: root, env });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(says) });
    expect(stdout).not.toContain("pw");
  });

  test("a profile that there is none of is no fault of the workspace", async () => {
    workspace.reset({});
    const { code, stdout } = await pegboardHere(["doctor", "--json", "--profile", "nope"], {
      cwd: root,
    });
    expect(code).toBe(1);
    expect(parse(doctor, stdout).checks.slice(2)).toMatchObject([
      { name: "workspace", status: "ok" },
      { name: "profile", status: "fail", message: expect.stringContaining('"nope"') },
    ]);
  });

  test("no workspace", async () => {
    const { code, stdout } = await pegboardHere(["doctor", "--json"], { cwd: makeFolder() });
    expect(code).toBe(1);
    expect(parse(doctor, stdout).checks).toContainEqual(
      expect.objectContaining({ name: "workspace", status: "fail" }),
    );
  });
});
