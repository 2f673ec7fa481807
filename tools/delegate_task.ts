import { Failed, InvalidArgs, Response, defineTool } from "pegboard";
import type { AgentHandle, ChildResult } from "pegboard";
import { z } from "zod";

const MOST_TASKS = 10;
/** Of all answers together, in characters. */
const ANSWER_CHARS = 40_000;
/** What a child must not do: talk to the person on its own, or write what its parent will remember. */
const NOT_FOR_CHILDREN = ["clarify", "memory"];

export default defineTool({
  description:
    "Hands one task or several to agents of their own, which work on them at the same time and report back. They know only what you tell them.",
  args: z.strictObject({
    goal: z
      .string()
      .min(1)
      .optional()
      .describe("The task, with everything needed to do it, and what to report"),
    goals: z
      .array(z.string().min(1))
      .min(1)
      .max(MOST_TASKS)
      .optional()
      .describe("Several independent tasks instead, each like `goal`"),
    context: z.string().optional().describe("What all of them should know besides"),
    profile: z.string().optional().describe("The profile of the agents; your own by default"),
    child: z
      .string()
      .optional()
      .describe("The id of an agent that reported before, to go on with it; with `goal`"),
  }),
  risk: "read",
  timeout: "6h",
  async execute({ goal, goals, context, profile, child }, { agent, call, signal, progress }) {
    const tasks = goals ?? (goal === undefined ? [] : [goal]);
    if (tasks.length === 0 || (goal !== undefined && goals !== undefined)) {
      throw new InvalidArgs("Give either `goal` or `goals`.", ["goal"]);
    }
    if (child !== undefined && (goals !== undefined || profile !== undefined)) {
      throw new InvalidArgs(
        "`child` goes with one `goal` and nothing else: the agent is what it was.",
        ["child"],
      );
    }
    const handle = agent.deref();
    if (handle === undefined) throw new Failed("There is no agent that could run the task.");
    const without = withheld(handle, call.name);
    let done = 0;
    const results = await Promise.all(
      tasks.map(async (task): Promise<ChildResult> => {
        const result = await handle.runChild({
          message: context === undefined ? task : `${task}\n\n${context}`,
          without,
          signal,
          ...(profile !== undefined && { profile }),
          ...(child !== undefined && { child }),
        });
        done += 1;
        if (tasks.length > 1) await progress.set(`${done} of ${tasks.length} tasks are done`);
        return result;
      }),
    );
    const message = results
      .map((result, index) => report(result, index, results.length))
      .join("\n\n");
    if (results.every(({ status }) => status === "failed")) throw new Failed(message);
    return new Response({
      message,
      break_loop: false,
      additional: {
        tasks: results.map((result) => ({ child: result.child, status: result.status })),
      },
    });
  },
});

/** Where no further level may run, the child does not even see this tool. */
function withheld({ depth_left }: AgentHandle, self: string): readonly string[] {
  return depth_left > 1 ? NOT_FOR_CHILDREN : [...NOT_FOR_CHILDREN, self];
}

const STATUS: Readonly<Record<ChildResult["status"], string>> = {
  completed: "completed",
  failed: "failed",
  stopped: "stopped before it was done; what it had so far",
  out_of_rounds: "not completed: out of rounds; what it had so far",
};

function report({ child, status, text }: ChildResult, index: number, of: number): string {
  const most = Math.floor(ANSWER_CHARS / of);
  const cut =
    text.length <= most
      ? text
      : `${text.slice(0, most).toWellFormed()}\n[cut; ${text.length} characters in all]`;
  const who = child === "" ? "" : ` (child ${child})`;
  const which = of === 1 ? "" : `Task ${index + 1}: `;
  return `${which}${STATUS[status]}${who}\n${cut === "" ? "(nothing)" : cut}`;
}
