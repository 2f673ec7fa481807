import type { Command } from "../command.ts";

export const command: Command = {
  name: "chat",
  summary: "talk to an agent; with a message, one turn",
  details: [
    "Every conversation with a model is kept: --continue goes on with the latest, `pegboard sessions` shows them all.",
    "Without a message it is a conversation: a line is a message, a line that is typed while the agent works steers it, Ctrl-C stops the turn, twice leaves, Ctrl-D leaves. From a pipe, each line is a message.",
    "With a message, the answer goes to standard output and what happens on the way to standard error; exit code 1 when there is no answer.",
    "The model is --model, then PEGBOARD_MODEL, then the profile's. Where none is configured, `chat` without a message plays a recorded conversation through the real loop with the real tools of the workspace; neither it nor what it remembers is kept. A message needs a model.",
  ],
  arguments: [{ name: "message", description: "one turn with this message" }],
  options: [
    {
      flags: "-m, --model <provider/model>",
      description: "openai/…, anthropic/…, google/…, ollama/…, or replay/<file>",
    },
    { flags: "-c, --continue", description: "go on with the latest conversation of the profile" },
    {
      flags: "--session <id>",
      description: "go on with this conversation; the beginning of its id is enough",
    },
    {
      flags: "--record <file>",
      description: "write the conversation to a file that replay/<file> plays",
    },
    {
      flags: "--demo",
      description: "play the recorded conversation, unless a model is configured",
    },
  ],
  examples: [
    { run: "pegboard chat --demo", does: "a recorded conversation: how an agent uses tools" },
    { run: "PEGBOARD_MODEL=ollama/qwen3 pegboard chat", does: "a conversation with a local model" },
    {
      run: `pegboard chat "What is in this folder?"`,
      does: "one turn, with the model that is configured",
    },
    { run: `pegboard chat --continue "And in the one above?"`, does: "one more turn" },
    {
      run: "pegboard chat --demo --json | jq -c .type",
      does: "the events of a conversation, one JSON object a line",
    },
  ],
  async run(invocation) {
    const { runChat } = await import("../chat/run-chat.ts");
    return runChat(invocation);
  },
};
