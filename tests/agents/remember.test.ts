import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { openAgent } from "../../core/agent/agent.ts";
import type { AgentEvent } from "../../core/agent/events.ts";
import { findRecording } from "../../core/agent/models/find-recording.ts";
import type { ModelHandle } from "../../core/agent/models/model.ts";
import { openModel } from "../../core/agent/models/open-model.ts";
import { readRecording, recordedMessages } from "../../core/agent/models/recording.ts";
import { openBoard } from "../../core/board/open.ts";
import type { Board } from "../../core/board/board.ts";
import { openStore } from "../../core/store/store.ts";
import type { Store } from "../../core/store/store.ts";
import { toolStore } from "../../core/store/tool-store.ts";
import { startModelServer } from "../agent/servers/model-server.ts";
import { openAIChat } from "../agent/servers/openai-chat.ts";
import { say } from "../agent/servers/script.ts";

const source = fileURLToPath(new URL("../../", import.meta.url));

const request = (tool_name: string, tool_args: object) =>
  say(JSON.stringify({ tool_name, tool_args }));

/** A clone of its own, with a store that two sessions share as two processes would. */
function makeClone(): { root: string; open: () => Store } {
  const root = mkdtempSync(join(tmpdir(), "pegboard-remember-"));
  for (const part of ["agents", "plugins", "prompts", "tools", "skills"]) {
    cpSync(join(source, part), join(root, part), { recursive: true });
  }
  const stores: Store[] = [];
  onTestFinished(async () => {
    await Promise.all(stores.map((store) => store.close()));
    rmSync(root, { recursive: true, force: true });
  });
  const open = (): Store => {
    const store = openStore({ root });
    stores.push(store);
    return store;
  };
  return { root, open };
}

async function session(
  board: Board,
  model: ModelHandle,
  store: Store,
  messages: readonly string[],
) {
  const agent = openAgent({
    board,
    model,
    store: store.conversations,
    approvals: store.approvals,
    toolStore: toolStore(store),
  });
  const events: AgentEvent[] = [];
  for (const message of messages) {
    for await (const event of agent.turn(message)) events.push(event);
  }
  await agent.close();
  expect(events.filter(({ type }) => type === "error")).toEqual([]);
  expect(events.at(-1)).toMatchObject({ type: "turn_ended", reason: "answered" });
  const results = events.flatMap((event) => (event.type === "tool_result" ? [event.result] : []));
  return results.map(({ tool, status, message }) => ({ tool, status, message }));
}

test("the recorded conversation: memory is written and a task delegated, and both are there in a new session", async () => {
  const { root, open } = makeClone();
  const board = await openBoard({ root });
  const play = async (name: string) => {
    const recording = await readRecording(await findRecording(name, board, root));
    const model = await openModel(`replay/${name}`, {}, { board });
    return session(board, model, open(), recordedMessages(recording));
  };
  const first = await play("demo-2");
  expect(first.map(({ tool, status }) => `${tool} ${status}`).sort()).toEqual([
    "delegate_task ok",
    "memory ok",
  ]);
  const [found] = await play("demo-3");
  expect(found).toMatchObject({
    tool: "session_search",
    status: "ok",
    message: expect.stringMatching(/I am Ada, and I like short answers/),
  });
  // The recording can be played again where it was played before.
  await play("demo-2");
  await play("demo-3");
});

test("the same with a model server that knows no tool calling", async () => {
  const { root, open } = makeClone();
  mkdirSync(join(root, "usr/agents/default"), { recursive: true });
  writeFileSync(join(root, "usr/agents/default/agent.md"), "---\ntool_calls: text\n---\n");
  const protocol = openAIChat("compatible");
  const server = await startModelServer(protocol, [
    request("memory", { action: "add", text: "The person is called Ada." }),
    request("delegate_task", {
      profile: "researcher",
      goal: "Find the profiles: agents/*/agent.md.",
    }),
    request("search_files", { query: "^description:", regex: true, glob: "agents/*/agent.md" }),
    say("There are default and researcher."),
    say("Noted, and found."),
    request("session_search", { query: "researcher profiles" }),
    say("You are Ada."),
  ]);
  const board = await openBoard({ root });
  const model = await openModel(protocol.model, server.env, { board });
  const first = await session(board, model, open(), [
    "I am Ada. Let the researcher find the profiles.",
  ]);
  expect(first).toMatchObject([
    { tool: "memory", status: "ok" },
    {
      tool: "delegate_task",
      status: "ok",
      message: expect.stringContaining("There are default and researcher."),
    },
  ]);
  const second = await session(board, model, open(), ["Who am I?"]);
  expect(second).toMatchObject([
    {
      tool: "session_search",
      status: "ok",
      message: expect.stringContaining("Let the researcher find"),
    },
  ]);
  for (const { tools } of server.requests) expect(tools).toEqual([]);
  const systems = server.requests.map(({ system }) => system);
  expect(systems[0]).not.toContain("The person is called Ada.");
  expect(systems[2]).toContain("You are a researcher.");
  expect(systems[2]).not.toContain("The person is called Ada.");
  expect(systems[5]).toContain("- The person is called Ada.");
});
