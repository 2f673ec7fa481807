import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { EXTENSION_POINTS } from "../../core/contract/index.ts";
import { openBoard } from "../../core/board/open.ts";
import { extensionFiles } from "../../core/cli/scaffold/assets.ts";
import { makeFolder, makeWorkspace } from "../support/workspace.ts";
import { pegboardHere } from "./in-process.ts";
import { pegboard } from "./pegboard.ts";
import { listed, parse, result } from "./shapes.ts";

const CLASS_HEAD = `import { Response, Tool } from "pegboard";
import { z } from "zod";
`;

const PACKAGE = fileURLToPath(new URL("../..", import.meta.url));

// One place for the cases that need no process: what the package brings along is imported once.
const workspace = makeWorkspace();
const { root } = workspace;

/** Empties the place. */
const clear = (): void => workspace.reset({ "agents/default/agent.md": null });

/** What a board has to say of the files that lie in the workspace itself. */
async function findings(dir: string, profile?: string) {
  const { diagnostics } = await openBoard({ root: dir, profile, packageRoot: PACKAGE });
  return diagnostics.filter(({ file }) => file === null || !file.startsWith("../"));
}

/** The system prompts of these profiles. */
async function prompts(...profiles: string[]): Promise<string[]> {
  const texts: string[] = [];
  for (const profile of profiles) {
    texts.push((await pegboardHere(["prompt", "--profile", profile], { cwd: root })).stdout);
  }
  return texts;
}

describe("init", () => {
  test("makes a workspace without a finding, and says what comes next", async () => {
    clear();
    const { code, stdout, stderr } = await pegboardHere(["init", "my board"], { cwd: root });
    expect(code).toBe(0);
    expect(stdout).toContain("agents/default/agent.md");
    expect(stderr).toContain("pegboard new tool hello");
    const dir = join(root, "my board");
    const made = readdirSync(dir, { recursive: true });
    expect(made).toEqual(
      expect.arrayContaining([
        ".gitignore",
        "README.md",
        "agents/default/agent.md",
        "package.json",
        "tools",
        "tsconfig.json",
        "usr/plugins",
        "usr/secrets.env.example",
      ]),
    );
    expect(readFileSync(join(dir, ".gitignore"), "utf8")).toMatch(/^usr\/secrets\.env$/m);
    expect(JSON.parse(readFileSync(join(dir, "package.json"), "utf8"))).toMatchObject({
      name: "my-board",
      type: "module",
    });
    expect(await findings(dir)).toEqual([]);
  });

  test("leaves alone what is there, and refuses a workspace and a file", async () => {
    clear();
    writeFileSync(join(root, "README.md"), "mine");
    const first = await pegboardHere(["init", "--json"], { cwd: root });
    expect(JSON.parse(first.stdout)).toMatchObject({ root, kept: ["README.md"] });
    expect(readFileSync(join(root, "README.md"), "utf8")).toBe("mine");

    const again = await pegboardHere(["init"], { cwd: root });
    expect(again).toMatchObject({ code: 2, stdout: "" });
    expect(again.stderr).toContain("is a workspace already: it has agents/default/agent.md");

    const onFile = await pegboardHere(["init", "README.md"], { cwd: root });
    expect(onFile).toMatchObject({ code: 2, stdout: "" });
    expect(onFile.stderr).toContain("README.md is a file");
  });
});

