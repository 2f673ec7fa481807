import type { Command } from "../command.ts";

export const command: Command = {
  name: "sessions",
  summary: "list, show, search, export, rename or delete past conversations",
  details: [
    "Of all profiles, or with --profile of one. The beginning of an id is enough where it is the only one. Exit code 1 when there is no such session.",
    "What is deleted is gone, with the conversations of child agents. To keep nothing longer than a time, run `pegboard sessions delete --older-than 90d` regularly.",
  ],
  arguments: [
    {
      name: "action",
      description: "what to do (default: list)",
      choices: ["list", "show", "search", "export", "rename", "delete"],
    },
    {
      name: "of",
      description: "the id of a session, for rename with the new title; the words to search for",
      variadic: true,
    },
  ],
  options: [
    { flags: "--limit <n>", description: "how many to list or find (default: 20)" },
    { flags: "--children", description: "list the sessions of child agents too" },
    {
      flags: "--format <format>",
      description: "of an export (default: markdown)",
      choices: ["markdown", "json"],
    },
    {
      flags: "--older-than <age>",
      description: "delete all that nobody has touched for 12h, 30d, 8w or 1y",
    },
  ],
  examples: [
    { run: "pegboard sessions", does: "the latest conversations" },
    {
      run: "pegboard sessions search quince jam",
      does: "those with a message that holds both words",
    },
    { run: "pegboard sessions export 3f2a > talk.md", does: "one as Markdown" },
    { run: "pegboard sessions delete --older-than 90d", does: "deletes what is older" },
    {
      run: "pegboard sessions show 3f2a --json",
      does: "{session, messages: [{position, role, text, created_at}]}",
    },
  ],
  async run(invocation) {
    const { runSessions } = await import("../sessions/run-sessions.ts");
    return runSessions(invocation, process.env);
  },
};
