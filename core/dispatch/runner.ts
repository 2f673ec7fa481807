import type { LoopData, Response, ToolClass, ToolContext } from "../contract/index.ts";
import type { ToolEntry } from "../board/board.ts";

/** All that is needed to bring a tool to life for one call. */
export type RunJob = {
  readonly entry: ToolEntry;
  readonly tool: ToolClass;
  readonly method: string | null;
  /** Validated; secrets are still placeholders. */
  readonly args: unknown;
  /** The raw message of the model that holds the call. */
  readonly message: string;
  readonly loop_data: LoopData;
  readonly context: ToolContext;
};

/**
 * One call's own instance of a tool, in this thread or another. Each step may throw, hang and give back anything: the
 * pipeline races it against the stop signal and the time limit.
 */
export interface RunningTool {
  before_execution(): unknown;
  /** @param args - what the tool gets, with the secrets put in; also what `this.args` is from here on */
  execute(args: unknown): unknown;
  after_execution(response: Response): unknown;
  /** The call is over, whether its steps have settled or not: what still runs and can be killed is killed. Never throws. */
  release(): void;
}

/** Makes the instance: in process, or in a worker that can be killed. */
export type Runner = (job: RunJob) => RunningTool | Promise<RunningTool>;
