import { describe, expect, test } from "vitest";
import { anthropic } from "../agent/servers/anthropic.ts";
import { startModelServer } from "../agent/servers/model-server.ts";
import { openAIChat } from "../agent/servers/openai-chat.ts";
import { ask, call, say } from "../agent/servers/script.ts";
import { makeWorkspace, toolSource } from "../support/workspace.ts";
import { pegboard } from "./pegboard.ts";

// One for all: what the package brings along is imported once.
const { root } = makeWorkspace({ "usr/plugins/mine/tools/hello.ts": toolSource("hi there") });

describe.each([openAIChat("openai"), openAIChat("compatible"), anthropic])(
  "a tool dropped into usr/plugins/mine/tools is called by an agent on $name",
  (protocol) => {
    test("from the command line", async () => {
      const server = await startModelServer(protocol, [
        ask(call("hello", { text: "x" })),
        say("It says ", "hi there."),
      ]);
      const { code, stdout, stderr } = await pegboard(
        ["chat", "Say hello", "--model", protocol.model],
        { cwd: root, env: server.env },
      );
      expect({ code, stdout, stderr }).toEqual({
        code: 0,
        stdout: "It says hi there.\n",
        stderr: expect.stringMatching(/-> \[1\] hello \{"text":"x"\}\n +<- \[1\] hello ok/),
      });
      const [first, second] = server.requests;
      expect(first?.tools).toContain("hello");
      expect(second?.messages.at(-1)).toMatchObject({ role: "tool", text: "hi there" });
    });
  },
);

test("a key that the provider refuses is no answer, and says so", async () => {
  const protocol = openAIChat();
  const server = await startModelServer(protocol, []);
  const { code, stdout, stderr } = await pegboard(["chat", "Hello", "--model", protocol.model], {
    cwd: root,
    env: protocol.env(server.url, "wrong-key"),
  });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^error: .*wrong key/m);
});
