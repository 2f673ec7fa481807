import type { ClientMethod, Log } from "../../contract/index.ts";

/** One exchange with a client, as far as what runs for it may reach the client. */
export type Channel = {
  can(method: ClientMethod): boolean;
  /** Asks the client at once. Null where the protocol has no such way, and the answer itself has to ask. */
  readonly send:
    | ((
        method: ClientMethod,
        params: Readonly<Record<string, unknown>>,
        signal: AbortSignal,
      ) => Promise<Readonly<Record<string, unknown>>>)
    | null;
  /** Shows how far it is. */
  progress(text: string): void;
  log(level: keyof Log, message: string, data: object | undefined): void;
  /** Resolves when all that was shown is on its way. */
  flushed(): Promise<void>;
  /** Aborts when the client took its request back, or is gone. */
  readonly signal: AbortSignal;
};
