import { ModelUnavailable } from "../../agent/models/model.ts";
import { chooseModel } from "../../agent/models/open-model.ts";
import type { Board } from "../../board/board.ts";
import type { Invocation } from "../command.ts";
import { CommandFault } from "../fault.ts";

/** What a chat is: one turn, recorded conversations, or a conversation with whoever types. */
export type Plan =
  | { readonly kind: "message"; readonly model: string; readonly message: string }
  /** At least one; each is a session of its own. */
  | { readonly kind: "recording"; readonly model: string; readonly recordings: readonly Recorded[] }
  | { readonly kind: "conversation"; readonly model: string };

/** A recorded conversation that is played. */
export type Recorded = {
  readonly model: string;
  /** What the person says in it. */
  readonly messages: readonly string[];
  readonly title: string;
  /** Relative to the workspace. */
  readonly file: string;
};

/**
 * @throws CommandFault when a message is for a model and none is configured
 * @throws ModelUnavailable when the recorded conversation can not be found or read
 */
export async function choosePlan(
  { argument, option, flag }: Pick<Invocation, "argument" | "option" | "flag">,
  board: Board,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Plan> {
  const { id: model, from } = chooseModel({ option: option("model"), env, profile: board.profile });
  const message = argument("message");
  const isReplay = model.startsWith("replay/");
  if (message === undefined && isReplay && (flag("demo") || from === "default")) {
    requireNew({ option, flag });
    return { kind: "recording", model, recordings: await readSeries(model, board) };
  }
  if (message === undefined) return { kind: "conversation", model };
  if (from === "default") {
    throw new CommandFault(
      `No model is configured for the profile ${board.profile.name}, so there is nobody to answer.`,
      `${HOW_TO_CONFIGURE} Without a message, \`npx pegboard chat --demo\` plays a recorded conversation, which needs no model.`,
    );
  }
  return { kind: "message", model, message };
}

const HOW_TO_CONFIGURE =
  "Pass --model provider/model, set PEGBOARD_MODEL, or write `model:` in the profile.";

/** @throws CommandFault where a recording is to go on with a conversation of the person's */
function requireNew({ option, flag }: Pick<Invocation, "option" | "flag">): void {
  if (option("session") === undefined && !flag("continue")) return;
  throw new CommandFault(
    "A recorded conversation goes on with no other, and no model is configured that could.",
    HOW_TO_CONFIGURE,
  );
}

/** A recording, and those that go on where it ends: `demo-2` and `demo-3` after `demo`. */
async function readSeries(model: string, board: Board): Promise<Recorded[]> {
  const { findRecording } = await import("../../agent/models/find-recording.ts");
  const find = (of: string) => findRecording(of.slice("replay/".length), board, process.cwd());
  const series = [await readRecorded(model, await find(model), board)];
  for (;;) {
    const next = `${model}-${series.length + 1}`;
    const file = await find(next).catch((error: unknown) => {
      if (error instanceof ModelUnavailable) return null;
      throw error;
    });
    if (file === null) return series;
    series.push(await readRecorded(next, file, board));
  }
}

async function readRecorded(model: string, file: string, board: Board): Promise<Recorded> {
  const { readRecording, recordedMessages } = await import("../../agent/models/recording.ts");
  const recording = await readRecording(file);
  return {
    model,
    messages: recordedMessages(recording),
    title: recording.title,
    file: board.relative(recording.file),
  };
}
