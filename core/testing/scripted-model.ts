import type { ModelHandle, ModelRequest } from "../agent/models/model.ts";
import type { RecordedReply, Step } from "../agent/models/recording.ts";
import { replayModel } from "../agent/models/replay.ts";

/** What a model says: a text, calls, or both. */
export type ScriptedReply =
  | string
  | {
      readonly text?: string;
      readonly reasoning?: string;
      readonly calls?: readonly {
        readonly id?: string;
        /** `weather`, or `skills_tool:load`. */
        readonly tool: string;
        /** A text is sent as it is, also when it is no JSON. */
        readonly args?: unknown;
      }[];
    };

export type ScriptedModel = ModelHandle & {
  /** What the model was asked, in order. */
  readonly requests: readonly ModelRequest[];
};

export type ScriptedChildren = readonly {
  /** Default: of any profile. */
  readonly profile?: string;
  readonly replies: readonly ScriptedReply[];
}[];

/**
 * A model that gives these replies, one after the other, in the same stream that a provider's would come in.
 *
 * @param replies - one for each time that the model is asked; asked once more, it refuses
 * @param children - the replies that child agents get, in the order in which they are made
 *
 * @example
 * const model = scriptedModel([{ calls: [{ tool: "weather", args: { city: "Oslo" } }] }, "It is 4 °C."]);
 * const agent = openAgent({ board, model });
 */
export function scriptedModel(
  replies: readonly ScriptedReply[],
  children: ScriptedChildren = [],
): ScriptedModel {
  const requests: ModelRequest[] = [];
  const played = replayModel("scripted/test", {
    file: "the script",
    title: "",
    steps: replies.map(stepOf),
    children: children.map((child) => ({
      profile: child.profile ?? null,
      steps: child.replies.map((reply, index) => stepOf(reply, index)),
    })),
  });
  const keep = (model: ModelHandle): ModelHandle => ({
    id: model.id,
    stream(request) {
      requests.push(request);
      return model.stream(request);
    },
    child: (of) => keep(model.child(of)),
  });
  return { ...keep(played), requests };
}

function stepOf(reply: ScriptedReply, index: number): Step {
  return {
    at: `reply ${index + 1}`,
    users: [],
    results: null,
    expect: [],
    reply: recorded(reply, index),
  };
}

function recorded(reply: ScriptedReply, index: number): RecordedReply {
  if (typeof reply === "string") return { text: reply, reasoning: "", calls: [] };
  const { text = "", reasoning = "", calls = [] } = reply;
  return {
    text,
    reasoning,
    calls: calls.map(({ id, tool, args = {} }, at) => ({
      id: id ?? `call-${index + 1}-${at + 1}`,
      tool,
      args,
    })),
  };
}
