import { describe, expect, test } from "vitest";
import { makeWorkspace, toolSource } from "../support/workspace.ts";
import { pegboardHere } from "./in-process.ts";
import { pegboard, startPegboard } from "./pegboard.ts";
import { parse, result, results } from "./shapes.ts";

const tool = (lines: string): string => `import { Response, defineTool } from "pegboard";
import { z } from "zod";

export default defineTool({
${lines}
});
`;

const FILES = {
  "tools/echo.ts": tool(`  description: "Echo.",
  args: z.object({ text: z.string(), times: z.number().int().optional() }),
  risk: "read",
  execute: ({ text, times = 1 }) => text.repeat(times),`),
  "tools/write.ts": tool(`  description: "Write.",
  execute: () => "written",`),
  "tools/fails.ts": tool(`  description: "Fails.",
  risk: "read",
  execute: () => { throw new Error("no luck"); },`),
  "tools/hangs.ts": tool(`  description: "Hangs.",
  risk: "read",
  timeout: "1h",
  async execute(_, { progress, signal }) {
    await progress.set("hanging");
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  },`),
  "tools/deny.ts": toolSource("never", "").replace('risk: "read"', 'risk: "deny"'),
  "tools/ends.ts": tool(`  description: "Ends.",
  risk: "read",
  break_loop: "always",
  execute: () => new Response({ message: "bye", break_loop: true, additional: { id: 1 } }),`),
  "tools/kit.ts": tool(`  description: "Kit.",
  risk: "read",
  methods: { saw: { description: "Saw.", execute: () => "sawn" } },`),
  "tools/strays.ts": tool(`  description: "Strays.",
  risk: "read",
  async execute() {
    setTimeout(() => { throw new Error("late throw of sk-123456789"); });
    void Promise.reject("late rejection");
    await new Promise((resolve) => setTimeout(resolve, 50));
    return "done";
  },`),
  "plugins/off/tools/dark.ts": toolSource("never"),
  "plugins/off/.toggle-0": "",
  "agents/narrow/agent.md": "---\ntitle: Narrow\ntools: [echo]\n---\nYou are narrow.\n",
  "usr/secrets.env": "KEY=sk-123456789\n",
  "args.json": '{"text":"from a file"}',
  "calls.json": JSON.stringify([
    { id: "a", name: "echo", args: { text: "x", times: "3" } },
    { id: "b", name: "write" },
    { id: "c", name: "nothing", args: {} },
    { id: "d", name: "echo", args: "{ broken" },
    { id: "e", name: "kit:saw", args: {} },
  ]),
};

const { root: cwd } = makeWorkspace(FILES);
// What runs here is of another framework than the built command, and each forgets what the other remembers.
const { root: here } = makeWorkspace(FILES);

describe("one call", () => {
  test.each([
    ["a read tool", ["echo", '{"text":"hi"}'], 0, { status: "ok", message: "hi", method: null }],
    ["a file of arguments", ["echo", "@args.json"], 0, { message: "from a file" }],
    [
      "no arguments",
      ["fails"],
      1,
      { status: "error", message: expect.stringContaining("no luck") },
    ],
    [
      "a missing argument",
      ["echo"],
      1,
      { status: "error", message: expect.stringContaining("text") },
    ],
    ["arguments that are no JSON", ["echo", "{text:hi}"], 1, { status: "error" }],
    ["arguments that are no object", ["echo", "[1]"], 1, { status: "error" }],
    ["a write tool that nobody can be asked about", ["write"], 1, { status: "denied" }],
    ["a write tool, approved", ["write", "--yes"], 0, { status: "ok", message: "written" }],
    ["a denied tool, approved", ["deny", "--yes"], 1, { is_error: true }],
    [
      "a tool that ends a turn",
      ["ends"],
      0,
      { break_loop: true, message: "bye", additional: { id: 1 } },
    ],
    ["a method", ["kit:saw"], 0, { tool: "kit", method: "saw", message: "sawn" }],
    ["a time limit", ["hangs", "--timeout", "200ms"], 1, { status: "timeout" }],
    ["a name that leads elsewhere", ["../secrets"], 1, { status: "error" }],
    ["a name of every object", ["__proto__"], 1, { status: "error" }],
  ])("%s", async (_, args, exit, expected) => {
    const { code, stdout } = await pegboardHere(["call", ...args, "--json"], { cwd: here });
    expect(parse(result, stdout)).toMatchObject(expected);
    expect(code).toBe(exit);
  });

  test.each([
    ["nobody can be asked", ["write"], /hint: --yes allows/],
    ["its plugin is off", ["dark"], /hint: dark is there .*disabled: .*\.toggle-0/],
    [
      "its profile leaves it out",
      ["kit:saw", "--profile", "narrow"],
      /hint: kit is there .*narrow.*tools:/,
    ],
  ])("a person is told what to do when %s", async (_, args, hint) => {
    const { code, stderr } = await pegboardHere(["call", ...args], { cwd: here });
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(hint) });
  });

  test("what a tool throws outside of its call harms nothing, and is told without secrets", async () => {
    const { code, stdout, stderr } = await pegboard(["call", "strays"], { cwd });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "done\n" });
    expect(stderr).toContain("late throw of §§secret(KEY)");
    expect(stderr).toContain("late rejection");
  });

  test("arguments from standard input", async () => {
    const { stdout } = await pegboard(["call", "echo", "-"], { cwd, stdin: '{"text":"piped"}' });
    expect(stdout).toBe("piped\n");
  });

  test("the text of a result is the payload; an error and progress are not", async () => {
    const good = await pegboard(["call", "echo", '{"text":"hi"}'], { cwd });
    expect(good).toMatchObject({ code: 0, stdout: "hi\n", stderr: "" });
    const bad = await pegboard(["call", "fails"], { cwd });
    expect(bad).toMatchObject({ code: 1, stdout: "" });
    expect(bad.stderr).toContain("no luck");
    const slow = await pegboard(["call", "hangs", "--timeout", "200"], { cwd });
    expect(slow.stderr).toContain("hangs: hanging");
  });

  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "%s stops it, and it is reported",
    async (signal) => {
      const running = startPegboard(["call", "hangs", "--json"], { cwd });
      await running.printed("hangs: hanging");
      running.kill(signal);
      const { code, stdout } = await running.ended;
      expect(parse(result, stdout)).toMatchObject({ status: "cancelled" });
      expect(code).toBe(1);
    },
  );
});

