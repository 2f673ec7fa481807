import { randomUUID } from "node:crypto";
import type { AgentHandle, Log, ToolCall } from "../contract/index.ts";
import { Failed } from "../contract/index.ts";
import type { Board } from "../board/board.ts";
import type { Hold } from "../dispatch/life.ts";
import { loadSecrets } from "../dispatch/secrets/secrets.ts";
import type { Secrets } from "../dispatch/secrets/secrets.ts";
import { createRegistry } from "../registry/create.ts";
import type { Registry } from "../registry/registry.ts";
import type { Agent, AgentOptions, TurnOptions } from "./api.ts";
import { createCallIds } from "./answer-calls.ts";
import type { CallIds } from "./answer-calls.ts";
import { createChannel } from "./channel.ts";
import { createChildren } from "./children.ts";
import type { ChildSetup, Children } from "./children.ts";
import { systemClock } from "./clock.ts";
import { equip } from "./equipment.ts";
import type { Equipment } from "./equipment.ts";
import type { AgentEvent } from "./events.ts";
import { callsOf } from "./message.ts";
import type { Message } from "./message.ts";
import type { ModelHandle } from "./models/model.ts";
import { DEFAULT_RETRY } from "./retry.ts";
import { createSteering } from "./steering.ts";
import { memoryStore } from "./store.ts";
import type { AgentStore } from "./store.ts";
import { openTranscript } from "./transcript.ts";
import type { Transcript } from "./transcript.ts";
import { runTurn } from "./turn.ts";
import type { TurnEnd } from "./turn.ts";

/** What a child has of its parent. */
export type Parentage = {
  readonly session: string;
  readonly depth: number;
  readonly depthLeft: number;
};

/** What is opened once, at the first turn. */
type Opened = {
  readonly secrets: Secrets;
  readonly transcript: Transcript;
  readonly ids: CallIds;
};

type Playing = {
  readonly turn: string;
  readonly signal: AbortSignal;
  readonly stop: (reason: string) => void;
  readonly emit: (event: AgentEvent) => void;
  readonly hold: Hold | undefined;
  /** Resolves when the turn is over. */
  over: Promise<void>;
};

const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {} };
const IDLE_MS = 300_000;

/** The one implementation of an agent, for those that people talk to and for their children. */
export class RunningAgent implements Agent {
  readonly session: string;
  readonly handle: AgentHandle;
  readonly #options: AgentOptions;
  readonly #parentage: Parentage | null;
  readonly #store: AgentStore;
  readonly #children: Children;
  readonly #steering = createSteering();
  #board: Board;
  #model: ModelHandle;
  #registry: Registry | null;
  #equipment: Equipment | null = null;
  #opening: Promise<Opened> | null = null;
  #transcript: Transcript | null = null;
  #playing: Playing | null = null;
  #closed = false;

