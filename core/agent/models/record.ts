import { rename, writeFile } from "node:fs/promises";
import type { LanguageModelV3StreamPart, LanguageModelV3ToolResultPart } from "@ai-sdk/provider";
import { ModelUnavailable } from "./model.ts";
import type { ModelHandle, ModelRequest } from "./model.ts";
import { FINISHES, RECORDING_FORMAT } from "./recording.ts";
import { saidSince } from "./tail.ts";
import type { Said } from "./tail.ts";

type Conversation = { profile?: string; conversation: object[] };

/**
 * Wraps a model so that its conversation is written to a file which `replay/<file>` plays (docs/replay.md). The file is
 * written anew, in one step, after each whole reply; a reply that broke off is not in it.
 *
 * @param file - path of the file; what was there is replaced
 */
export function recordingModel(model: ModelHandle, file: string): ModelHandle {
  const main: Conversation = { conversation: [] };
  const children: Conversation[] = [];
  let writing = Promise.resolve();

  const save = () => {
    const whole = {
      format: RECORDING_FORMAT,
      title: `Recorded from ${model.id}`,
      conversation: main.conversation,
      ...(children.length > 0 && {
        children: children.filter((child) => child.conversation.length > 0),
      }),
    };
    const text = `${JSON.stringify(whole, null, 2)}\n`;
    writing = writeAfter(writing, file, text);
    return writing;
  };
  return recorder(model, main);

  function recorder(inner: ModelHandle, into: Conversation): ModelHandle {
    let seen = 0;
    return {
      id: inner.id,
      recorded: true,
      async stream(request) {
        const stream = await inner.stream(request);
        const before = entriesOf(saidSince(request.prompt, seen));
        const reply = replyRecorder(request.mask);
        return stream.pipeThrough(
          new TransformStream<LanguageModelV3StreamPart, LanguageModelV3StreamPart>({
            async transform(part, controller) {
              const whole = reply.take(part);
              if (whole !== null) {
                seen = request.prompt.length;
                into.conversation.push(...before, { model: whole });
                // Before the reply is known to be over, so that a program that then ends has the file.
                await save();
              }
              controller.enqueue(part);
            },
          }),
        );
      },
      child(of) {
        const child: Conversation = { profile: of.profile, conversation: [] };
        children.push(child);
        return recorder(inner.child(of), child);
      },
    };
  }
}

async function writeAfter(previous: Promise<void>, file: string, text: string): Promise<void> {
  await previous;
  const fresh = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(fresh, text);
    await rename(fresh, file);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ModelUnavailable(`The conversation can not be recorded to ${file}: ${why}`, {
      cause: error,
    });
  }
}

function entriesOf(said: readonly Said[]): object[] {
  return said.map((one) =>
    one.kind === "user" ? { user: one.text } : { results: one.results.map(recordedResult) },
  );
}

function recordedResult({ toolCallId, output }: LanguageModelV3ToolResultPart): object {
  return {
    id: toolCallId,
    is_error: output.type === "error-text",
    message: "value" in output ? output.value : "",
  };
}

/** Puts the parts of one reply together; gives the whole when it is finished. */
function replyRecorder(mask: ModelRequest["mask"]) {
  let text = "";
  let reasoning = "";
  const calls: object[] = [];
  return {
    take(part: LanguageModelV3StreamPart): object | null {
      switch (part.type) {
        case "text-delta":
          text += part.delta;
          return null;
        case "reasoning-delta":
          reasoning += part.delta;
          return null;
        case "tool-call":
          calls.push({
            id: part.toolCallId,
            tool: part.toolName,
            args: objectOrText(mask(part.input)),
          });
          return null;
        case "finish": {
          const { unified } = part.finishReason;
          const finish = FINISHES.find((known) => known === unified);
          const { inputTokens, outputTokens } = part.usage;
          if (finish === undefined) return null;
          return {
            ...(reasoning !== "" && { reasoning: mask(reasoning) }),
            ...((text !== "" || calls.length === 0) && { text: mask(text) }),
            ...(calls.length > 0 && { calls }),
            ...(finish !== (calls.length > 0 ? "tool-calls" : "stop") && { finish }),
            usage: {
              input_tokens: inputTokens.total ?? null,
              output_tokens: outputTokens.total ?? null,
            },
          };
        }
        default:
          return null;
      }
    },
  };
}

function objectOrText(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? value : json;
  } catch {
    return json;
  }
}
