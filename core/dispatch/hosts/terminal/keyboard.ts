import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

/** A terminal's input: standard input, or something like it. */
export type KeyboardInput = Readable & {
  readonly isTTY?: boolean;
  setRawMode?(raw: boolean): unknown;
};

/** `interrupt`: Ctrl-C. `closed`: there is nobody at the other end. `withdrawn`: the question was taken away. */
export type Typed =
  | { readonly kind: "typed"; readonly text: string }
  | { readonly kind: "interrupt" | "closed" | "withdrawn" };

/** Keys that were pressed before the question could be read are no answer to it. */
const TYPED_AHEAD_MS = 100;

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";

/**
 * Throws away what was typed so far, so that it can not be taken for an answer.
 *
 * @returns whether Ctrl-C was among it
 */
export async function discardTypedAhead(input: KeyboardInput): Promise<boolean> {
  let dropped = "";
  const drop = (data: Buffer | string): void => {
    dropped += String(data);
  };
  input.setRawMode?.(true);
  input.on("data", drop);
  await new Promise((resolve) => setTimeout(resolve, TYPED_AHEAD_MS));
  input.off("data", drop);
  input.pause();
  input.setRawMode?.(false);
  return dropped.includes(CTRL_C);
}

/** Waits for one key. */
export function readKey(input: KeyboardInput, signal: AbortSignal): Promise<Typed> {
  return new Promise((resolve) => {
    const finish = (typed: Typed): void => {
      input.off("data", onData);
      input.off("end", onEnd);
      input.off("close", onEnd);
      signal.removeEventListener("abort", onAbort);
      input.pause();
      input.setRawMode?.(false);
      resolve(typed);
    };
    const onData = (data: Buffer | string): void => {
      const keys = String(data);
      // An arrow key comes as a sequence that begins with Escape; of a pasted text the first key counts.
      const key = keys.startsWith("\u001b") ? keys : keys.slice(0, 1);
      if (key === CTRL_C) finish({ kind: "interrupt" });
      else if (key === CTRL_D) finish({ kind: "closed" });
      else finish({ kind: "typed", text: key });
    };
    const onEnd = (): void => finish({ kind: "closed" });
    const onAbort = (): void => finish({ kind: "withdrawn" });
    if (signal.aborted) return resolve({ kind: "withdrawn" });
    if (input.readableEnded || input.destroyed) return resolve({ kind: "closed" });
    input.setRawMode?.(true);
    input.on("data", onData);
    input.on("end", onEnd);
    input.on("close", onEnd);
    signal.addEventListener("abort", onAbort);
    input.resume();
  });
}

/**
 * Waits for a line, which can be edited while it is typed.
 *
 * @param prefilled - stands there to begin with
 */
export function readLine(
  input: KeyboardInput,
  output: Writable,
  prompt: string,
  prefilled: string,
  signal: AbortSignal,
): Promise<Typed> {
  if (signal.aborted) return Promise.resolve({ kind: "withdrawn" });
  if (input.readableEnded || input.destroyed) return Promise.resolve({ kind: "closed" });
  return new Promise((resolve) => {
    const lines = createInterface({ input, output, terminal: true, historySize: 0 });
    let typed: Typed = { kind: "closed" };
    const finish = (outcome: Typed): void => {
      typed = outcome;
      lines.close();
    };
    const onAbort = (): void => finish({ kind: "withdrawn" });
    signal.addEventListener("abort", onAbort);
    lines.on("line", (text) => finish({ kind: "typed", text }));
    lines.on("SIGINT", () => finish({ kind: "interrupt" }));
    lines.on("close", () => {
      signal.removeEventListener("abort", onAbort);
      resolve(typed);
    });
    lines.setPrompt(prompt);
    lines.prompt();
    if (prefilled !== "") lines.write(prefilled);
  });
}
