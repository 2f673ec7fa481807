import type { ToolResult } from "../contract/index.ts";
import { bareResult } from "./bare-result.ts";
import { createAsk } from "./ask.ts";
import { createClient } from "./client.ts";
import { createContext } from "./context.ts";
import type { CallFacts } from "./events.ts";
import type { Asker } from "./host.ts";
import type { CallLife } from "./life.ts";
import type { GuardedCall } from "./loop-guard.ts";
import type { Prepared } from "./prepare.ts";
import { createProgress } from "./progress.ts";
import type { Secrets } from "./secrets/secrets.ts";
import type { Services, Turn } from "./services.ts";
import { clear } from "./steps/clear.ts";
import type { Cleared } from "./steps/clear.ts";
import { conclude } from "./steps/conclude.ts";
import { type Ended, ended } from "./steps/ended.ts";
import type { Target } from "./steps/look-up.ts";
import { parseArgs } from "./steps/parse.ts";
import type { Parsed, PlainArgs } from "./steps/parse.ts";
import { run } from "./steps/run.ts";
import type { Answered } from "./steps/run.ts";
import { inToolSpan } from "./telemetry/spans.ts";
import { clip } from "./text.ts";
import { createToolAgent } from "./tool-agent.ts";
import { quoted, thrownText } from "./wording.ts";

/** A call whose name has been looked up. */
export type Queued = {
  /** As they came: an object, its JSON text, or anything. */
  readonly args: unknown;
  readonly facts: CallFacts;
  readonly target: Target | Ended;
};

/**
 * Takes one call through the pipeline (DESIGN, "Dispatch"): parse, coerce and validate, risk, approve, loop guard, run,
 * normalise, mask, spill. Never rejects: whatever happens becomes the call's one result.
 */
export async function answerCall(
  queued: Queued,
  services: Services,
  turn: Turn,
  life: CallLife,
): Promise<ToolResult> {
  const { call: id, tool, method } = queued.facts;
  const result = await inToolSpan({ id, tool, method }, () =>
    new Passage(queued, services, turn, life).result(),
  );
  services.emitMasked({ type: "tool_result", result });
  return result;
}

/** One call on its way through the steps. */
class Passage {
  readonly #queued: Queued;
  readonly #services: Services;
  readonly #turn: Turn;
  readonly #life: CallLife;
  readonly #started = performance.now();
  readonly #parsed: Parsed | Ended;

  constructor(queued: Queued, services: Services, turn: Turn, life: CallLife) {
    this.#queued = queued;
    this.#services = services;
    this.#turn = turn;
    this.#life = life;
    this.#parsed = parseArgs(queued.args);
  }

  async result(): Promise<ToolResult> {
    const { facts } = this.#queued;
    try {
      const { emitMasked, secrets } = this.#services;
      const args = this.#argsShown(secrets);
      emitMasked({ type: "call_begun", args, ...facts });
      return await this.#conclude(await this.#answer());
    } catch (error) {
      return this.#lastResort(error);
    } finally {
      this.#life.end();
    }
  }

