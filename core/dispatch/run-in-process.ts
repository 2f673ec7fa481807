import type { ToolEntry } from "../board/board.ts";
import type { RunJob, RunningTool } from "./runner.ts";

/** Of the board's entry only the name is needed, so that a worker, which has no board, can do it too. */
export type LocalJob = Omit<RunJob, "entry"> & { readonly entry: Pick<ToolEntry, "name"> };

/** Makes the tool's instance in this thread. What ignores its signal can only be abandoned, never killed. */
export function runInProcess({
  entry,
  tool,
  method,
  args,
  message,
  loop_data,
  context,
}: LocalJob): RunningTool {
  const { agent, progress } = context;
  const instance = new tool({
    agent,
    name: entry.name,
    method,
    args,
    message,
    loop_data,
    progress,
  });
  return {
    before_execution: () => instance.before_execution(context),
    execute(given) {
      // The schema of this very tool has produced them; only secrets were put in since.
      const validated = given as Record<string, unknown>;
      instance.args = validated;
      if (method === null) return instance.execute?.(validated, context);
      return tool.methods?.[method]?.execute.call(instance, validated, context);
    },
    after_execution: (response) => instance.after_execution(response, context),
    release() {},
  };
}
