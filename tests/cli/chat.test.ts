import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeWorkspace, toolSource } from "../support/workspace.ts";
import { pegboardHere } from "./in-process.ts";
import { pegboard, startPegboard } from "./pegboard.ts";
import { event } from "./shapes.ts";

const recording = (...conversation: unknown[]): string =>
  JSON.stringify({ format: "pegboard.replay/1", conversation });

const HANGS = `import { defineTool } from "pegboard";
export default defineTool({
  description: "Hangs.",
  risk: "read",
  async execute(_, { progress, signal }) {
    await progress.set("hanging on");
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  },
});
`;

const WRITES = `import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineTool } from "pegboard";
export default defineTool({
  description: "Writes.",
  execute(_, { workspace }) {
    writeFileSync(join(workspace, "written"), "");
    return "done";
  },
});
`;

const FILES = {
  "tools/hello.ts": toolSource("hi there"),
  "tools/hangs.ts": HANGS,
  "tools/writes.ts": WRITES,
  "two.replay.json": recording(
    { user: "greet" },
    { model: { text: "One moment.", calls: [{ id: "c1", tool: "hello", args: { text: "x" } }] } },
    { model: "It says hi there." },
    { user: "thanks" },
    { model: "Any time." },
  ),
  "hangs.replay.json": recording(
    { user: "wait" },
    { model: { calls: [{ id: "c1", tool: "hangs", args: {} }] } },
    { user: "and now" },
    { model: "Still here." },
  ),
  "writes.replay.json": recording(
    { user: "write" },
    { model: { calls: [{ id: "c1", tool: "writes", args: {} }] } },
    { model: "So be it." },
  ),
  "broken.replay.json": "{",
};

const { root: cwd } = makeWorkspace(FILES);
// What runs here is of another framework than the built command, and each forgets what the other remembers.
const workspace = makeWorkspace(FILES);
const { root: here } = workspace;
const replay = (name: string): string[] => ["--model", `replay/${name}`];

describe("one turn", () => {
  test("the answer is the payload; what happens on the way is told", async () => {
    const { code, stdout, stderr } = await pegboard(["chat", "greet", ...replay("two")], { cwd });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "It says hi there.\n" });
    expect(stderr).toMatch(
      /One moment\.\n +-> \[1\] hello \{"text":"x"\}\n +<- \[1\] hello ok \d+ ms\n +hi there/,
    );
  });

  test("with --json, one event a line from the beginning of the turn to its end", async () => {
    const { code, stdout, stderr } = await pegboardHere(
      ["chat", "greet", "--json", ...replay("two")],
      { cwd: here },
    );
    const events = stdout
      .trimEnd()
      .split("\n")
      .map((line) => event.parse(JSON.parse(line)));
    const types = events.map(({ type }) => type);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect([types[0], types[1], types.at(-1)]).toEqual(["turn_started", "user", "turn_ended"]);
    expect(types).toEqual(expect.arrayContaining(["text", "tool_call", "tool_result"]));
    expect(events.at(-1)).toMatchObject({ reason: "answered", text: "It says hi there." });
  });

  test("PEGBOARD_MODEL names the model, --model is stronger", async () => {
    const env = { PEGBOARD_MODEL: "replay/two" };
    expect(await pegboard(["chat", "greet"], { cwd, env })).toMatchObject({ code: 0 });
    const other = await pegboardHere(["chat", "greet", ...replay("nowhere")], { cwd: here, env });
    expect(other).toMatchObject({ code: 2 });
  });

  test("a recording that does not fit is no answer, and says where", async () => {
    const { code, stdout, stderr } = await pegboardHere(["chat", "hello?", ...replay("two")], {
      cwd: here,
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("two.replay.json");
    expect(stderr).toContain('"greet"');
  });

  test("what needs asking is denied where nobody can be asked", async () => {
    const { code, stderr } = await pegboardHere(["chat", "write", ...replay("writes")], {
      cwd: here,
    });
    expect(code).toBe(0);
    expect(stderr).toMatch(/writes denied/);
    expect(existsSync(workspace.path("written"))).toBe(false);
  });

  test("what is recorded can be played again", async () => {
    const recorded = await pegboardHere(
      ["chat", "greet", ...replay("two"), "--record", "again.replay.json"],
      { cwd: here },
    );
    expect(recorded.code).toBe(0);
    expect(readFileSync(workspace.path("again.replay.json"), "utf8")).toContain(
      "It says hi there.",
    );
    const again = await pegboardHere(["chat", "greet", ...replay("again")], { cwd: here });
    expect(again.stdout).toBe("It says hi there.\n");
  });

  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s stops it", async (signal) => {
    const running = startPegboard(["chat", "wait", ...replay("hangs"), "--json"], { cwd });
    await running.printed("hanging on");
    running.kill(signal);
    const { code, stdout } = await running.ended;
    const last = event.parse(JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? ""));
    expect(last).toMatchObject({ type: "turn_ended", reason: "stopped" });
    expect(code).toBe(1);
  });
});

