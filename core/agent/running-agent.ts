import { randomUUID } from "node:crypto";
import type { AgentHandle, Log } from "../contract/index.ts";
import type { Board } from "../board/board.ts";
import { loadSecrets } from "../dispatch/secrets/follow.ts";
import type { Secrets } from "../dispatch/secrets/secrets.ts";
import { createRegistry } from "../registry/create.ts";
import type { Registry } from "../registry/registry.ts";
import type { Agent, AgentOptions } from "./api.ts";
import { createCallIds } from "./answer-calls.ts";
import type { CallIds } from "./answer-calls.ts";
import { createChildren } from "./children.ts";
import type { ChildSetup, Children } from "./children.ts";
import { childModel } from "./child-model.ts";
import { systemClock } from "./clock.ts";
import { equip } from "./equipment.ts";
import type { Equipment } from "./equipment.ts";
import type { AgentEvent } from "./events.ts";
import { createHandle } from "./handle.ts";
import { callsOf } from "./message.ts";
import type { Message } from "./message.ts";
import type { ModelHandle } from "./models/model.ts";
import { beginPlaying } from "./playing.ts";
import type { Begun, PlayOptions, Playing } from "./playing.ts";
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
  #begun: Begun | null = null;
  #closed = false;

  constructor(options: AgentOptions, parentage: Parentage | null = null) {
    this.#options = options;
    this.#parentage = parentage;
    this.#board = options.board;
    this.#model = options.model;
    this.#registry = options.registry ?? null;
    this.#store = options.store ?? memoryStore();
    this.session = options.session ?? randomUUID();
    const { depth, depthLeft } = parentage ?? {
      depth: 0,
      depthLeft: options.board.profile.limits.delegate_depth,
    };
    this.#children = createChildren({
      board: () => this.#board,
      registry: () => this.#registryNow(),
      depthLeft,
      openBoard: (profile) => this.#openBoard(profile),
      open: (setup) => this.#openChild(setup),
      emit: (event) => this.#playing?.emit(event),
    });
    this.handle = createHandle({
      session: this.session,
      depth,
      depthLeft,
      profile: () => this.profile,
      dispatcher: async () => (await this.#equip((await this.#open()).secrets)).dispatcher,
      playing: () => this.#playing,
      children: this.#children,
      steering: this.#steering,
    });
  }

  get profile(): string {
    return this.#board.profile.name;
  }

  /** The turn under way. */
  get #playing(): Playing | null {
    return this.#begun?.playing ?? null;
  }

  get messages(): readonly Message[] {
    return this.#transcript?.messages ?? [];
  }

  async *turn(message: string, options: PlayOptions = {}): AsyncGenerator<AgentEvent, void, void> {
    if (this.#closed) throw new Error("The agent is closed.");
    if (this.#begun !== null) {
      throw new Error(
        "The agent plays a turn already. Say something to it with steer(), or wait for its end.",
      );
    }
    this.#begun = beginPlaying(async (playing) => {
      // So that the turn is known before its first event.
      await Promise.resolve();
      await this.#play(message, playing);
      this.#begun = null;
    }, options);
    yield* this.#begun.events;
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
    await this.#begun?.over;
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
      const { protocol, tools, dispatcher, extend, system } = await this.#equip(secrets);
      end = await runTurn(
        {
          turn,
          session: this.session,
          profile,
          signal,
          emit,
          model: this.#model,
          system: await system(),
          protocol,
          tools,
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
    const { host, approvals, toolStore, grace, log = SILENT } = this.#options;
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
      ...(toolStore && { toolStore }),
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
        model: await childModel(
          { model: this.#model, board: this.#board },
          { board, message },
          this.#options.openModel,
        ),
      },
      { session: this.session, depth: this.handle.depth + 1, depthLeft },
    );
  }
}

function asItIs(text: string): string {
  return text;
}
