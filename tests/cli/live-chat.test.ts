import { expect, test } from "vitest";
import { startModelServer } from "../agent/servers/model-server.ts";
import { openAIChat } from "../agent/servers/openai-chat.ts";
import { ask, call, say } from "../agent/servers/script.ts";
import { makeWorkspace, toolSource } from "../support/workspace.ts";
import { startPegboard } from "./pegboard.ts";

test("what is saved while a conversation goes on is there in the next turn, and the person is told", async () => {
  const workspace = makeWorkspace({ "tools/first.ts": toolSource("one") });
  const protocol = openAIChat();
  const server = await startModelServer(protocol, [
    ask(call("first", { text: "x" })),
    say("It said one."),
    ask(call("first", { text: "x" }), call("second", { text: "x" })),
    say("They said two and three."),
  ]);
  const chat = startPegboard(["chat", "--model", protocol.model], {
    cwd: workspace.root,
    env: server.env,
  });
  chat.stdin.write("Ask it\n");
  await chat.printed("It said one.");
  workspace.write({ "tools/first.ts": toolSource("two"), "tools/second.ts": toolSource("three") });
  await chat.printed("~ first: another description");
  await chat.printed("+ second added (tools/second.ts)");
  chat.stdin.end("Ask again\n");
  const { code } = await chat.ended;
  expect(code).toBe(0);
  const [before, , after, last] = server.requests;
  expect(before?.tools).not.toContain("second");
  expect(after?.tools).toContain("second");
  expect(last?.messages.slice(-2)).toMatchObject([
    { role: "tool", text: "two" },
    { role: "tool", text: "three" },
  ]);
});
