import { isFailed, isInvalidArgs, isResponse } from "../../contract/index.ts";
import type { BreakLoop, LoopData, Response, ToolContext } from "../../contract/index.ts";
import type { ToolEntry } from "../../board/board.ts";
import type { CallFacts } from "../events.ts";
import type { Extensions } from "../extensions.ts";
import type { CallLife, Raced } from "../life.ts";
import type { Prepared } from "../prepare.ts";
import type { CallProgress } from "../progress.ts";
import type { Runner, RunningTool } from "../runner.ts";
import { type Secrets, unknownSecretMessage } from "../secrets/secrets.ts";
import { quoted, thrownText } from "../wording.ts";
import { runBefore } from "./before.ts";
import type { Cleared } from "./clear.ts";
import { type Ended, ended } from "./ended.ts";
import { fitOutput } from "./fit-output.ts";
import type { DeclaredOutput } from "./fit-output.ts";
import { normalise } from "./normalise.ts";

export type Answered = {
  readonly kind: "answered";
  readonly response: Response;
  readonly note: string | null;
};

export type RunOptions = {
  readonly facts: CallFacts;
  readonly entry: ToolEntry;
  readonly prepared: Prepared;
  readonly cleared: Cleared;
  readonly runner: Runner;
  readonly life: CallLife;
  readonly context: ToolContext;
  readonly progress: CallProgress;
  readonly message: string;
  readonly loop_data: LoopData;
  /** Milliseconds. */
  readonly timeout: number;
  /** Milliseconds that a tool has to end itself after its signal, before it is abandoned. */
  readonly grace: number;
  readonly extensions: Extensions;
  readonly secrets: Secrets;
  /** Checks, judges and asks about arguments that an extension has changed. */
  readonly clearAgain: (args: unknown) => Promise<Cleared | Ended>;
  readonly warn: (message: string) => void;
  /** An abandoned tool has settled after all. */
  readonly late: (outcome: "settled" | "threw") => void;
};

/**
 * Brings the tool to life, runs it through its life cycle, and lets it go. The order is `before_execution`,
 * `tool_execute_before`, `execute`, `tool_execute_after`, `after_execution`; after a throw neither "after" runs.
 */
export async function run(options: RunOptions): Promise<Answered | Ended> {
  const { life, timeout } = options;
  life.startClock(timeout);
  let running: RunningTool | null = null;
  try {
    const made = await make(options, (tool) => (running = tool));
    const outcome = made.kind === "ended" ? made : await live(options, made.value);
    const shown = await life.race(() => options.progress.finish());
    if (shown.kind === "abandoned") options.warn("its last progress did not come to an end");
    return outcome;
  } finally {
    life.stopClock();
    release(running);
  }
}

async function make(
  options: RunOptions,
  keep: (tool: RunningTool) => void,
): Promise<{ readonly kind: "made"; readonly value: RunningTool } | Ended> {
  const { runner, entry, prepared, facts, cleared, message, loop_data, context, life } = options;
  let abandoned = false;
  const raced = await life.race(() => {
    const made = runner({
      entry,
      tool: prepared.tool,
      method: facts.method,
      args: cleared.value,
      message,
      loop_data,
      context,
    });
    if (!(made instanceof Promise)) return made;
    return made.then((tool) => {
      if (abandoned) release(tool);
      return tool;
    });
  });
  if (raced.kind === "settled") {
    keep(raced.value);
    if (life.interruption === null) return { kind: "made", value: raced.value };
  }
  abandoned = true;
  return raced.kind === "threw" ? failed(options, raced.error) : interrupted(options);
}

async function live(options: RunOptions, tool: RunningTool): Promise<Answered | Ended> {
  const { life, grace, late, prepared, secrets } = options;
  const patience = { ms: grace, late };
  const begun = await life.raceTool(() => tool.before_execution(), patience);
  const stopped = checkpoint(options, begun);
  if (stopped !== null) return stopped;

  const ready = await consultExtensions(options);
  if (ready.kind === "ended") return ready;
  const filled = secrets.resolve(ready.value);
  if (filled.kind === "unknown_secret") return ended("error", unknownSecretMessage(filled));

  const raced = await life.raceTool(() => tool.execute(filled.value), patience);
  if (raced.kind === "threw" || life.interruption !== null) {
    return checkpoint(options, raced) ?? interrupted(options, raced);
  }
  if (raced.kind === "abandoned") return interrupted(options, raced);

  const { break_loop } = prepared.tool;
  const { output } = prepared;
  const normalised = normalise(raced.value, break_loop, secrets.mask, output !== null);
  if (normalised.warning !== null) options.warn(normalised.warning);
  const extended = await extendAfter(options, normalised.response, break_loop);
  const fitted =
    output === null
      ? ({ kind: "fits", response: extended } as const)
      : await heldTo(output, options, extended);
  if (fitted.kind === "ended") return fitted;
  const closed = await close(options, tool, fitted.response);
  return closed ?? { kind: "answered", response: fitted.response, note: ready.note };
}

