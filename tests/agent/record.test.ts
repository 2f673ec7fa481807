import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openModel } from "../../core/agent/models/open-model.ts";
import { readRecording, recordedMessages } from "../../core/agent/models/recording.ts";
import { makeFolder } from "../support/workspace.ts";
import { TOOLS, play, replayAgent, servedAgent, tool } from "./running.ts";
import { anthropic } from "./servers/anthropic.ts";
import { openAIChat } from "./servers/openai-chat.ts";
import { ask, call, say } from "./servers/script.ts";

const SECRET = "sk-123456789";
const FILES = {
  ...TOOLS,
  "usr/secrets.env": `API_KEY=${SECRET}\n`,
  "tools/echo.ts": tool(`args: z.object({ text: z.string() }), execute: ({ text }) => text`),
};

const told = (turn: Awaited<ReturnType<typeof play>>) =>
  turn.events.flatMap((event): object[] => {
    switch (event.type) {
      case "user":
      case "error":
      case "tool_call":
        return [event];
      case "tool_result":
        return [{ ...event.result, ms: 0 }];
      case "turn_ended":
        return [
          { reason: event.reason, text: event.text, rounds: event.rounds, usage: event.usage },
        ];
      default:
        return [];
    }
  });

describe.each([openAIChat(), anthropic])("a conversation over the $name stream", (protocol) => {
  test("that was recorded plays again, event for event", async () => {
    const script = [
      { kind: "status", status: 503, message: "busy" } as const,
      {
        kind: "reply",
        text: ["Two ", "things"],
        calls: [call("weather", { city: "Oslo" }, "a"), call("weather", '{"city', "b")],
      } as const,
      { kind: "drop", text: ["lost"] } as const,
      ask(call("notes__load", { id: 1 }, "a"), call("no_such", {}, "c")),
      say(""),
      say("done"),
      ask(call("finish", { text: `bye ${SECRET}` }, "d")),
    ];
    const file = join(makeFolder(), "taken.json");
    const { agent: live } = await servedAgent(protocol, script, FILES, {}, { record: file });
    const first = [await play(live, "hello"), await play(live, "and goodbye")];
    expect(first.map((turn) => turn.end.reason)).toEqual(["answered", "tool"]);

    const taken = await readRecording(file);
    expect(recordedMessages(taken)).toEqual(["hello", "and goodbye"]);
    expect(readFileSync(file, "utf8")).not.toContain(SECRET);

    const { agent: again } = await replayAgent([{ model: "unused" }], FILES);
    again.useModel(await openModel(`replay/${file}`, {}));
    const second = [await play(again, "hello"), await play(again, "and goodbye")];
    expect(second.map(told)).toEqual(first.map(told));
  });
});

test("children are recorded, and play again", async () => {
  const delegate = tool(
    `args: z.object({ tasks: z.array(z.string()) }), execute: async ({ tasks }, { agent }) =>
       (await Promise.all(tasks.map((message) => agent.deref().runChild({ message })))).map((r) => r.text).join(" + ")`,
  );
  const files = { ...FILES, "tools/delegate.ts": delegate };
  const conversation = [
    { user: "go" },
    { model: { calls: [{ id: "d", tool: "delegate", args: { tasks: ["one", "two"] } }] } },
    { results: [{ id: "d", contains: "first + second" }] },
    { model: "both" },
  ];
  const children = [
    { conversation: [{ user: "two" }, { model: "second" }] },
    { conversation: [{ user: "one" }, { model: "first" }] },
  ];
  const file = join(makeFolder(), "taken.json");
  const { agent, workspace } = await replayAgent(conversation, files, { children });
  agent.useModel(await openModel("replay/./test", {}, { cwd: workspace.root, record: file }));
  expect((await play(agent, "go")).end.text).toBe("both");

  const { agent: again } = await replayAgent([{ model: "unused" }], files);
  again.useModel(await openModel(`replay/${file}`, {}));
  const turn = await play(again, "go");
  expect(turn.end).toMatchObject({ reason: "answered", text: "both" });
  expect(turn.of("tool_result").at(-1)?.result.message).toBe("first + second");
});

test("a recording that can not be written ends the turn, and says so", async () => {
  const { agent, workspace } = await replayAgent([{ model: "hello" }]);
  const file = join(workspace.root, "no", "such", "folder.json");
  agent.useModel(await openModel("replay/./test", {}, { cwd: workspace.root, record: file }));
  const turn = await play(agent, "hi");
  expect(turn.end.reason).toBe("model_error");
  expect(turn.of("retry")).toEqual([]);
  expect(turn.of("error")[0]?.message).toContain(`can not be recorded to ${file}`);
});

const weather = (id: string) => ({
  model: { calls: [{ id, tool: "weather", args: { city: "Oslo" } }] },
});

describe("a recording that does not fit", () => {
  test.each<[string, object[], string[], RegExp]>([
    [
      "has no reply left",
      [{ model: "one" }],
      ["a", "b"],
      /test\.replay\.json: conversation has 1 reply, and another one is asked for after the person said "b"/,
    ],
    [
      "was asked something else",
      [{ user: "the weather?" }, { model: "one" }],
      ["the time?"],
      /conversation\[2\] does not fit: expected the person to say "the weather\?", and there came "the time\?"/,
    ],
    [
      "has other call ids",
      [weather("a"), { results: [{ id: "b" }] }, { model: "one" }],
      ["go"],
      /conversation\[3\] does not fit: expected results for "b", and there came "a"/,
    ],
    [
      "expects an error that did not come",
      [weather("a"), { results: [{ id: "a", is_error: true }] }, { model: "one" }],
      ["go"],
      /expected the result of a to be an error, and there came none: "4 °C in Oslo"/,
    ],
    [
      "expects another result",
      [weather("a"), { results: [{ id: "a", contains: ["4 °C", "Rome"] }] }, { model: "one" }],
      ["go"],
      /expected the result of a to hold "Rome", and there came "4 °C in Oslo"/,
    ],
    [
      "expects another system prompt",
      [{ expect: { system: "Be unkind." } }, { model: "one" }],
      ["go"],
      /conversation\[2\] does not fit: expected a system prompt that holds "Be unkind\."/,
    ],
    [
      "expects a tool that is not there",
      [{ expect: { tools: ["weather", "time"] } }, { model: "one" }],
      ["go"],
      /expected the tool time to be offered/,
    ],
    [
      "expects a tool not to be there",
      [{ expect: { no_tools: ["weather"] } }, { model: "one" }],
      ["go"],
      /expected the tool weather not to be offered/,
    ],
  ])("%s", async (_, conversation, messages, expected) => {
    const { agent } = await replayAgent(conversation, TOOLS);
    let last = null;
    for (const message of messages) last = await play(agent, message);
    expect(last?.end.reason).toBe("model_error");
    expect(last?.of("retry")).toEqual([]);
    expect(last?.of("error")).toMatchObject([
      { message: expect.stringMatching(expected), hint: expect.stringContaining("PEGBOARD_MODEL") },
    ]);
  });

  test("a file that is no recording is told when it is opened", async () => {
    const folder = makeFolder();
    writeFileSync(
      join(folder, "x.json"),
      '{"format":"pegboard.replay/1","conversation":[{"say":1}]}',
    );
    await expect(openModel("replay/./x", {}, { cwd: folder })).rejects.toThrow(
      /x\.json: conversation\[1\]: .*"say"/,
    );
  });
});
