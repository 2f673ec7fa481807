import type { Answer } from "../../contract/index.ts";
import type {
  ApprovalDecision,
  ApprovalRequest,
  AskedQuestion,
  Host,
} from "../../dispatch/host.ts";
import { clip } from "../../dispatch/text.ts";
import type { Task } from "./task.ts";

export type ElicitationHostOptions = {
  /** What runs for the turn with this id, or undefined where nothing does any more. */
  readonly taskOf: (turn: string) => Task | undefined;
  /** The person said in advance that the client does the asking: whatever needs approval is allowed. */
  readonly approveWrite: boolean;
  /** What is allowed for a session is remembered by the next call. */
  readonly hasSession: boolean;
};

const ONCE = "allow once";
const SESSION = "allow for this session";
const DENY = "deny";
const SHOWN_CHARS = 4_000;
const NO_ASKING =
  "this MCP client declares no elicitation; start the server with --approve write to leave asking to the client";

/** Asks the person who sits at an MCP client, through the client's elicitation. */
export function elicitationHost(options: ElicitationHostOptions): Host {
  return {
    name: "mcp",
    // Whether this very client can is told with each call, so that its refusal can say why.
    canAsk: true,
    approve: (request, signal) => approve(request, signal, options),
    answer: (question, signal) => answer(question, signal, options),
  };
}

async function approve(
  request: ApprovalRequest,
  signal: AbortSignal,
  { taskOf, approveWrite, hasSession }: ElicitationHostOptions,
): Promise<ApprovalDecision> {
  const { id, binding, asker } = request;
  if (approveWrite) return { kind: "allow_once", id, binding };
  const task = taskOf(asker.turn);
  if (task?.client.can("elicitation/create") !== true) {
    return { kind: "no_host", reason: NO_ASKING, id, binding };
  }
  const choices = [ONCE, ...(hasSession ? [SESSION] : []), DENY];
  const given = await task.ask(
    "elicitation/create",
    {
      mode: "form",
      message: approvalText(request),
      requestedSchema: {
        type: "object",
        properties: { decision: { type: "string", title: "Run it?", enum: choices } },
        required: ["decision"],
      },
    },
    `approval_${id}`,
    signal,
  );
  if (given["action"] === "cancel") {
    return { kind: "cancel", reason: "the person closed the question", id, binding };
  }
  const decision = given["action"] === "accept" ? fieldOf(given, "decision") : DENY;
  if (decision === ONCE) return { kind: "allow_once", id, binding };
  if (decision === SESSION && hasSession) return { kind: "allow_session", id, binding };
  return { kind: "deny", reason: "the person declined", id, binding };
}

function approvalText({ call, source, description, args, why, risk }: ApprovalRequest): string {
  const name = call.method === null ? call.tool : `${call.tool}:${call.method}`;
  return [
    `${name} (${source}, ${risk}) wants to run.`,
    clip(description, 300),
    clip(JSON.stringify(args, null, 2) ?? "", SHOWN_CHARS),
    why,
  ].join("\n\n");
}

async function answer(
  { id, text, choices, asker }: AskedQuestion,
  signal: AbortSignal,
  { taskOf }: ElicitationHostOptions,
): Promise<Answer> {
  const task = taskOf(asker.turn);
  if (task?.client.can("elicitation/create") !== true) return { status: "no_host" };
  const given = await task.ask(
    "elicitation/create",
    {
      mode: "form",
      message: text,
      requestedSchema: {
        type: "object",
        properties: {
          answer: {
            type: "string",
            title: "Answer",
            ...(choices === undefined || choices.length === 0 ? {} : { enum: [...choices] }),
          },
        },
        required: ["answer"],
      },
    },
    `question_${id}`,
    signal,
  );
  if (given["action"] !== "accept") {
    return { status: "cancelled", reason: `the person chose to ${String(given["action"])}` };
  }
  const said = fieldOf(given, "answer");
  if (said === null) return { status: "cancelled", reason: "the client sent no answer" };
  const choice = choices?.indexOf(said) ?? -1;
  return { status: "answered", text: said, choice: choice < 0 ? null : choice };
}

function fieldOf(given: Readonly<Record<string, unknown>>, name: string): string | null {
  const value: unknown = Reflect.get(Object(given["content"]), name);
  return typeof value === "string" ? value : null;
}