/** What the extensions before the call leave of it; changed arguments go through everything again. */
async function consultExtensions(options: RunOptions): Promise<Cleared | Ended> {
  const { life, facts, cleared, extensions } = options;
  if (extensions.at("tool_execute_before").length === 0) return cleared;
  const raced = await life.race(() => runBefore(extensions, facts, cleared.args, cleared.risk));
  if (life.interruption !== null || raced.kind === "abandoned") return interrupted(options);
  if (raced.kind === "threw") {
    return ended(
      "denied",
      `The extensions that check calls before they run failed (${thrownText(raced.error)}). The tool did not run.`,
    );
  }
  switch (raced.value.kind) {
    case "ended":
      return raced.value;
    case "unchanged":
      return cleared;
    case "changed": {
      const again = await options.clearAgain(raced.value.args);
      if (life.interruption !== null) return interrupted(options);
      return again.kind === "ended" ? again : { ...again, note: again.note ?? cleared.note };
    }
  }
}

/** The tool has answered: from here on nothing can take its answer away, and what hangs is given up. */
async function extendAfter(
  options: RunOptions,
  response: Response,
  breakLoop: BreakLoop,
): Promise<Response> {
  const { life, facts, cleared, extensions, secrets, warn } = options;
  if (extensions.at("tool_execute_after").length === 0) return response;
  const call = { id: facts.call, tool: facts.tool, method: facts.method };
  const raced = await life.race(() =>
    extensions.run("tool_execute_after", { call, args: cleared.args, response }, (event, change) =>
      isResponse(change)
        ? { ...event, response: normalise(change, breakLoop, secrets.mask).response }
        : null,
    ),
  );
  if (raced.kind === "settled") return raced.value.response;
  warn(
    "the extensions after the call did not come to an end; the answer stands as the tool gave it",
  );
  return response;
}

async function heldTo(
  output: DeclaredOutput,
  options: RunOptions,
  response: Response,
): Promise<{ readonly kind: "fits"; readonly response: Response } | Ended> {
  const { facts, life, secrets } = options;
  const name = facts.method === null ? facts.tool : `${facts.tool}:${facts.method}`;
  const fitted = await fitOutput(response, { name, output, life, mask: secrets.mask });
  return fitted ?? interrupted(options, { kind: "settled", value: response });
}

async function close(
  options: RunOptions,
  tool: RunningTool,
  response: Response,
): Promise<Ended | null> {
  const { life, grace, facts, warn } = options;
  const raced = await life.raceTool(() => tool.after_execution(response), { ms: grace });
  if (raced.kind === "abandoned") warn("its after_execution did not come to an end");
  if (raced.kind !== "threw") return null;
  return ended(
    "error",
    `${quoted(facts.tool)} ran, and what it does afterwards failed: ${thrownText(raced.error)}\n` +
      `Its answer was: ${response.message}`,
    raced.error,
  );
}

/** Null where the call may go on. */
function checkpoint(options: RunOptions, raced: Raced<unknown>): Ended | null {
  if (options.life.interruption !== null || raced.kind === "abandoned") {
    return interrupted(options, raced);
  }
  return raced.kind === "threw" ? failed(options, raced.error) : null;
}

function failed({ facts }: RunOptions, error: unknown): Ended {
  const text = thrownText(error);
  // These two were written for the model; anything else is better understood with the name of the tool.
  if (isFailed(error) || isInvalidArgs(error)) return ended("error", text, error);
  return ended("error", `${quoted(facts.tool)} failed: ${text}`, error);
}

/** @param raced - what came of `execute` or a hook; absent when the tool had not begun */
function interrupted({ facts, life, secrets }: RunOptions, raced?: Raced<unknown>): Ended {
  const cause = life.interruption;
  const status = cause?.kind === "timeout" ? "timeout" : "cancelled";
  const what =
    cause?.kind === "timeout"
      ? `${quoted(facts.tool)} took longer than ${cause.limit} ms and was stopped.`
      : `The turn was stopped while ${quoted(facts.tool)} was running.`;
  if (raced === undefined) return ended(status, `${what} It had not begun its work.`);
  const rest = raced.kind === "abandoned" ? " It did not react, so it was abandoned." : "";
  const told = `${what}${rest} It may have done a part of its work.`;
  if (raced.kind !== "settled" || raced.value === undefined) return ended(status, told);
  // What a tool gives back after its signal may be of use; it is told, and counts for nothing else.
  const { message } = normalise(raced.value, "never", secrets.mask).response;
  return ended(status, `${told}\nWhat it gave back then:\n${message}`);
}

function release(tool: RunningTool | null): void {
  try {
    tool?.release();
  } catch {
    // A runner promises not to throw; a call's result must not depend on that.
  }
}