describe("several calls", () => {
  test("each has its result, in the order asked", async () => {
    const { code, stdout } = await pegboardHere(["call", "--batch", "calls.json", "--json"], {
      cwd: here,
    });
    const all = parse(results, stdout);
    expect(all.map(({ id, status }) => `${id} ${status}`)).toEqual([
      "a ok",
      "b denied",
      "c error",
      "d error",
      "e ok",
    ]);
    expect(all[0]?.message).toBe("xxx");
    expect(code).toBe(1);
  });

  test("for a person, and from standard input", async () => {
    const calls = JSON.stringify([
      { id: "1", name: "echo", args: { text: "first" } },
      { id: "2", name: "write", args: {} },
    ]);
    const { code, stdout } = await pegboard(["call", "--batch", "-", "--yes"], {
      cwd,
      stdin: calls,
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\[1\] echo ok \d+ ms\nfirst\n\[2\] write ok \d+ ms\nwritten\n$/);
  });

  test("none at all", async () => {
    const { code, stdout } = await pegboardHere(["call", "--batch", "-", "--json"], {
      cwd: here,
      stdin: "[]",
    });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "[]\n" });
  });
});

describe("a name that is none is told in the words of who typed it", () => {
  test.each([
    ["nowhere", 'There is no tool "nowhere".'],
    ["ecko", 'There is no tool "ecko"; did you mean echo?'],
    ["kit:sew", 'There is no tool "kit:sew"; did you mean kit:saw?'],
    ["kit", 'The tool "kit" has only methods: kit:saw.'],
  ])("%s", async (name, message) => {
    const asked = await pegboardHere(["call", name], { cwd: here });
    expect(asked).toMatchObject({ code: 1, stdout: "" });
    expect(asked.stderr).toContain(`error: ${name.split(":")[0]}`);
    expect(asked.stderr).toContain(message);
    const isUnknown = message.startsWith("There is no");
    expect(asked.stderr.includes("`npx pegboard list` shows the tools")).toBe(isUnknown);
    const json = await pegboardHere(["call", name, "--json"], { cwd: here });
    expect(parse(result, json.stdout)).toMatchObject({ status: "error", message });
  });
});

describe("what can not be asked for exits with 2", () => {
  test.each([
    ["no tool", [], "", "There is no tool to call"],
    ["a tool and a batch", ["echo", "--batch", "calls.json"], "", "given at once"],
    ["no file", ["echo", "@none.json"], "", "none.json"],
    ["a folder for a file", ["--batch", "tools"], "", "tools can not be read"],
    ["a batch that is no JSON", ["--batch", "-"], "[{]", "standard input is no JSON"],
    ["a batch that is no list", ["--batch", "-"], "{}", "no JSON array"],
    ["a call without a name", ["--batch", "-"], '[{"id":"1"}]', "entry 1 lacks a name"],
    [
      "a call that is none",
      ["--batch", "-"],
      '[{"id":"1","name":"echo"},null]',
      "entry 2 lacks an id",
    ],
    ["a time that is none", ["echo", "--timeout", "soon"], "", '--timeout "soon"'],
  ])("%s", async (_, args, stdin, says) => {
    const { code, stdout, stderr } = await pegboardHere(["call", ...args], { cwd: here, stdin });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(says);
  });
});