test.each([
  [
    "what npm init makes",
    { scripts: { test: 'echo "Error: no test specified" && exit 1' } },
    [
      /npm install '?pegboard@\^[\d.]+'? '?zod@\^[\d.]+'?\n/,
      /npm install --save-dev '@types\/node@\^20[\d.]+'\n/,
      /npm pkg set 'scripts\.test=node --test'\n/,
      /npm pkg set 'scripts\.chat=pegboard chat'\n/,
    ],
    [/ {2}npm install +#/],
  ],
  [
    "one with some of it",
    { scripts: { test: "mine" }, devDependencies: { zod: "^4", "@types/node": "^24" } },
    [/npm install '?pegboard@/],
    [/zod@/, /--save-dev/, /scripts\.test/],
  ],
])("init beside %s says what to add", async (_, manifest, adds, leaves) => {
  const { root: dir, write, path } = makeWorkspace({ "agents/default/agent.md": null });
  const text = JSON.stringify(manifest);
  write({ "a b/package.json": text });
  const { code, stderr } = await pegboardHere(["init", "a b"], { cwd: dir });
  expect(code).toBe(0);
  expect(readFileSync(path("a b/package.json"), "utf8")).toBe(text);
  expect(stderr).toMatch(/^ {2}cd 'a b'$/m);
  for (const line of adds) expect(stderr).toMatch(line);
  for (const line of leaves) expect(stderr).not.toMatch(line);
});

test("from an empty folder to a called tool", async () => {
  const empty = makeFolder();
  expect(await pegboard(["init"], { cwd: empty })).toMatchObject({ code: 0 });
  const made = await pegboard(["new", "tool", "hello"], { cwd: empty });
  expect(made.code).toBe(0);
  expect(made.stdout.match(/usr\/plugins\/mine\/\S+/g)).toEqual([
    "usr/plugins/mine/prompts/agent.system.tool.hello.md",
    "usr/plugins/mine/tests/hello.test.mjs",
    "usr/plugins/mine/tools/hello.ts",
    "usr/plugins/mine/tools/hello.ts.dox.md",
  ]);

  const list = parse(listed, (await pegboard(["list", "--json"], { cwd: empty })).stdout);
  expect(list.tools.find(({ name }) => name === "hello")).toMatchObject({
    id: "plugin:mine:hello",
    status: "ok",
    file: "usr/plugins/mine/tools/hello.ts",
    prompt: "usr/plugins/mine/prompts/agent.system.tool.hello.md",
    dox: "usr/plugins/mine/tools/hello.ts.dox.md",
  });

  // From a folder below, as a person would.
  const below = join(empty, "usr/plugins/mine");
  const call = await pegboard(["call", "hello", '{"text":"hi"}', "--json"], { cwd: below });
  expect(call.code).toBe(0);
  expect(parse(result, call.stdout)).toMatchObject({ status: "ok", message: '{"text":"hi"}' });
});

describe("new", () => {
  test("whatever it makes is on the board without a finding", async () => {
    workspace.reset();
    const commands = [
      "new tool all_types --risk write --arg a:string:Text|pipe --arg b?:number --arg c:integer:Whole --arg d:boolean:Flag --arg e:string[]:Several",
      "new tool null --description Nothing.",
      "new plugin mail",
      "new tool send --plugin mail",
      "new profile pirate",
      "new skill make-tea",
      "new extension _20_log --point tool_execute_after",
    ];
    for (const command of commands) {
      const { code, stderr } = await pegboardHere(command.split(" "), { cwd: root });
      expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: expect.any(String) });
    }
    expect(await findings(root)).toEqual([]);
    expect(await findings(root, "pirate")).toEqual([]);
    const board = await openBoard({ root, packageRoot: null, cache: false });
    // A profile in usr/ does not make usr/ a workspace of its own.
    expect((await openBoard({ cwd: join(root, "usr/plugins/mail") })).root).toBe(root);
    expect(board.tools.map(({ name, status }) => `${name} ${status}`)).toEqual([
      "all_types ok",
      "null ok",
      "send ok",
    ]);
    expect(board.extensions.tool_execute_after).toHaveLength(1);
    expect(board.list("skills").map(({ name }) => name)).toContain("make-tea/SKILL.md");
  });

  test.each(["default", "researcher"])(
    "of the profile %s, which is there already, it makes the person's part, which changes nothing by itself",
    async (name) => {
      workspace.reset();
      // What the default profile is told of the others is part of its prompt.
      const prompt = () => prompts("default", name);
      const before = await prompt();
      const { code, stderr } = await pegboardHere(["new", "profile", name], { cwd: root });
      expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) });
      expect(stderr).toMatch(
        new RegExp(`note: there is a profile ${name}.*agents/${name}/agent\\.md`),
      );
      expect(await prompt()).toEqual(before);
      expect(await findings(root, name)).toEqual([]);
      expect((await pegboardHere(["list"], { cwd: root })).code).toBe(0);
    },
  );

  test("what the workspace can not be opened with is taken back, with its folders", async () => {
    workspace.reset({
      "agents/sailor/agent.md": "---\ntitle: A\ndescription: A.\ntools: [nowhere]\n---\nA.\n",
    });
    const files = () =>
      readdirSync(root, { recursive: true }).filter(
        (path) => !String(path).startsWith(".pegboard"),
      );
    const before = files();
    const broken = await pegboardHere(["new", "profile", "sailor"], { cwd: root });
    expect(broken).toMatchObject({ code: 2, stdout: "" });
    expect(broken.stderr).toContain("nowhere");
    expect(files()).toEqual(before);
  });

  test("an extension is made for every point", async () => {
    const points = EXTENSION_POINTS.map((point) =>
      extensionFiles("_20_log", point, "usr/plugins/mine"),
    );
    workspace.reset(Object.fromEntries(points.flatMap((files) => [...files])));
    expect(await findings(root)).toEqual([]);
    const board = await openBoard({ root, packageRoot: null, cache: false });
    for (const point of EXTENSION_POINTS) expect(board.extensions[point]).toHaveLength(1);
  });

  test("what it makes passes its own tests and the types of an editor", async () => {
    clear();
    const commands = [
      ["init"],
      ["new", "tool", "hello"],
      [
        "new",
        "tool",
        "save",
        "--risk",
        "write",
        "--arg",
        "days?:integer",
        "--arg",
        "tags:string[]",
      ],
      ["new", "extension", "_20_log", "--point", "tool_execute_before"],
    ];
    for (const args of commands) {
      const { code, stderr } = await pegboardHere(args, { cwd: root });
      expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: expect.any(String) });
    }
    mkdirSync(join(root, "node_modules"));
    symlinkSync(PACKAGE, join(root, "node_modules/pegboard"));
    symlinkSync(join(PACKAGE, "node_modules/zod"), join(root, "node_modules/zod"));
    mkdirSync(join(root, "node_modules/@types"));
    symlinkSync(join(PACKAGE, "node_modules/@types/node"), join(root, "node_modules/@types/node"));
    const documented = [
      ["README.md", "agent.turn(", "usr/program.ts"],
      ["docs/design.md", "extends Tool", "tools/weather.ts"],
    ] as const;
    for (const [page, mark, file] of documented) {
      const blocks = readFileSync(join(PACKAGE, page), "utf8").matchAll(/```ts\n(.*?)```/gs);
      const code = [...blocks].map(([, block = ""]) => block).find((block) => block.includes(mark));
      const head = mark === "extends Tool" ? CLASS_HEAD : "";
      workspace.write({ [file]: head + (code ?? "") });
    }
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, args, {
        cwd: root,
        env: { PATH: process.env["PATH"] },
      });
    const { stdout } = await run("--test", "--test-reporter=tap");
    expect(stdout).toMatch(/^# pass 4$/m);
    await run(join(PACKAGE, "node_modules/typescript/bin/tsc"), "-p", ".");
  }, 60_000);

  test.each([
    ["a name that is none", ["tool", "a__b"], "has no __ in it"],
    ["a name that leads elsewhere", ["tool", "../x"], "can not be the name of a tool"],
    ["a plugin that leads elsewhere", ["tool", "x", "--plugin", "../.."], "name of a plugin"],
    ["the name of a skill in capitals", ["skill", "Make_Tea"], "lower-case"],
    ["no point", ["extension", "x"], "needs --point"],
    [
      "a wrong point",
      ["extension", "x", "--point", "tool_execute_befor"],
      "did you mean tool_execute_before",
    ],
    ["a wrong argument", ["tool", "x", "--arg", "city:text"], "types are string, number"],
    [
      "an argument that is a word of the language",
      ["tool", "x", "--arg", "class:string:Which"],
      "class can not be the name of an argument",
    ],
    ["an argument twice", ["tool", "x", "--arg", "a:string", "--arg", "a:string"], "given twice"],
    ["a description over two lines", ["tool", "x", "--description", "a\nb"], "one line"],
    ["a plugin that is bundled", ["plugin", "files"], "would replace it as a whole"],
    ["a tool in a bundled plugin", ["tool", "x", "--plugin", "files"], "Choose another name"],
  ])("refuses %s and makes nothing", async (_, args, says) => {
    workspace.reset({ "usr/plugins/.keep": "" });
    const { code, stdout, stderr } = await pegboardHere(["new", ...args], { cwd: root });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(says);
    expect(readdirSync(join(root, "usr/plugins"))).toEqual([".keep"]);
  });

  test("nothing is overwritten, and what can not be whole is not begun", async () => {
    workspace.reset({ "usr/plugins/.keep": "" });
    await pegboardHere(["new", "tool", "hello"], { cwd: root });
    const file = join(root, "usr/plugins/mine/tools/hello.ts.dox.md");
    writeFileSync(file, "mine");
    const again = await pegboardHere(["new", "tool", "hello"], { cwd: root });
    expect(again).toMatchObject({ code: 2, stdout: "" });
    expect(readFileSync(file, "utf8")).toBe("mine");

    const other = await pegboardHere(["new", "tool", "hello", "--plugin", "other"], { cwd: root });
    expect(other).toMatchObject({ code: 2, stdout: "" });
    expect(other.stderr).toContain("usr/plugins/mine/tools/hello.ts");
    expect(existsSync(join(root, "usr/plugins/other"))).toBe(false);
  });
});
