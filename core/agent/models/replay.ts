import type {
  LanguageModelV3Prompt,
  LanguageModelV3StreamPart,
  LanguageModelV3ToolResultPart,
} from "@ai-sdk/provider";
import type { ModelHandle, ModelRequest } from "./model.ts";
import type { RecordedReply, Recording, Step } from "./recording.ts";
import { saidSince } from "./tail.ts";

/** A recording does not fit what happens. The message names the file, the entry, and both sides. */
class ReplayMismatch extends Error {
  override readonly name = "ReplayMismatch";
}

/**
 * A model that plays a recording, reply by reply, and compares what it is asked with what was recorded.
 *
 * @param id - `replay/<file>`, as it was asked for
 */
export function replayModel(id: string, recording: Recording): ModelHandle {
  const unused = new Set(recording.children);
  return player(recording.steps, "conversation");

  function player(steps: readonly Step[], where: string): ModelHandle {
    let next = 0;
    let seen = 0;
    return {
      id,
      // Async, so that a mismatch rejects, as any other model's refusal does.
      async stream(request) {
        const step = steps[next];
        const tail = tailOf(request.prompt, seen);
        if (step === undefined) {
          throw new ReplayMismatch(
            `${recording.file}: ${where} has ${count(steps.length, "reply", "replies")}, and another one is asked for ` +
              `after ${describeTail(tail)}.`,
          );
        }
        compare(recording.file, step, steps.slice(0, next), tail, request);
        next += 1;
        seen = request.prompt.length;
        return streamOf(partsOf(step.reply));
      },
      child(of) {
        for (const child of unused) {
          const asked = child.steps[0]?.users[0];
          if (child.profile !== null && child.profile !== of.profile) continue;
          if (asked !== undefined && asked !== of.message) continue;
          unused.delete(child);
          return player(
            child.steps,
            `children[${recording.children.indexOf(child) + 1}].conversation`,
          );
        }
        return player([], `"children" for a ${of.profile} asked ${JSON.stringify(of.message)}`);
      },
    };
  }
}

type Tail = {
  readonly users: readonly string[];
  readonly results: readonly LanguageModelV3ToolResultPart[];
};

function tailOf(prompt: LanguageModelV3Prompt, seen: number): Tail {
  const said = saidSince(prompt, seen);
  return {
    users: said.flatMap((one) => (one.kind === "user" ? [one.text] : [])),
    results: said.flatMap((one) => (one.kind === "results" ? one.results : [])),
  };
}

function compare(
  file: string,
  step: Step,
  before: readonly Step[],
  tail: Tail,
  request: ModelRequest,
): void {
  const fail = (expected: string, came: string): never => {
    throw new ReplayMismatch(
      `${file}: the request for ${step.at} does not fit: expected ${expected}, and there came ${came}.`,
    );
  };
  let from = 0;
  for (const user of step.users) {
    const found = tail.users.indexOf(user, from);
    if (found < 0) {
      fail(
        `the person to say ${JSON.stringify(user)}`,
        tail.users.length === 0 ? "nothing" : tail.users.map((text) => quote(text)).join(", "),
      );
    }
    from = found + 1;
  }
  const called = before.at(-1)?.reply.calls.map((call) => call.id);
  const wanted = step.results?.map((result) => result.id) ?? (areKept(before) ? called : undefined);
  const came = tail.results.map((result) => result.toolCallId);
  // Before the first reply there may be another conversation, which is not the recording's to judge.
  if (wanted ? !sameList(wanted, came) : called && called.length !== came.length) {
    fail(`results for ${list(wanted ?? called ?? [])}`, list(came));
  }
  for (const [index, expected] of (step.results ?? []).entries()) {
    const result = tail.results[index];
    if (result === undefined) continue;
    const isError = result.output.type === "error-text";
    const text = textOf(result);
    if (expected.is_error !== undefined && expected.is_error !== isError) {
      fail(
        `the result of ${expected.id} to be ${expected.is_error ? "an error" : "no error"}`,
        `${isError ? "an error" : "none"}: ${quote(text)}`,
      );
    }
    for (const part of expected.contains ?? []) {
      if (!text.includes(part)) {
        fail(`the result of ${expected.id} to hold ${JSON.stringify(part)}`, quote(text));
      }
    }
  }
  const system = request.prompt.map((m) => (m.role === "system" ? m.content : "")).join("\n");
  const offered = request.tools.map((tool) => tool.name);
  for (const expected of step.expect) {
    for (const part of expected.system) {
      if (!system.includes(part)) {
        fail(
          `a system prompt that holds ${JSON.stringify(part)}`,
          `one of ${system.length} characters without it`,
        );
      }
    }
    for (const name of expected.tools) {
      if (!offered.includes(name)) fail(`the tool ${name} to be offered`, list(offered));
    }
    for (const name of expected.no_tools) {
      if (offered.includes(name)) fail(`the tool ${name} not to be offered`, list(offered));
    }
  }
}

