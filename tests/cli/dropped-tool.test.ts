import { describe, expect, test } from "vitest";
import { makeWorkspace, toolSource } from "../support/workspace.ts";
import { pegboardHere } from "./in-process.ts";
import { pegboard } from "./pegboard.ts";
import { explained, listed, parse, result } from "./shapes.ts";

const FILE = "usr/plugins/mine/tools/hello.ts";

// One place for all cases: what the package brings along is imported once.
const workspace = makeWorkspace();
const cwd = workspace.root;

type Run = typeof pegboardHere;

async function listNow(run: Run = pegboardHere) {
  const { code, stdout } = await run(["list", "--json"], { cwd });
  expect(code).toBe(0);
  const list = parse(listed, stdout);
  return { ...list, hello: list.tools.find(({ name }) => name === "hello") };
}

async function callNow(name = "hello", run: Run = pegboardHere) {
  const { code, stdout } = await run(["call", name, "--json"], { cwd });
  return { code, ...parse(result, stdout) };
}

test("a dropped file is listed, explained and called", async () => {
  workspace.reset({ [FILE]: toolSource("hi there") });
  const { hello, root, profile } = await listNow(pegboard);
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

  const { stdout, code } = await pegboard(["explain", "hello", "--json"], { cwd });
  const explanation = parse(explained, stdout);
  expect(code).toBe(0);
  expect(explanation).toMatchObject({ file: FILE, prompt: null, fragment: { file: null } });
  expect(explanation.specs.map(({ name }) => name)).toEqual(["hello"]);
  expect(explanation.fragment?.text).toContain("Answers hi there.");
  expect(explanation.diagnostics.map(({ code: found }) => found)).toContain("dox/missing");

  expect(await callNow("hello", pegboard)).toMatchObject({
    code: 0,
    status: "ok",
    message: "hi there",
  });
});

test("what a result looks like is listed and explained where a tool, or a method, says it", async () => {
  const degrees = "z.object({ degrees: z.number() })";
  workspace.reset({
    [FILE]: `import { defineTool } from "pegboard";
import { z } from "zod";
const execute = () => ({ degrees: 4 });
export default defineTool({
  description: "Weather.",
  output: ${degrees},
  risk: "read",
  execute,
  methods: { sea: { description: "At sea.", output: ${degrees}, execute }, sky: { description: "Sky.", execute } },
});
`,
  });
  const outputSchema = expect.objectContaining({ required: ["degrees"], type: "object" });
  const { hello } = await listNow();
  expect(hello).toMatchObject({ outputSchema, methods: { sea: { outputSchema } } });
  expect(hello?.methods["sky"]).not.toHaveProperty("outputSchema");
  expect(await callNow()).toMatchObject({ status: "ok", additional: { degrees: 4 } });
  const { stdout } = await pegboardHere(["explain", "hello"], { cwd });
  expect(stdout).toMatch(/structured result of hello\n[^]*structured result of hello:sea\n/);
});

describe("what becomes of it when it is", () => {
  test("removed: the name is unknown, and a call says what is near", async () => {
    workspace.reset({
      [FILE]: toolSource("hi"),
      "tools/hallo.ts": toolSource("x"),
    });
    workspace.remove(FILE);
    expect((await listNow()).hello).toBeUndefined();
    expect(await callNow()).toMatchObject({
      code: 1,
      status: "error",
      message: expect.stringContaining("hallo"),
    });
    const explain = await pegboardHere(["explain", "hello"], { cwd });
    expect(explain).toMatchObject({ code: 1, stdout: "" });
    expect(explain.stderr).toContain("did you mean hallo?");
  });

  test("broken: it fails with file, line and column, nothing takes its place, the others work", async () => {
    workspace.reset({
      [FILE]: "export default {\n  a: 1,\n  b: = 2,\n};\n",
      "tools/hello.ts": toolSource("from below"),
      "tools/other.ts": toolSource("well"),
    });
    const { hello, diagnostics } = await listNow();
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
    expect(await callNow()).toMatchObject({
      code: 1,
      is_error: true,
      message: expect.stringContaining("hello.ts:3"),
    });
    expect(await callNow("other")).toMatchObject({ code: 0, message: "well" });

    // A person sees the line itself.
    const human = await pegboardHere(["list"], { cwd });
    expect(human.stdout).toMatch(/^hello +failed +- +\S+hello\.ts +Unexpected .*\(3:\d+\)$/m);
    expect(human.stderr).toContain("> 3 |   b: = 2,");
    const why = await pegboardHere(["explain", "hello"], { cwd });
    expect(why).toMatchObject({ code: 0 });
    expect(why.stdout).toContain("The model is not offered it.");
  });

  test("shadowed: the higher one is called, and both are named", async () => {
    workspace.reset({
      [FILE]: toolSource("mine"),
      "plugins/base/tools/hello.ts": toolSource("base"),
      "agents/pirate/agent.md": "---\ntitle: Pirate\n---\n",
      "agents/pirate/tools/hello.ts": toolSource("arr"),
    });
    expect((await listNow()).hello).toMatchObject({
      file: FILE,
      shadows: ["plugins/base/tools/hello.ts"],
    });
    expect(await callNow()).toMatchObject({ message: "mine" });
    const { stdout } = await pegboardHere(["explain", "hello", "--profile", "pirate"], {
      cwd: workspace.root,
    });
    expect(stdout).toMatch(
      /file +agents\/pirate\/tools\/hello\.ts\n +shadows +usr\/plugins\/mine\/tools\/hello\.ts\n +shadows +plugins\/base\/tools\/hello\.ts/,
    );
    const list = await pegboardHere(["list"], { cwd });
    expect(list.stdout).toContain("hello shadows plugins/base/tools/hello.ts");
  });

  test("disabled: it is listed as that, and can not be called", async () => {
    workspace.reset({ [FILE]: toolSource("hi"), "usr/plugins/mine/.toggle-0": "" });
    expect((await listNow()).hello).toMatchObject({
      status: "disabled",
      error: expect.stringContaining("usr/plugins/mine/.toggle-0"),
    });
    expect(await callNow()).toMatchObject({ code: 1, is_error: true });
  });

  test("misnamed: it is ignored, with the rule", async () => {
    workspace.reset({
      "usr/plugins/mine/tools/hel lo.ts": toolSource("hi"),
      "usr/plugins/mine/tools/hello.test.ts": "",
    });
    const { hello, ignored, diagnostics } = await listNow();
    expect(hello).toBeUndefined();
    expect([...ignored, ...diagnostics]).toContainEqual(
      expect.objectContaining({ file: "usr/plugins/mine/tools/hel lo.ts" }),
    );
    const { stdout } = await pegboardHere(["list", "--all"], { cwd });
    expect(stdout).toMatch(/usr\/plugins\/mine\/tools\/hello\.test\.ts +\S+/);
  });
});
