import { describe, expect, test } from "vitest";
import { makeWorkspace, toolSource } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";
import { pegboard } from "./pegboard.ts";
import { explained, listed, parse, result } from "./shapes.ts";

const FILE = "usr/plugins/mine/tools/hello.ts";

async function listOf({ root }: TestWorkspace) {
  const { code, stdout } = await pegboard(["list", "--json"], { cwd: root });
  expect(code).toBe(0);
  const list = parse(listed, stdout);
  return { ...list, hello: list.tools.find(({ name }) => name === "hello") };
}

async function callOf({ root }: TestWorkspace, name = "hello") {
  const { code, stdout } = await pegboard(["call", name, "--json"], { cwd: root });
  return { code, ...parse(result, stdout) };
}

test("a dropped file is listed, explained and called", async () => {
  const workspace = makeWorkspace({ [FILE]: toolSource("hi there") });
  const { hello, root, profile } = await listOf(workspace);
  expect({ root, profile }).toEqual({ root: workspace.root, profile: "default" });
  expect(hello).toEqual({
    name: "hello",
    id: "plugin:mine:hello",
    status: "ok",
    risk: "read",
    interactive: false,
    break_loop: "never",
    description: "Answers hi there.",
    file: FILE,
    prompt: null,
    dox: null,
    shadows: [],
    inputSchema: expect.objectContaining({ type: "object" }),
    methods: {},
    error: null,
  });

  const { stdout, code } = await pegboard(["explain", "hello", "--json"], { cwd: workspace.root });
  const explanation = parse(explained, stdout);
  expect(code).toBe(0);
  expect(explanation).toMatchObject({ file: FILE, prompt: null, fragment: { file: null } });
  expect(explanation.specs.map(({ name }) => name)).toEqual(["hello"]);
  expect(explanation.fragment?.text).toContain("Answers hi there.");
  expect(explanation.diagnostics.map(({ code: found }) => found)).toContain("dox/missing");

  expect(await callOf(workspace)).toMatchObject({ code: 0, status: "ok", message: "hi there" });
});

describe("what becomes of it when it is", () => {
  test("removed: the name is unknown, and a call says what is near", async () => {
    const workspace = makeWorkspace({
      [FILE]: toolSource("hi"),
      "tools/hallo.ts": toolSource("x"),
    });
    workspace.remove(FILE);
    expect((await listOf(workspace)).hello).toBeUndefined();
    expect(await callOf(workspace)).toMatchObject({
      code: 1,
      status: "error",
      message: expect.stringContaining("hallo"),
    });
    const explain = await pegboard(["explain", "hello"], { cwd: workspace.root });
    expect(explain).toMatchObject({ code: 1, stdout: "" });
    expect(explain.stderr).toContain("did you mean hallo?");
  });

  test("broken: it fails with file, line and column, nothing takes its place, the others work", async () => {
    const workspace = makeWorkspace({
      [FILE]: "export default {\n  a: 1,\n  b: = 2,\n};\n",
      "tools/hello.ts": toolSource("from below"),
      "tools/other.ts": toolSource("well"),
    });
    const { hello, diagnostics } = await listOf(workspace);
    expect(hello).toMatchObject({
      status: "failed",
      file: FILE,
      shadows: ["tools/hello.ts"],
      risk: null,
    });
    expect(hello?.error).toMatch(/usr\/plugins\/mine\/tools\/hello\.ts:3:\d+/);
    expect(diagnostics).toContainEqual(
      expect.objectContaining({ code: "tool/load-failed", file: FILE, line: 3 }),
    );
    expect(await callOf(workspace)).toMatchObject({
      code: 1,
      is_error: true,
      message: expect.stringContaining("hello.ts:3"),
    });
    expect(await callOf(workspace, "other")).toMatchObject({ code: 0, message: "well" });

    // A person sees the line itself.
    const human = await pegboard(["list"], { cwd: workspace.root });
    expect(human.stdout).toMatch(/^hello +failed/m);
    expect(human.stderr).toContain("> 3 |   b: = 2,");
    const why = await pegboard(["explain", "hello"], { cwd: workspace.root });
    expect(why).toMatchObject({ code: 0 });
    expect(why.stdout).toContain("The model is not offered it.");
  });

  test("shadowed: the higher one is called, and both are named", async () => {
    const workspace = makeWorkspace({
      [FILE]: toolSource("mine"),
      "plugins/base/tools/hello.ts": toolSource("base"),
      "agents/pirate/agent.md": "---\ntitle: Pirate\n---\n",
      "agents/pirate/tools/hello.ts": toolSource("arr"),
    });
    expect((await listOf(workspace)).hello).toMatchObject({
      file: FILE,
      shadows: ["plugins/base/tools/hello.ts"],
    });
    expect(await callOf(workspace)).toMatchObject({ message: "mine" });
    const { stdout } = await pegboard(["explain", "hello", "--profile", "pirate"], {
      cwd: workspace.root,
    });
    expect(stdout).toMatch(
      /file +agents\/pirate\/tools\/hello\.ts\n +shadows +usr\/plugins\/mine\/tools\/hello\.ts\n +shadows +plugins\/base\/tools\/hello\.ts/,
    );
    const list = await pegboard(["list"], { cwd: workspace.root });
    expect(list.stdout).toContain("hello shadows plugins/base/tools/hello.ts");
  });

  test("disabled: it is listed as that, and can not be called", async () => {
    const workspace = makeWorkspace({ [FILE]: toolSource("hi"), "usr/plugins/mine/.toggle-0": "" });
    expect((await listOf(workspace)).hello).toMatchObject({
      status: "disabled",
      error: expect.stringContaining("usr/plugins/mine/.toggle-0"),
    });
    expect(await callOf(workspace)).toMatchObject({ code: 1, is_error: true });
  });

  test("misnamed: it is ignored, with the rule", async () => {
    const workspace = makeWorkspace({
      "usr/plugins/mine/tools/hel lo.ts": toolSource("hi"),
      "usr/plugins/mine/tools/hello.test.ts": "",
    });
    const { hello, ignored, diagnostics } = await listOf(workspace);
    expect(hello).toBeUndefined();
    expect([...ignored, ...diagnostics]).toContainEqual(
      expect.objectContaining({ file: "usr/plugins/mine/tools/hel lo.ts" }),
    );
    const { stdout } = await pegboard(["list", "--all"], { cwd: workspace.root });
    expect(stdout).toMatch(/usr\/plugins\/mine\/tools\/hello\.test\.ts +\S+/);
  });
});
