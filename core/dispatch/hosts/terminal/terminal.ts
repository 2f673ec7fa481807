import type { Writable } from "node:stream";
import type { Answer } from "../../../contract/index.ts";
import type { ApprovalDecision, ApprovalRequest, AskedQuestion, Host } from "../../host.ts";
import { thrownText } from "../../wording.ts";
import { drawCard, visible } from "./card.ts";
import { discardTypedAhead, readKey, readLine } from "./keyboard.ts";
import type { KeyboardInput, Typed } from "./keyboard.ts";

export type TerminalOutput = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export type TerminalOptions = {
  /** Default: standard input. */
  readonly input?: KeyboardInput;
  /** Default: standard error, so that standard output stays what the command prints. */
  readonly output?: TerminalOutput;
  /** Ctrl-C was pressed while a question was open, where the terminal does not make a signal of it. */
  readonly onInterrupt?: () => void;
};

const KEYS = "y once · s this session · e edit and run · v view all · n deny · Esc cancel";

/** What a decision says beyond the question that it belongs to. */
type Verdict = ApprovalDecision extends infer D
  ? D extends ApprovalDecision
    ? Omit<D, "id" | "binding">
    : never
  : never;

type Cancel = Extract<Verdict, { kind: "cancel" }>;

/**
 * A host that asks in the terminal, one question at a time, answered by one key. Where input or output is no terminal,
 * nobody can be asked. While a question is open nobody else may read the input.
 */
export function terminalHost(options: TerminalOptions = {}): Host {
  return new Terminal(options);
}

class Terminal implements Host {
  readonly name = "terminal";
  readonly #input: KeyboardInput;
  readonly #output: TerminalOutput;
  readonly #onInterrupt: () => void;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ input = process.stdin, output = process.stderr, onInterrupt }: TerminalOptions) {
    this.#input = input;
    this.#output = output;
    this.#onInterrupt = onInterrupt ?? ((): void => {});
  }

  get canAsk(): boolean {
    const isOpen = !this.#input.readableEnded && !this.#input.destroyed;
    return this.#input.isTTY === true && this.#output.isTTY === true && isOpen;
  }

  async approve(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalDecision> {
    const { id, binding } = request;
    const verdict = await this.#inTurn(() => this.#decide(request, signal));
    return { ...verdict, id, binding };
  }

  answer(question: AskedQuestion, signal: AbortSignal): Promise<Answer> {
    return this.#inTurn(() => this.#hearAnswer(question, signal));
  }

  /** One question at a time: the next one is shown when this one is settled. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    return turn;
  }

  async #decide(request: ApprovalRequest, signal: AbortSignal): Promise<Verdict> {
    const unasked = await this.#begin(this.#draw(request, false), signal);
    if (unasked !== null) return unasked;
    for (;;) {
      this.#print(KEYS);
      const typed = await readKey(this.#input, signal);
      if (typed.kind !== "typed") return this.#brokenOff(typed);
      switch (typed.text.toLowerCase()) {
        case "y":
          return { kind: "allow_once" };
        case "s":
          return { kind: "allow_session" };
        case "v":
          this.#print(this.#draw(request, true));
          break;
        case "n": {
          const reason = await this.#line("Why not? (Enter for no reason) ", "", signal);
          return reason.kind === "typed"
            ? { kind: "deny", reason: reason.text.trim() }
            : this.#brokenOff(reason);
        }
        case "e": {
          const edited = await this.#edit((request.rejected ?? request).args, signal);
          if (edited !== null) return edited;
          break;
        }
        case "\u001b":
          return { kind: "cancel", reason: "cancelled by the person" };
      }
    }
  }

  /** Null when the person goes back to the keys. */
  async #edit(args: unknown, signal: AbortSignal): Promise<Verdict | null> {
    let text = JSON.stringify(args);
    for (;;) {
      const typed = await this.#line("Arguments (empty to go back, Enter runs it): ", text, signal);
      if (typed.kind !== "typed") return this.#brokenOff(typed);
      if (typed.text.trim() === "") return null;
      text = typed.text;
      try {
        return { kind: "allow_edited", args: JSON.parse(text) };
      } catch (error) {
        this.#print(`That is not JSON: ${visible(thrownText(error))}`);
      }
    }
  }

  async #hearAnswer(question: AskedQuestion, signal: AbortSignal): Promise<Answer> {
    const { text, choices = [], asker } = question;
    const from = asker.child === null ? "" : ` (asks the child agent ${asker.child})`;
    const lines = [
      `? ${text.split("\n").map(visible).join("\n  ")}${visible(from)}`,
      ...choices.map((choice, at) => `  ${at + 1}. ${visible(choice)}`),
    ];
    const unasked = await this.#begin(lines.join("\n"), signal);
    if (unasked !== null) return { status: "cancelled", reason: unasked.reason };
    for (;;) {
      const typed = await this.#line("> ", "", signal);
      if (typed.kind !== "typed") {
        return { status: "cancelled", reason: this.#brokenOff(typed).reason };
      }
      const said = typed.text.trim();
      // Silence is never an answer.
      if (said === "") continue;
      const at = choices.findIndex(
        (choice, index) => said === String(index + 1) || said === choice,
      );
      return { status: "answered", text: choices[at] ?? said, choice: at === -1 ? null : at };
    }
  }

  /**
   * Shows a question, unless it is withdrawn in the meantime: the answer to the one before may have settled this one too.
   * What is typed before it can have been read is thrown away.
   */
  async #begin(shown: string, signal: AbortSignal): Promise<Cancel | null> {
    if (!signal.aborted && (await discardTypedAhead(this.#input))) {
      return this.#brokenOff({ kind: "interrupt" });
    }
    if (signal.aborted) return { kind: "cancel", reason: "withdrawn" };
    this.#print(shown);
    return (await discardTypedAhead(this.#input)) ? this.#brokenOff({ kind: "interrupt" }) : null;
  }

  #brokenOff(typed: Exclude<Typed, { kind: "typed" }>): Cancel {
    switch (typed.kind) {
      case "interrupt":
        this.#print("");
        this.#onInterrupt();
        return { kind: "cancel", reason: "interrupted by the person" };
      case "closed":
        return { kind: "cancel", reason: "the terminal was closed" };
      case "withdrawn":
        this.#print("(this is no longer asked)");
        return { kind: "cancel", reason: "withdrawn" };
    }
  }

  #draw(request: ApprovalRequest, whole: boolean): string {
    return drawCard(request, whole, this.#output.columns);
  }

  #line(prompt: string, prefilled: string, signal: AbortSignal): Promise<Typed> {
    return readLine(this.#input, this.#output, prompt, prefilled, signal);
  }

  #print(text: string): void {
    this.#output.write(`${text}\n`);
  }
}
