import { existsSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { openAgent } from "../../core/agent/agent.ts";
import { Response, defineTool } from "../../core/contract/index.ts";
import { createRegistry } from "../../core/registry/create.ts";
import { CLEAN, CONTRACT, FRAGMENT } from "../../core/check/examples/clean.ts";
import {
  approves,
  callTool,
  denies,
  edits,
  expectContract,
  ignores,
  makeWorkspace,
  nobody,
  scriptedModel,
  stops,
} from "../../core/testing/index.ts";
import type { TemporaryWorkspace } from "../../core/testing/index.ts";

const made: TemporaryWorkspace[] = [];

afterAll(() => Promise.all(made.map((workspace) => workspace.remove())));

async function workspaceOf(files: Readonly<Record<string, string>>): Promise<TemporaryWorkspace> {
  const workspace = await makeWorkspace(files);
  made.push(workspace);
  return workspace;
}

const send = defineTool({
  description: "Sends a text.",
  args: z.object({ text: z.string().describe("What to send") }),
  execute: ({ text }, { settings }) => `sent ${text} by ${String(settings["by"] ?? "hand")}`,
});

describe("calling a tool that is imported", () => {
  test("its result, with settings of its plugin", async () => {
    const { result } = await callTool(send, { text: "hello" }, { settings: { by: "mail" } });
    expect(result).toMatchObject({ status: "ok", is_error: false, message: "sent hello by mail" });
  });

  test("arguments that its schema refuses never reach it", async () => {
    const { result } = await callTool(send, { text: 7, more: 1 });
    expect(result).toMatchObject({ status: "error", is_error: true });
    expect(result.message).toContain("text");
  });

  test("progress, in order, and how it ends the turn", async () => {
    const tool = defineTool({
      description: "Works.",
      risk: "read",
      break_loop: "always",
      async execute(_args, { progress }) {
        await progress.set("half");
        await progress.set("all");
        return new Response({ message: "done", break_loop: true });
      },
    });
    const { result, progress } = await callTool(tool);
    expect(progress).toEqual(["half", "all"]);
    expect(result).toMatchObject({ message: "done", break_loop: true });
  });

  test("one of its methods", async () => {
    const tool = defineTool({
      description: "Has methods.",
      risk: "read",
      methods: {
        load: {
          description: "Loads.",
          args: z.object({ id: z.number() }),
          execute: ({ id }) => `no. ${id}`,
        },
      },
    });
    expect((await callTool(tool, { id: 4 }, { method: "load" })).result.message).toBe("no. 4");
  });
});

describe("the person", () => {
  test.each([
    ["approves", approves(), "ok", "sent hello by hand"],
    ["changes the arguments", edits({ text: "bye" }), "ok", "sent bye by hand"],
    ["denies", denies("too late"), "denied", "too late"],
    ["lets the time run out", ignores(), "no_answer", ""],
    ["stops", stops(), "cancelled", ""],
    ["is not there", nobody(), "denied", ""],
  ])("%s", async (_name, person, status, message) => {
    const { result } = await callTool(send, { text: "hello" }, { person });
    expect(result.status).toBe(status);
    expect(result.message).toContain(message);
  });

  test("is shown what will run", async () => {
    const { approvals } = await callTool(send, { text: "hello" }, { person: denies() });
    expect(approvals).toMatchObject([{ args: { text: "hello" }, risk: "write" }]);
  });

  test("answers questions, by label, by number, freely, and then no more", async () => {
    const tool = defineTool({
      description: "Asks.",
      risk: "read",
      interactive: true,
      async execute(_args, { ask }) {
        const answers = [];
        for (let i = 0; i < 4; i++)
          answers.push(await ask({ text: `${i}?`, choices: ["red", "blue"] }));
        return JSON.stringify(answers);
      },
    });
    const { result, questions } = await callTool(tool, {}, { answers: ["blue", "1", "green"] });
    expect(JSON.parse(result.message)).toEqual([
      { status: "answered", text: "blue", choice: 1 },
      { status: "answered", text: "red", choice: 0 },
      { status: "answered", text: "green", choice: null },
      { status: "timed_out" },
    ]);
    expect(questions.map(({ text }) => text)).toEqual(["0?", "1?", "2?", "3?"]);
  });

  test("time that runs out, and a turn that is stopped, abort the signal", async () => {
    let reason: unknown = null;
    const tool = defineTool({
      description: "Waits.",
      risk: "read",
      execute: (_args, { signal }) =>
        new Promise<string>((resolve) => {
          signal.addEventListener("abort", () => {
            reason = signal.reason;
            resolve("late");
          });
        }),
    });
    expect((await callTool(tool, {}, { timeout: 30 })).result.status).toBe("timeout");
    expect(reason).not.toBeNull();
    expect((await callTool(tool, {}, { stopAfter: 30 })).result.status).toBe("cancelled");
  });
});

describe("a workspace of files", () => {
  const HELLO = `import { defineTool } from "pegboard";
import { z } from "zod";
export default defineTool({
  description: "Greets.",
  args: z.object({ name: z.string().describe("Who") }),
  risk: "read",
  execute: ({ name }) => "Hello " + name,
});
`;

  test("its tools are called by name, and it goes away", async () => {
    const workspace = await makeWorkspace({ "usr/plugins/mine/tools/hello.ts": HELLO });
    const { result } = await workspace.call("hello", { name: "Ada" });
    expect(result.message).toBe("Hello Ada");
    expect((await workspace.call("hallo", {})).result.message).toContain("hello");
    await workspace.write({ "agents/quiet/agent.md": "---\ntools: []\n---\n" });
    expect((await workspace.open("quiet")).profile.name).toBe("quiet");
    await workspace.remove();
    expect(existsSync(workspace.root)).toBe(false);
  });

  test("a scripted model talks to its tools", async () => {
    const workspace = await workspaceOf({ "tools/hello.ts": HELLO });
    const model = scriptedModel([
      {
        text: "Let me see.",
        calls: [
          { tool: "hello", args: { name: "Ada" } },
          { tool: "hello", args: "{" },
        ],
      },
      "She was greeted.",
    ]);
    const board = await workspace.open();
    const agent = openAgent({ board, model, registry: createRegistry(board) });
    const events = [];
    for await (const event of agent.turn("Greet Ada.")) events.push(event);
    await agent.close();
    const results = events.flatMap((event) => (event.type === "tool_result" ? [event.result] : []));
    expect(results.map(({ status }) => status).sort()).toEqual(["error", "ok"]);
    expect(events.at(-1)).toMatchObject({
      type: "turn_ended",
      reason: "answered",
      text: "She was greeted.",
    });
    expect(model.requests).toHaveLength(2);
  });
});

describe("expectContract", () => {
  test("holds for a tool that is what its documents say, by name and by class", async () => {
    const workspace = await workspaceOf(CLEAN);
    await expectContract("weather", { from: workspace.root });
    const weather = defineTool({
      description: "Current weather for a city.",
      args: z.object({
        city: z.string().describe("City name, in English"),
        days: z.number().int().default(1).describe("How many days ahead"),
      }),
      risk: "read",
      execute: () => "",
    });
    await expectContract(weather, { from: workspace.root });
    await expect(expectContract(send, { from: workspace.root })).rejects.toThrow(
      /no tool that says the same/,
    );
    await expect(expectContract("wether", { from: workspace.root })).rejects.toThrow(
      /did you mean weather/,
    );
  });

  test("lists what is wrong, with file and line, and nothing of other tools", async () => {
    const workspace = await workspaceOf({
      ...CLEAN,
      [CONTRACT]: (CLEAN[CONTRACT] ?? "").replace("| days | integer |", "| days | string |"),
      [FRAGMENT]: (CLEAN[FRAGMENT] ?? "").replace('"Oslo"', "7"),
      "tools/other.ts": "export default 1;\n",
    });
    await expect(expectContract("weather", { from: workspace.root })).rejects.toThrow(
      /weather is not what its documents say:\n.*agent\.system\.tool\.weather\.md:14: error\[prompt\/example-refused\][\s\S]*weather\.ts\.dox\.md:19: error\[dox\/argument-type\]/,
    );
    await expect(expectContract("weather", { from: workspace.root })).rejects.not.toThrow(/other/);
  });
});
