import { PassThrough } from "node:stream";
import { noHost } from "../../../core/dispatch/hosts/none.ts";
import { scriptedHost } from "../../../core/dispatch/hosts/scripted.ts";
import type { ScriptedAnswer, ScriptedApproval } from "../../../core/dispatch/hosts/scripted.ts";
import { terminalHost } from "../../../core/dispatch/hosts/terminal/terminal.ts";
import type { Host } from "../../../core/dispatch/host.ts";

/** What a person does with the next question. */
export type Act =
  | { readonly does: "once" | "session" | "cancel" | "vanish" | "nothing" }
  | { readonly does: "deny"; readonly reason: string }
  | { readonly does: "edit"; readonly args: unknown }
  | { readonly does: "say"; readonly text: string };

/** A host, and a person at it. */
export type Driver = {
  readonly host: Host;
  /** The questions that the person sees now. */
  open(): number;
};

export type MakeDriver = (acts: readonly Act[]) => Driver;

function approvalFor(act: Act): ScriptedApproval {
  switch (act.does) {
    case "once":
      return { kind: "allow_once" };
    case "session":
      return { kind: "allow_session" };
    case "deny":
      return { kind: "deny", reason: act.reason };
    case "edit":
      return { kind: "allow_edited", args: act.args };
    case "cancel":
      return { kind: "cancel", reason: "changed my mind" };
    case "vanish":
      return { throws: new Error("connection lost") };
    case "nothing":
    case "say":
      return { silent: true };
  }
}

function answerFor(act: Act): ScriptedAnswer {
  switch (act.does) {
    case "say":
      return { status: "answered", text: act.text, choice: null };
    case "cancel":
      return { status: "cancelled", reason: "changed my mind" };
    case "vanish":
      return { throws: new Error("connection lost") };
    default:
      return { silent: true };
  }
}

const scripted: MakeDriver = (acts) => {
  let at = 0;
  const next = (): Act => acts[at++] ?? { does: "nothing" };
  const host = scriptedHost({
    approvals: () => approvalFor(next()),
    answers: () => answerFor(next()),
  });
  return { host, open: () => host.open.size };
};

export type FakeTerminal = {
  readonly input: PassThrough & { isTTY: boolean; setRawMode(raw: boolean): void };
  readonly output: PassThrough & { isTTY: boolean };
  readonly raw: boolean[];
  shown(): string;
};

/** Streams that are a terminal as far as anybody can tell. */
export function fakeTerminal(): FakeTerminal {
  const raw: boolean[] = [];
  let shown = "";
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (mode: boolean): void => void raw.push(mode),
  });
  const output = Object.assign(new PassThrough(), { isTTY: true });
  output.on("data", (data) => (shown += String(data)));
  return { input, output, raw, shown: () => shown };
}

const PROMPTS = /y once|Why not\?|Arguments \(empty|> /g;

/** A person who reads what is shown, and types when it is their turn. */
const terminal: MakeDriver = (acts) => {
  const fake = fakeTerminal();
  const keys = acts.map(keysFor);
  let typed: string[] = [];
  let seen = 0;
  fake.output.on("data", () => {
    const prompts = fake.shown().match(PROMPTS)?.length ?? 0;
    if (prompts <= seen) return;
    seen = prompts;
    if (typed.length === 0) typed = keys.shift() ?? [];
    const stroke = typed.shift();
    setImmediate(() => {
      if (stroke === "vanish") fake.input.end();
      else if (stroke !== undefined) fake.input.write(stroke);
    });
  });
  const closed = (): number => (fake.shown().match(/no longer asked/g) ?? []).length;
  return {
    host: terminalHost(fake),
    open: () => Math.max(0, (fake.shown().match(/┌/g) ?? []).length - closed()),
  };
};

/** One entry for each time the person is asked for a key or a line. */
function keysFor(act: Act): string[] {
  switch (act.does) {
    case "once":
      return ["y"];
    case "session":
      return ["s"];
    case "deny":
      return ["n", `${act.reason}\r`];
    case "edit":
      // Ctrl-U clears the line that stands there.
      return ["e", `\u0015${JSON.stringify(act.args)}\r`];
    case "cancel":
      return ["\u001b"];
    case "vanish":
      return ["vanish"];
    case "nothing":
      return [];
    case "say":
      return [`${act.text}\r`];
  }
}

export const drivers: readonly (readonly [name: string, make: MakeDriver])[] = [
  ["none", () => ({ host: noHost, open: () => 0 })],
  ["scripted", scripted],
  ["terminal", terminal],
];