  constructor(options: AgentOptions, parentage: Parentage | null = null) {
    this.#options = options;
    this.#parentage = parentage;
    this.#board = options.board;
    this.#model = options.model;
    this.#registry = options.registry ?? null;
    this.#store = options.store ?? memoryStore();
    this.session = options.session ?? randomUUID();
    this.handle = this.#makeHandle();
    this.#children = createChildren({
      board: () => this.#board,
      registry: () => this.#registryNow(),
      depthLeft: parentage?.depthLeft ?? options.board.profile.limits.delegate_depth,
      openBoard: (profile) => this.#openBoard(profile),
      open: (setup) => this.#openChild(setup),
      emit: (event) => this.#playing?.emit(event),
    });
  }

  get profile(): string {
    return this.#board.profile.name;
  }

  get messages(): readonly Message[] {
    return this.#transcript?.messages ?? [];
  }

  async *turn(
    message: string,
    { signal, hold }: TurnOptions & { readonly hold?: Hold | undefined } = {},
  ): AsyncGenerator<AgentEvent, void, void> {
    if (this.#closed) throw new Error("The agent is closed.");
    if (this.#playing !== null) {
      throw new Error(
        "The agent plays a turn already. Say something to it with steer(), or wait for its end.",
      );
    }
    const controller = new AbortController();
    const stop = (reason: string) => controller.abort(new DOMException(reason, "AbortError"));
    const outer = () => stop("The turn was stopped.");
    if (signal?.aborted) outer();
    signal?.addEventListener("abort", outer, { once: true });

    const channel = createChannel<AgentEvent>();
    const playing: Playing = {
      turn: randomUUID(),
      signal: controller.signal,
      stop,
      emit: (event) => channel.push(event),
      hold,
      over: Promise.resolve(),
    };
    this.#playing = playing;
    playing.over = this.#play(message, playing).finally(() => {
      this.#playing = null;
      channel.end();
    });
    let ended = false;
    try {
      for (let event = await channel.next(); event !== null; event = await channel.next()) {
        yield event;
      }
      ended = true;
    } finally {
      // Whoever stops reading does not want the rest.
      if (!ended) outer();
      await playing.over;
      signal?.removeEventListener("abort", outer);
    }
  }

  steer(text: string): void {
    this.#steering.steer(text);
  }

  pause(): void {
    this.#steering.pause();
  }

  resume(): void {
    this.#steering.resume();
  }

  useBoard(board: Board): void {
    this.#board = board;
    this.#registry = null;
  }

  useModel(model: ModelHandle): void {
    this.#model = model;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#playing?.stop("The agent was closed.");
    await this.#playing?.over;
    await this.#children.close();
    await this.#equipment?.dispatcher.close();
  }

  /** Never rejects: what goes wrong is told as an event. */
  async #play(message: string, { turn, signal, emit }: Playing): Promise<void> {
    const { profile } = this;
    emit({ type: "turn_started", turn, session: this.session, profile, model: this.#model.id });
    let end: TurnEnd = {
      reason: "failed",
      text: "",
      rounds: 0,
      usage: { input_tokens: null, output_tokens: null },
    };
    let mask = asItIs;
    try {
      const { secrets, transcript, ids } = await this.#open();
      mask = secrets.mask;
      const { specs, dispatcher, extend, system } = await this.#equip(secrets);
      end = await runTurn(
        {
          turn,
          signal,
          emit,
          model: this.#model,
          system: await system(),
          specs,
          dispatcher,
          extend,
          transcript,
          ids,
          limits: this.#board.profile.limits,
          steering: this.#steering,
          masks: secrets,
          retry: { ...DEFAULT_RETRY, ...this.#options.retry },
          idle_ms: this.#options.idle_ms ?? IDLE_MS,
          clock: this.#options.clock ?? systemClock,
        },
        message,
      );
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      emit({ type: "error", message: mask(text), hint: null });
    }
    emit({ type: "turn_ended", turn, ...end });
  }

  #open(): Promise<Opened> {
    this.#opening ??= this.#openOnce().catch((error: unknown) => {
      // What failed may be mended before the next turn.
      this.#opening = null;
      throw error;
    });
    return this.#opening;
  }

  async #openOnce(): Promise<Opened> {
    const { secrets = await loadSecrets(this.#board.root) } = this.#options;
    const transcript = await openTranscript(this.#store, {
      id: this.session,
      profile: this.profile,
      model: this.#model.id,
      parent: this.#parentage?.session ?? null,
    });
    this.#transcript = transcript;
    const ids = createCallIds(transcript.messages.flatMap(callsOf).map((call) => call.id));
    return { secrets, transcript, ids };
  }

  /** The equipment of the board as it is now. */
  async #equip(secrets: Secrets): Promise<Equipment> {
    const before = this.#equipment;
    if (before?.board === this.#board && before.model === this.#model) return before;
    await before?.dispatcher.close();
    const { host, approvals, grace, log = SILENT } = this.#options;
    const equipment = equip({
      board: this.#board,
      registry: this.#registryNow(),
      session: this.session,
      model: this.#model,
      agent: new WeakRef(this.handle),
      child: this.#parentage === null ? null : this.session,
      secrets,
      log,
      emit: (event) => {
        if (event.type === "tool_result") this.#transcript?.record(event.result);
        this.#playing?.emit(event);
      },
      report: (message, hint) =>
        this.#playing?.emit({ type: "error", message: secrets.mask(message), hint }),
      hold: () => this.#playing?.hold?.() ?? (() => {}),
      ...(host && { host }),
      ...(approvals && { approvals }),
      ...(grace !== undefined && { grace }),
    });
    this.#equipment = equipment;
    if (before === null) await equipment.extend("agent_init", { agent: this.handle });
    return equipment;
  }

  #registryNow(): Registry {
    this.#registry ??= createRegistry(this.#board);
    return this.#registry;
  }

  #makeHandle(): AgentHandle {
    const profile = () => this.profile;
    return {
      id: this.session,
      get profile() {
        return profile();
      },
      session: this.session,
      depth: this.#parentage?.depth ?? 0,
      callTool: (call) => this.#callTool(call),
      runChild: (turn) =>
        this.#children.run(turn, this.#playing?.signal ?? new AbortController().signal),
      handle_intervention: () => this.#intervene(),
    };
  }

  async #callTool({ signal, ...call }: Omit<ToolCall, "id"> & { readonly signal?: AbortSignal }) {
    const { secrets } = await this.#open();
    const { dispatcher } = await this.#equip(secrets);
    const signals = [signal, this.#playing?.signal].filter((one) => one !== undefined);
    const [result] = await dispatcher.run([{ ...call, id: `call_${randomUUID()}` }], {
      signal: AbortSignal.any(signals),
      ...(this.#playing && { turn: this.#playing.turn }),
    });
    if (result === undefined) throw new Error(`The call to ${call.name} had no result.`);
    return result;
  }

  async #intervene(): Promise<void> {
    const signal = this.#playing?.signal;
    if (signal) await this.#steering.mayGoOn(signal);
    signal?.throwIfAborted();
    if (this.#steering.waiting) {
      throw new Failed("Interrupted: the person has said something that comes first.");
    }
  }

  async #openBoard(profile: string): Promise<Board> {
    if (this.#options.openBoard) return this.#options.openBoard(profile);
    const { openBoard } = await import("../board/open.ts");
    return openBoard({ root: this.#board.root, profile });
  }

  async #openChild({ id, board, registry, depthLeft, message }: ChildSetup): Promise<RunningAgent> {
    const { secrets } = await this.#open();
    return new RunningAgent(
      {
        ...this.#options,
        board,
        registry,
        secrets,
        session: id,
        store: this.#store,
        model: await this.#childModel(board, message),
      },
      { session: this.session, depth: this.handle.depth + 1, depthLeft },
    );
  }

  /** The model that the child's profile names, if that is another one than the parent's profile does; else the parent's. */
  async #childModel(board: Board, message: string): Promise<ModelHandle> {
    const { name, model } = board.profile;
    const own = model !== null && model !== this.#board.profile.model ? model : null;
    // A recording holds its children's replies too.
    if (own === null || this.#model.id.startsWith("replay/")) {
      return this.#model.child({ profile: name, message });
    }
    if (this.#options.openModel) return this.#options.openModel(own, board);
    const { openModel } = await import("./models/open-model.ts");
    return openModel(own, process.env, { board });
  }
}

function asItIs(text: string): string {
  return text;
}
