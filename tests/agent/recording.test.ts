import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openModel } from "../../core/agent/models/open-model.ts";
import { ModelUnavailable } from "../../core/agent/models/model.ts";
import { parseRecording, recordedMessages } from "../../core/agent/models/recording.ts";
import { makeFolder, makeWorkspace } from "../support/workspace.ts";

const recording = (conversation: unknown, more: object = {}) =>
  JSON.stringify({ format: "pegboard.replay/1", conversation, ...more });

describe("the format of a recorded conversation", () => {
  test("is read with what may be left out filled in", () => {
    const { steps, title, children } = parseRecording(
      recording([
        { user: "hello" },
        { model: { calls: [{ tool: "a" }, { tool: "b:c", args: '{"broken' }] } },
        { results: [{ id: "call_1", contains: "x" }, { id: "call_2" }] },
        { expect: { system: "be kind", no_tools: ["z"] } },
        { model: "done" },
      ]),
      "x.json",
    );
    expect(title).toBe("");
    expect(children).toEqual([]);
    expect(steps.map((step) => step.at)).toEqual(["conversation[2]", "conversation[5]"]);
    expect(steps[0]?.reply.calls).toEqual([
      { id: "call_1", tool: "a", args: {} },
      { id: "call_2", tool: "b:c", args: '{"broken' },
    ]);
    expect(steps[1]).toMatchObject({
      users: [],
      results: [{ id: "call_1", contains: ["x"] }, { id: "call_2" }],
      expect: [{ system: ["be kind"], tools: [], no_tools: ["z"] }],
      reply: { text: "done", calls: [] },
    });
  });

  test("hands out what the person says", () => {
    const read = parseRecording(
      recording([{ user: "one" }, { model: "1" }, { user: "two" }, { model: "2" }]),
      "x.json",
    );
    expect(recordedMessages(read)).toEqual(["one", "two"]);
  });

  test("a byte order mark is no error", () => {
    expect(parseRecording(`\uFEFF${recording([{ model: "a" }])}`, "x.json").steps).toHaveLength(1);
  });

  test.each<[string, string, RegExp]>([
    ["no JSON", "{", /x\.json: .*no JSON/],
    ["no object", "[]", /x\.json: the file: .*object/],
    ["another format", JSON.stringify({ format: "2", conversation: [] }), /x\.json: format: /],
    ["an unknown key", recording([{ model: "a" }], { extra: 1 }), /x\.json: .*extra/],
    ["no reply", recording([{ user: "a" }]), /conversation: the last entry must be a "model"/],
    ["nothing", recording([]), /conversation: the last entry must be a "model"/],
    [
      "two keys in one entry",
      recording([{ user: "a", model: "b" }]),
      /conversation\[1\]: .*"user", "model"/,
    ],
    ["an unknown entry", recording([{ model: "a" }, { say: "b" }]), /conversation\[2\]: .*"say"/],
    ["an entry that is text", recording(["hello"]), /conversation\[1\]: .*none/],
    [
      "a user entry without text",
      recording([{ user: 5 }, { model: "a" }]),
      /conversation\[1\]\.user: /,
    ],
    [
      "a call without a tool",
      recording([{ model: { calls: [{ id: "a" }] } }]),
      /conversation\[1\]\.model\.calls\.0\.tool: /,
    ],
    ["a wrong finish", recording([{ model: { text: "a", finish: "done" } }]), /model\.finish: /],
    [
      "a child without an end",
      recording([{ model: "a" }], { children: [{ conversation: [{ user: "b" }] }] }),
      /children\[1\]\.conversation: the last entry/,
    ],
  ])("%s is refused, and the message says where", (_, text, message) => {
    expect(() => parseRecording(text, "x.json")).toThrow(message);
    expect(() => parseRecording(text, "x.json")).toThrow(ModelUnavailable);
  });
});

describe("where a recording is looked for", () => {
  const demo = recording([{ model: "a" }]);
  const workspace = makeWorkspace({
    "agents/default/demo.replay.json": demo,
    "agents/default/replays/two.json": demo,
    "usr/agents/default/replays/two.json": recording([{ model: "the user's" }]),
    "notes/three.json": demo,
  });
  const layer = (dir: string) => ({
    kind: "profile" as const,
    dir: workspace.path(dir),
    plugin: null,
    profile: "default",
    bundled: false,
  });
  const board = {
    root: workspace.root,
    layers: [layer("usr/agents/default"), layer("agents/default")],
  };

  test.each([
    ["replay/demo", "the layer's own folder"],
    ["replay/two.json", "its replays folder"],
    ["replay/notes/three", "the workspace"],
    [`replay/${workspace.path("notes/three.json")}`, "an absolute path"],
  ])("%s: %s", async (id) => {
    await expect(openModel(id, {}, { board, cwd: makeFolder() })).resolves.toMatchObject({ id });
  });

  test("a path that begins with a dot is of the current folder, and of nothing else", async () => {
    const cwd = makeFolder();
    writeFileSync(join(cwd, "here.json"), demo);
    await expect(openModel("replay/./here", {}, { board, cwd })).resolves.toBeDefined();
    await expect(openModel("replay/here", {}, { cwd })).resolves.toBeDefined();
    await expect(openModel("replay/./demo", {}, { board, cwd })).rejects.toThrow(
      /no such recorded/,
    );
  });

  test.each([
    ["nowhere", "; there are: demo"],
    ["dmo", "; did you mean demo?"],
  ])("one that is nowhere, %s: the message says in a line which there are", async (name, says) => {
    const opening = openModel(`replay/${name}`, {}, { board, cwd: workspace.root });
    await expect(opening).rejects.toThrow(ModelUnavailable);
    await expect(opening).rejects.toThrow(says);
    const message = await opening.then(String, String);
    expect(message).not.toContain(workspace.root);
    expect(message.length).toBeLessThan(250);
  });
});