  async #answer(): Promise<Answered | Ended> {
    const { target } = this.#queued;
    if (target.kind === "ended") return target;
    if (this.#parsed.kind === "ended") return this.#parsed;
    const loaded = await this.#load(target);
    if (loaded.kind === "ended") return loaded;
    const cleared = await this.#clear(this.#parsed.args, target, loaded.value);
    if (cleared.kind === "ended") return cleared;

    const { slots } = this.#turn;
    if (!(await slots.take(this.#life))) return this.#notBegun();
    try {
      const refused = this.#guard(target);
      return refused ?? (await this.#run(cleared, target, loaded.value));
    } finally {
      slots.give();
    }
  }

  async #load(
    target: Target,
  ): Promise<{ readonly kind: "loaded"; readonly value: Prepared } | Ended> {
    const raced = await this.#life.race(() => this.#services.prepare(target));
    if (this.#life.interruption !== null || raced.kind === "abandoned") return this.#notBegun();
    if (raced.kind === "settled") return { kind: "loaded", value: raced.value };
    return ended(
      "error",
      `The tool ${quoted(this.#name)} can not be called: ${thrownText(raced.error)}`,
      raced.error,
    );
  }

  #clear(args: PlainArgs, target: Target, prepared: Prepared): Promise<Cleared | Ended> {
    const { approve, secrets } = this.#services;
    const { entry, method, spec } = target;
    return clear(args, {
      prepared,
      approve,
      secrets,
      life: this.#life,
      fit: {
        name: this.#name,
        validate: prepared.validate,
        schema: spec.inputSchema,
        life: this.#life,
        timeout: this.#timeout(target),
        mask: secrets.mask,
      },
      candidate: {
        call: { id: this.#queued.facts.call, tool: entry.name, method },
        entry,
        description: spec.description,
        asker: this.#asker,
      },
    });
  }

  #guard(target: Target): Ended | null {
    const verdict = this.#turn.guard?.before(this.#guarded(target));
    return verdict?.kind === "refuse"
      ? { ...ended("denied", verdict.message), byGuard: true }
      : null;
  }

  #guarded(target: Target | Ended): GuardedCall {
    const { args, facts } = this.#queued;
    return {
      tool: facts.tool,
      method: facts.method,
      args: this.#parsed.kind === "parsed" ? this.#parsed.args : args,
      repeatable: target.kind === "found" && target.entry.description?.repeatable === true,
    };
  }

  #run(cleared: Cleared, target: Target, prepared: Prepared): Promise<Answered | Ended> {
    const { board, model, agent, extensions, secrets, log, runner, grace, emit } = this.#services;
    const { facts } = this.#queued;
    const life = this.#life;
    const progress = createProgress(facts, life, this.#services);
    const context = createContext(life, {
      turn: this.#turnFacts,
      model,
      agent: createToolAgent(life, this.#turn.callFrom(facts.call, life), this.#asker, agent),
      call: { id: facts.call, name: facts.tool, method: facts.method },
      workspace: board.root,
      progress,
      ask: createAsk(this.#asker, life, this.#services),
      client: createClient(this.#turn.client, life, secrets),
      settings: target.entry.plugin?.settings ?? {},
      store: this.#services.store,
      assets: this.#services.assets,
      mask: async (text) => secrets.mask(text),
      log: this.#turn.log ?? log,
    });
    return run({
      facts,
      entry: target.entry,
      prepared,
      cleared,
      runner,
      life,
      context,
      progress,
      message: this.#turn.message,
      loop_data: this.#turn.loop_data,
      timeout: this.#timeout(target),
      grace,
      extensions,
      secrets,
      clearAgain: async (args) => {
        const parsed = parseArgs(args);
        return parsed.kind === "ended" ? parsed : this.#clear(parsed.args, target, prepared);
      },
      warn: this.#warn,
      late: (outcome) =>
        emit({ type: "late", status: outcome === "settled" ? "ok" : "error", ...facts }),
    });
  }

  #conclude(outcome: Answered | Ended): Promise<ToolResult> {
    const { extensions, secrets, spill, board } = this.#services;
    const { facts, target } = this.#queued;
    const { guard } = this.#turn;
    return conclude(outcome, {
      facts,
      started: this.#started,
      extensions,
      secrets,
      spill,
      limit: board.profile.limits.result_chars,
      guarded:
        guard === null || (outcome.kind === "ended" && outcome.byGuard === true)
          ? null
          : { guard, call: this.#guarded(target) },
      warn: this.#warn,
      life: this.#life,
      timeout: target.kind === "found" ? this.#timeout(target) : board.profile.limits.tool_timeout,
    });
  }

  /** A fault of the pipeline itself must not cost the call its result. */
  #lastResort(error: unknown): ToolResult {
    const { facts } = this.#queued;
    const text = this.#services.secrets.mask(
      `The call failed inside Pegboard, not in the tool: ${thrownText(error)}`,
    );
    return bareResult(facts, "error", text, performance.now() - this.#started);
  }

  #notBegun(): Ended {
    return ended(
      "cancelled",
      `The turn was stopped before ${quoted(this.#name)} began. It did not run.`,
    );
  }

  #warn = (message: string): void => {
    this.#services.emit({ type: "warning", message, ...this.#queued.facts });
  };

  #timeout({ entry }: Target): number {
    return entry.description?.timeout ?? this.#services.board.profile.limits.tool_timeout;
  }

  #argsShown({ mask, maskDeep }: Secrets): unknown {
    if (this.#parsed.kind === "parsed") return maskDeep(this.#parsed.args);
    const { args } = this.#queued;
    return typeof args === "string" ? clip(mask(args), 2_000) : null;
  }

  get #name(): string {
    const { tool, method } = this.#queued.facts;
    return method === null ? tool : `${tool}:${method}`;
  }

  get #turnFacts() {
    const { board, session } = this.#services;
    return { id: this.#turn.id, profile: board.profile.name, session };
  }

  get #asker(): Asker {
    const { board, session, child } = this.#services;
    return { profile: board.profile.name, session, turn: this.#turn.id, child };
  }
}