/** Whether the ids of all calls come back as they are: the loop gives new ones for what a provider would refuse. */
function areKept(steps: readonly Step[]): boolean {
  const ids = steps.flatMap((step) => step.reply.calls.map((call) => call.id));
  return new Set(ids).size === ids.length && ids.every((id) => /^[a-zA-Z0-9_-]{1,56}$/.test(id));
}

function partsOf(reply: RecordedReply): LanguageModelV3StreamPart[] {
  const parts: LanguageModelV3StreamPart[] = [{ type: "stream-start", warnings: [] }];
  if (reply.reasoning !== "") {
    parts.push({ type: "reasoning-start", id: "reasoning" });
    for (const delta of pieces(reply.reasoning)) {
      parts.push({ type: "reasoning-delta", id: "reasoning", delta });
    }
    parts.push({ type: "reasoning-end", id: "reasoning" });
  }
  if (reply.text !== "") {
    parts.push({ type: "text-start", id: "text" });
    for (const delta of pieces(reply.text)) parts.push({ type: "text-delta", id: "text", delta });
    parts.push({ type: "text-end", id: "text" });
  }
  for (const call of reply.calls) {
    parts.push({
      type: "tool-call",
      toolCallId: call.id,
      // In a file one writes a method as people do; on the wire the colon is not allowed.
      toolName: call.tool.replace(":", "__"),
      input: typeof call.args === "string" ? call.args : JSON.stringify(call.args),
    });
  }
  const unified = reply.finish ?? (reply.calls.length > 0 ? "tool-calls" : "stop");
  const { input_tokens, output_tokens } = reply.usage ?? {
    input_tokens: null,
    output_tokens: null,
  };
  parts.push({
    type: "finish",
    finishReason: { unified, raw: unified },
    usage: {
      inputTokens: {
        total: input_tokens ?? undefined,
        noCache: undefined,
        cacheRead: undefined,
        cacheWrite: undefined,
      },
      outputTokens: { total: output_tokens ?? undefined, text: undefined, reasoning: undefined },
    },
  });
  return parts;
}

/** Word by word, so that what reads a stream is exercised. */
function pieces(text: string): string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}

function streamOf(
  parts: readonly LanguageModelV3StreamPart[],
): ReadableStream<LanguageModelV3StreamPart> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

function textOf({ output }: LanguageModelV3ToolResultPart): string {
  return output.type === "text" || output.type === "error-text"
    ? output.value
    : JSON.stringify(output);
}

function describeTail(tail: Tail): string {
  if (tail.results.length > 0)
    return `the results of ${list(tail.results.map((r) => r.toolCallId))}`;
  const user = tail.users.at(-1);
  return user === undefined ? "the last one" : `the person said ${quote(user)}`;
}

function quote(text: string): string {
  return JSON.stringify(text.length > 300 ? `${text.slice(0, 300)}…` : text);
}

function list(items: readonly string[]): string {
  return items.length === 0 ? "none" : items.map((item) => JSON.stringify(item)).join(", ");
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

function count(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}
