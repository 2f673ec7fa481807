import type { Command } from "../command.ts";

export const command: Command = {
  name: "memory",
  summary: "show or delete what an agent has noted for later sessions",
  details: ["Of the default profile, or of the one that --profile names."],
  arguments: [
    { name: "action", description: "what to do (default: list)", choices: ["list", "delete"] },
    { name: "ids", description: "the numbers of the entries to delete", variadic: true },
  ],
  options: [{ flags: "--all", description: "delete all entries of the profile" }],
  examples: [
    { run: "pegboard memory", does: "what the default profile has noted" },
    { run: "pegboard memory delete 3 5", does: "deletes two entries" },
    { run: "pegboard memory --json", does: "{profile, entries: [{id, text, created_at}]}" },
  ],
  async run(invocation) {
    const { runMemory } = await import("../memory/run-memory.ts");
    return runMemory(invocation, process.env);
  },
};
