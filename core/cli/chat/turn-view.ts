import type { AgentEvent } from "../../agent/events.ts";
import type { ToolCall, ToolResult } from "../../contract/index.ts";
import type { Colors, Output } from "../output/output.ts";
import { plainLine, plainText } from "../output/plain.ts";
import { cutToWidth } from "../output/width.ts";
import { ENDINGS, SETTLED } from "./wording.ts";

export type TurnViewOptions = {
  /** Gets all that happens. */
  readonly happened: Output;
  /** Gets the answer alone, when the turn has ended; null where the answer is part of what happens. */
  readonly answer: Output | null;
  readonly colors: Colors;
  /** Shows what the person says too: where it was not typed into this very terminal. */
  readonly showPerson: boolean;
};

/** Shows the events of turns to a person, as they come. */
export type TurnView = {
  show(event: AgentEvent): void;
  /** Ends a line that is begun, so that something else can be shown. */
  endLine(): void;
};

/** What a person sees of arguments and results; all of them are in the transcript. */
const RESULT_LINES = 6;
const LINE_COLUMNS = 110;

export function createTurnView(options: TurnViewOptions): TurnView {
  const { happened, answer, colors, showPerson } = options;
  /** The number a person tells a call by. */
  const numbers = new Map<string, number>();
  /** What stands unfinished at the end of the output. */
  let open: "text" | "reasoning" | null = null;
  /** What the model has said since its last call, where only the answer is wanted. */
  let held = "";

  /** When a person was asked about a call, and how many milliseconds they took. */
  const askedAt = new Map<string, number>();
  const waited = new Map<string, number>();
  /** Calls without a result. */
  const underWay = new Set<string>();
  const begin = (id: string): void => void askedAt.set(id, performance.now());
  const settle = (id: string, call: string | undefined): void => {
    const since = askedAt.get(id);
    askedAt.delete(id);
    if (since === undefined || call === undefined) return;
    waited.set(call, (waited.get(call) ?? 0) + performance.now() - since);
  };

  const close = (): void => {
    if (open !== null) happened.line();
    open = null;
  };
  const tell = (text: string): void => {
    close();
    happened.line(text);
  };
  const stream = (kind: "text" | "reasoning", text: string): void => {
    const plain = plainText(text);
    if (plain === "") return;
    if (open !== kind) {
      close();
      const label = kind === "text" ? colors.bold(colors.green("assistant:")) : "thinking:";
      happened.write(`${kind === "text" ? label : colors.dim(label)} `);
      open = kind;
    }
    happened.write(kind === "text" ? plain : colors.dim(plain));
  };
  const say = (text: string): void => {
    if (answer === null) stream("text", text);
    else held += text;
  };
  /** What was said before a call was no answer. */
  const letOut = (): void => {
    if (held !== "") stream("text", held);
    held = "";
  };

  const tag = (call: string): string => colors.dim(`[${numbers.get(call) ?? "?"}]`);
  const note = (mark: string, call: string, text: string): void =>
    tell(`  ${mark} ${tag(call)} ${text}`);

  const showCall = (call: ToolCall): void => {
    letOut();
    numbers.set(call.id, numbers.size + 1);
    note(colors.cyan("->"), call.id, `${colors.bold(plainLine(call.name))} ${argsLine(call)}`);
  };
  const showResult = (result: ToolResult): void => {
    const { id, tool, status, is_error, ms, message, break_loop } = result;
    const paint = is_error ? colors.red : colors.green;
    // The time that the person took is none of the tool's.
    const took = colors.dim(`${Math.max(0, Math.round(ms - (waited.get(id) ?? 0)))} ms`);
    underWay.delete(id);
    note(paint("<-"), id, `${colors.bold(plainLine(tool))} ${paint(status)} ${took}`);
    // What ends the turn is shown as the answer.
    if (!break_loop)
      for (const line of resultLines(message, is_error)) tell(`         ${line}`.trimEnd());
  };
  const showEnd = ({ reason, text }: Extract<AgentEvent, { type: "turn_ended" }>): void => {
    if (answer !== null) {
      held = "";
      close();
      if (text !== "") answer.line(answer.columns === null ? text : plainText(text));
    } else if (reason === "tool") {
      stream("text", text);
    }
    close();
    const ending = ENDINGS[reason];
    if (ending !== null) tell(colors.yellow(ending));
  };

  return {
    endLine: close,
    show(event) {
      switch (event.type) {
        case "user":
          letOut();
          close();
          if (showPerson) tell(`${colors.bold(colors.blue("you:"))} ${plainText(event.text)}`);
          break;
        case "text":
          say(event.text);
          break;
        case "reasoning":
          stream("reasoning", event.text);
          break;
        case "tool_call":
          showCall(event.call);
          break;
        case "approval_asked":
          begin(event.request.id);
          break;
        case "question_asked":
          begin(event.question.id);
          break;
        case "question_settled":
          // Who asks runs alone; where several do, it is not known who waited.
          settle(event.id, underWay.size === 1 ? [...underWay][0] : undefined);
          break;
        case "call_begun":
          underWay.add(event.call);
          break;
        // The reply is whole: the next one begins anew.
        case "usage":
          close();
          break;
        case "approval_settled": {
          settle(event.id, event.call);
          const reason = event.reason ? `: ${plainLine(event.reason)}` : "";
          const outcome = `${plainLine(event.tool)} ${SETTLED[event.outcome]}${reason}`;
          note(colors.yellow("??"), event.call, outcome);
          break;
        }
        case "progress":
          note(colors.dim(".."), event.call, colors.dim(plainLine(event.text)));
          break;
        case "warning":
          note(colors.yellow("!!"), event.call, plainLine(event.message));
          break;
        case "late":
          note(colors.dim(".."), event.call, "came back after it was given up; dropped");
          break;
        case "tool_result":
          showResult(event.result);
          break;
        case "child": {
          const line = childLine(event.event);
          if (line !== null) tell(colors.dim(`     | ${plainLine(event.child)} ${line}`));
          break;
        }
        case "retry": {
          held = "";
          const wait = (event.wait_ms / 1000).toFixed(1);
          tell(`  ${colors.yellow("!!")} ${plainLine(event.error)} (asking again in ${wait} s)`);
          break;
        }
        case "error":
          tell(`${colors.red("error")}: ${plainText(event.message)}`);
          if (event.hint !== null) tell(`${colors.dim("hint")}: ${plainText(event.hint)}`);
          break;
        case "turn_ended":
          showEnd(event);
          break;
        case "turn_started":
          break;
      }
    },
  };

  function resultLines(message: string, whole: boolean): string[] {
    const lines = plainText(message).trimEnd().split("\n");
    // Why something did not work is worth the room.
    const columns = whole ? Number.POSITIVE_INFINITY : LINE_COLUMNS;
    const shown = lines.slice(0, RESULT_LINES).map((line) => cutToWidth(line, columns));
    const more = lines.length - shown.length;
    return more > 0 ? [...shown, colors.dim(`… ${more} more lines`)] : shown;
  }
}

function argsLine({ args }: ToolCall): string {
  const text = typeof args === "string" ? args : (JSON.stringify(args) ?? "");
  return cutToWidth(plainLine(text), LINE_COLUMNS);
}

/** What a person sees of a child agent at work. */
function childLine(event: AgentEvent): string | null {
  switch (event.type) {
    case "tool_call":
      return `-> ${plainLine(event.call.name)} ${argsLine(event.call)}`;
    case "tool_result":
      return `<- ${plainLine(event.result.tool)} ${event.result.status}`;
    case "error":
      return `error: ${plainLine(event.message)}`;
    case "turn_ended":
      return `ended: ${event.reason}`;
    default:
      return null;
  }
}