describe("a conversation", () => {
  test("from a pipe, each line is a message", async () => {
    const { code, stdout } = await pegboard(["chat", ...replay("two")], {
      cwd,
      stdin: "greet\n\nthanks\n",
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /you: greet\n[^]*assistant: It says hi there\.\nyou: thanks\nassistant: Any time\.\n$/,
    );
  });

  test("Ctrl-C once stops the turn, and the conversation goes on; closing the input ends it", async () => {
    const running = startPegboard(["chat", ...replay("hangs")], { cwd });
    running.stdin.write("wait\n");
    await running.printed("hanging on");
    running.kill("SIGINT");
    await running.printed("The turn was stopped.");
    running.stdin.write("and now\n");
    await running.printed("Still here.");
    running.stdin.end();
    const { code, stdout } = await running.ended;
    expect(code).toBe(0);
    // The call that was stopped has its result all the same.
    expect(stdout).toMatch(/<- \[1\] hangs cancelled/);
  });

  test("Ctrl-C twice between turns leaves, the transcript whole", async () => {
    const record = "left.replay.json";
    const running = startPegboard(["chat", ...replay("hangs"), "--json", "--record", record], {
      cwd,
    });
    running.stdin.write("wait\n");
    await running.printed("hanging on");
    running.kill("SIGINT");
    await running.printed('"type":"turn_ended"');
    running.kill("SIGINT");
    await running.printed("Ctrl-C again, or Ctrl-D");
    running.kill("SIGINT");
    const { code, stdout } = await running.ended;
    expect(code).toBe(0);
    const types = stdout
      .trimEnd()
      .split("\n")
      .map((line) => event.parse(JSON.parse(line)).type);
    expect(types).toContain("tool_result");
    expect(types.at(-1)).toBe("turn_ended");
    expect(readFileSync(join(cwd, record), "utf8")).toContain("hangs");
  });

  test.each(["SIGTERM", "SIGHUP"] as const)("%s ends it", async (signal) => {
    const running = startPegboard(["chat", ...replay("hangs")], { cwd });
    running.stdin.write("wait\n");
    await running.printed("hanging on");
    running.kill(signal);
    const { code, stdout } = await running.ended;
    expect(code).toBe(0);
    expect(stdout).toContain("The turn was stopped.");
  });

  test("closing the input while a turn is under way lets it end", async () => {
    const { code, stdout } = await pegboardHere(["chat", ...replay("two")], {
      cwd: here,
      stdin: "greet",
    });
    expect(code).toBe(0);
    expect(stdout).toContain("It says hi there.");
  });
});

describe("without a model", () => {
  test("the recorded conversation is played: two calls at once, a corrected one, a denied one, an answer", async () => {
    const fresh = makeWorkspace({
      "agents/default/agent.md": "---\ntitle: A\ndescription: Answers.\n---\nYou are A.\n",
    });
    const { code, stdout } = await pegboard(["chat", "--demo"], { cwd: fresh.root });
    expect(code).toBe(0);
    for (const part of [
      /^you: /m,
      /-> \[1\] /,
      /-> \[2\] /,
      /<- \[3\] \S+ error/,
      /denied/,
      /^assistant: /m,
    ]) {
      expect(stdout).toMatch(part);
    }
    expect(stdout.trimEnd().split("\n").at(-1)).toMatch(/^Next: /);
    expect(existsSync(fresh.path("usr/notes"))).toBe(false);
    // Memory and sessions work in it, and what it says of its person is nothing that a real conversation may find.
    expect(stdout).toMatch(/memory ok/);
    expect(stdout).toMatch(/session_search ok/);
    expect(existsSync(fresh.path("usr/data"))).toBe(false);
    // Nothing else happens without the flag.
    const plain = await pegboard(["chat"], { cwd: fresh.root });
    expect(plain.code).toBe(0);
    expect(plain.stdout).toMatch(/^you: /m);
  });

  test("--demo talks to a model where one is configured", async () => {
    const env = { PEGBOARD_MODEL: "nowhere/x", NOWHERE_BASE_URL: "http://127.0.0.1:9/v1" };
    const { code, stdout, stderr } = await pegboard(["chat", "--demo"], { cwd, env });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).not.toContain("recorded");
  });

  test("a message has nobody to answer it", async () => {
    const { code, stdout, stderr } = await pegboardHere(["chat", "hello"], { cwd: here });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("PEGBOARD_MODEL");
    expect(stderr).toContain("Without a message, `npx pegboard chat --demo`");
  });

  test.each([["--continue"], ["--session", "abc"]])("%s has nobody to go on", async (...flags) => {
    const { code, stdout, stderr } = await pegboardHere(["chat", ...flags], { cwd: here });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("goes on with no other");
  });
});

describe("what can not be opened exits with 2", () => {
  test.each([
    ["an unknown provider", "opnai/gpt-5", 'no model provider "opnai"'],
    ["a missing key", "openai/gpt-5", "OPENAI_API_KEY"],
    ["no model name", "openai", "provider/model"],
    ["no such recording", "replay/none", /there are: (?:.+, )?broken, demo, demo-2/],
    ["one that is nearly there", "replay/tow", "did you mean two?"],
    ["none at a path", "replay/./none", "no such recorded conversation at /"],
    ["a recording that is no JSON", "replay/broken", "broken.replay.json"],
  ])("%s", async (_, model, says) => {
    const { code, stdout, stderr } = await pegboardHere(["chat", "hello", "--model", model], {
      cwd: here,
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(says);
    expect(stderr).not.toMatch(/unexpected|^ +at /m);
  });
});
