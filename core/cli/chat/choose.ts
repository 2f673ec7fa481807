import { chooseModel } from "../../agent/models/open-model.ts";
import type { Board } from "../../board/board.ts";
import type { Invocation } from "../command.ts";
import { CommandFault } from "../fault.ts";

/** What a chat is: one turn, a recorded conversation, or a conversation with whoever types. */
export type Plan =
  | { readonly kind: "message"; readonly model: string; readonly message: string }
  | {
      readonly kind: "recording";
      readonly model: string;
      /** What the person says in it. */
      readonly messages: readonly string[];
      readonly title: string;
      /** Absolute path. */
      readonly file: string;
    }
  | { readonly kind: "conversation"; readonly model: string };

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
    return { kind: "recording", model, ...(await readMessages(model, board)) };
  }
  if (message === undefined) return { kind: "conversation", model };
  if (from === "default") {
    throw new CommandFault(
      `No model is configured for the profile ${board.profile.name}, so there is nobody to answer.`,
      "Pass --model provider/model, set PEGBOARD_MODEL, or write `model:` in the profile; `pegboard chat --demo` needs none.",
    );
  }
  return { kind: "message", model, message };
}

async function readMessages(model: string, board: Board) {
  const { findRecording } = await import("../../agent/models/find-recording.ts");
  const { readRecording, recordedMessages } = await import("../../agent/models/recording.ts");
  const name = model.slice("replay/".length);
  const recording = await readRecording(await findRecording(name, board, process.cwd()));
  return {
    messages: recordedMessages(recording),
    title: recording.title,
    file: board.relative(recording.file),
  };
}
