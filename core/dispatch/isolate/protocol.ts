import type {
  Additional,
  Answer,
  ChildResult,
  ChildTurn,
  Question,
  Risk,
  ToolCall,
  ToolResult,
} from "../../contract/index.ts";
import type { Sources } from "../../board/board.ts";
import type { OutlivingRequests } from "./outliving.ts";

/** What a worker is started with. */
export type WorkerSetup = {
  /** Absolute path of the workspace. */
  readonly workspace: string;
  /** See `Intake`. */
  readonly intake: SharedArrayBuffer;
};

/** What all calls of one tool have in common: sent once to each worker. */
export type ToolSetup = {
  readonly kind: "tool";
  /** By which calls name it. */
  readonly tool: number;
  /** Absolute path, from the board. */
  readonly file: string;
  readonly name: string;
  /** What the tool was made of that the main thread has judged: nothing else may run. */
  readonly sources: Sources;
  readonly settings: Readonly<Record<string, unknown>>;
};

/** What a call begins with: the part of its context that is plain data. */
export type Beginning = {
  readonly tool: number;
  readonly method: string | null;
  /** The risk that the tool declared where the call was judged. */
  readonly declared: Risk;
  readonly args: unknown;
  readonly message: string;
  readonly round: number;
  readonly turn: { readonly id: string; readonly profile: string; readonly session: string };
  readonly model: string | null;
  readonly id: string;
  readonly agent: {
    readonly id: string;
    readonly profile: string;
    readonly session: string;
    readonly depth: number;
    readonly depth_left: number;
  } | null;
  /** Whether there is a store. */
  readonly store: boolean;
  /** The reason of a signal that had aborted before the call began. */
  readonly aborted: PackedError | null;
};

/** A Response as it crosses: its class would not. */
export type PackedResponse = {
  readonly message: string;
  readonly break_loop: boolean;
  readonly additional: Additional | undefined;
};

export type Step =
  | { readonly name: "before" }
  | { readonly name: "execute"; readonly args: unknown }
  | { readonly name: "after"; readonly response: PackedResponse };

/** Something thrown, as it crosses: the class of an error would not. */
export type PackedError =
  | {
      readonly kind: "error";
      readonly name: string;
      readonly message: string;
      readonly stack: string;
      /** What it is besides an Error; a DOMException is what an abort throws. */
      readonly brand: "invalid_args" | "failed" | "dom_exception" | null;
      /** Of InvalidArgs. */
      readonly fields: readonly string[];
    }
  | { readonly kind: "value"; readonly value: string | number | boolean | null | undefined };

/** How something that the other side was asked for has ended. */
export type Settled<T> =
  | { readonly kind: "value"; readonly value: T }
  | { readonly kind: "threw"; readonly error: PackedError };

/** What a tool can ask of the main thread, and what it is answered. */
export type Requests = OutlivingRequests & {
  progress: { given: string; answer: void };
  question: { given: Question; answer: Answer };
  call_tool: { given: Omit<ToolCall, "id">; answer: ToolResult };
  run_child: { given: Omit<ChildTurn, "signal">; answer: ChildResult };
  intervention: { given: null; answer: void };
  mask: { given: string; answer: string };
};

export type RequestName = keyof Requests;

/** One of them, with what belongs to it. */
export type AnyRequest = {
  [N in RequestName]: { readonly name: N; readonly given: Requests[N]["given"] };
}[RequestName];

export type ToWorker =
  | ToolSetup
  | {
      readonly kind: "step";
      readonly call: number;
      /** With the first step of a call. */
      readonly begin?: Beginning;
      readonly slot: number;
      readonly step: Step;
      /** No further step follows, so that the worker can forget the call. */
      readonly last: boolean;
    }
  | { readonly kind: "abort"; readonly call: number; readonly reason: PackedError }
  | {
      readonly kind: "answer";
      readonly call: number;
      readonly request: number;
      readonly settled: Settled<unknown>;
    }
  /** The call is over: what it still does is of no consequence. */
  | { readonly kind: "end"; readonly call: number }
  | { readonly kind: "ping" };

export type FromWorker =
  /** It listens. */
  | { readonly kind: "ready" }
  | {
      readonly kind: "done";
      readonly call: number;
      readonly settled: Settled<PackedResponse | null>;
    }
  | ({ readonly kind: "request"; readonly call: number; readonly request: number } & AnyRequest)
  /** The signal that went along with a request has aborted. */
  | {
      readonly kind: "withdraw";
      readonly call: number;
      readonly request: number;
      readonly reason: PackedError;
    }
  | { readonly kind: "add_progress"; readonly call: number; readonly text: string }
  | {
      readonly kind: "log";
      readonly call: number;
      readonly level: "debug" | "info" | "warn" | "error";
      readonly message: string;
      readonly data: object | undefined;
    }
  /** A tool has done what would have ended it. Its other calls can go on; it should get no further ones. */
  | { readonly kind: "spoiled"; readonly why: string }
  /** What its tools write to stdout and stderr. */
  | { readonly kind: "output"; readonly text: string }
  /** The answer to `ping`: its event loop turns. */
  | { readonly kind: "pong" };
