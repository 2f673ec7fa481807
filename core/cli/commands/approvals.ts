import type { Command } from "../command.ts";

export const command: Command = {
  name: "approvals",
  summary: "show questions that were open when a process ended, and answer them",
  details: [
    "While Pegboard runs, it asks where it runs. A question is listed here from when it is put until it is settled, so what is left belongs to a process that has ended, or to one that still asks.",
    "An answer that comes here never runs the call: what was approved then is not what would run now. The call is told to the model as interrupted when the conversation goes on, and it can ask again. Exit code 1 for every answer, and when there is no such question.",
  ],
  arguments: [
    { name: "action", description: "what to do (default: list)", choices: ["list", "answer"] },
    { name: "id", description: "the question that is answered; the beginning of its id is enough" },
    { name: "decision", description: "the answer", choices: ["allow", "deny"] },
  ],
  examples: [
    { run: "pegboard approvals", does: "what is open" },
    {
      run: "pegboard approvals answer 3f2a deny",
      does: "closes one, and says what came of its call",
    },
    {
      run: "pegboard approvals --json",
      does: "{approvals: [{id, session, profile, tool, method, args, opened_at, expires}]}",
    },
  ],
  async run(invocation) {
    const { runApprovals } = await import("../approvals/run-approvals.ts");
    return runApprovals(invocation, process.env);
  },
};
