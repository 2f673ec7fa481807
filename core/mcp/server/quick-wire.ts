import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import type { Readable, Writable } from "node:stream";
import type { QuickAnswer } from "./quick-answers.ts";

export type QuickWireOptions = {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly answer: QuickAnswer;
  /** Called once, when a message comes that has no quick answer: whoever is called connects a server to the wire. */
  readonly wake: () => void;
  readonly report: (message: string) => void;
  /** Milliseconds after an answer, when nothing else comes. Default: 300. */
  readonly wakeAfter?: number;
};

/** How long after an answer a server is wanted anyway, in milliseconds: to tell of changes, and to be there for a call. */
const WAKE_AFTER = 300;
/** However much comes, it is not put off for more than so many times as long after the first answer. */
const LONGEST_QUICK = 3;

/** One message may be this long, in bytes. */
const LONGEST = 64 * 1024 * 1024;
const LINE_END = 0x0a;

/**
 * The way to one client over two streams. It answers by itself for as long as it can. The server that is connected then
 * is told how the client opened, so that it knows what the client knows; its answer to that goes nowhere.
 */
export class QuickWire implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #options: QuickWireOptions;
  /** What the client opened with, and what waits for the server. */
  readonly #opening: JSONRPCMessage[] = [];
  readonly #waiting: JSONRPCMessage[] = [];
  /** Ids of requests that were answered here and are told to the server as well. */
  readonly #answered = new Set<unknown>();
  #state: "quick" | "waking" | "served" | "closed" = "quick";
  #soon: NodeJS.Timeout | undefined;
  /** Of `performance.now()`. */
  #firstAnswer: number | undefined;
  #parts: Buffer[] = [];
  #length = 0;

  constructor(options: QuickWireOptions) {
    this.#options = options;
  }

  /** Reads and answers from now on. */
  listen(): void {
    const { stdin } = this.#options;
    stdin.on("data", this.#read);
    stdin.once("end", this.#end);
    stdin.once("close", this.#end);
  }

  /** Wants a server now. */
  wake(): void {
    if (this.#state !== "quick") return;
    clearTimeout(this.#soon);
    this.#state = "waking";
    this.#options.wake();
  }

  /** Tells a client that was answered here that the list is another by now. */
  tellToolsChanged(): void {
    if (this.#opening.length === 0) return;
    void this.#write({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
  }

  async start(): Promise<void> {
    setImmediate(() => {
      if (this.#state === "closed") return;
      this.#state = "served";
      for (const message of [...this.#opening, ...this.#waiting]) this.onmessage?.(message);
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const isAnswer = !("method" in message);
    if (isAnswer && this.#answered.delete(message.id)) return Promise.resolve();
    return this.#write(message);
  }

  async close(): Promise<void> {
    if (this.#state === "closed") return;
    this.#state = "closed";
    clearTimeout(this.#soon);
    this.#options.stdin.off("data", this.#read);
    this.#options.stdin.pause();
    this.onclose?.();
  }

  #read = (chunk: Buffer): void => {
    let rest = chunk;
    for (let end = rest.indexOf(LINE_END); end >= 0; end = rest.indexOf(LINE_END)) {
      const line = Buffer.concat([...this.#parts, rest.subarray(0, end)]).toString("utf8");
      this.#parts = [];
      this.#length = 0;
      rest = rest.subarray(end + 1);
      if (line.trim() !== "") this.#take(line);
    }
    if (rest.length === 0) return;
    this.#parts.push(rest);
    this.#length += rest.length;
    if (this.#length <= LONGEST) return;
    this.#options.report(`A message has more than ${LONGEST} bytes; the connection was closed.`);
    void this.close();
  };

  #take(line: string): void {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return this.#options.report("A line on standard input is no JSON; it was passed over.");
    }
    if (!isMessage(message)) {
      return this.#options.report("A line on standard input is no JSON-RPC; it was passed over.");
    }
    if (this.#state === "served") return this.onmessage?.(message);
    if (this.#state === "waking") return void this.#waiting.push(message);
    if (this.#state === "quick" && !this.#answer(message)) {
      this.#waiting.push(message);
      this.wake();
    }
  }

  /** @returns false for a message that only a server can take */
  #answer(message: JSONRPCMessage): boolean {
    if (!("method" in message)) return false;
    if (!("id" in message)) {
      if (message.method !== "notifications/initialized") return false;
      this.#opening.push(message);
      return true;
    }
    const isOpening = message.method === "initialize";
    // A client opens once, and before it asks anything else.
    if (isOpening !== (this.#opening.length === 0)) return false;
    const result = this.#options.answer(message);
    if (result === undefined) return false;
    if (isOpening) {
      this.#opening.push(message);
      this.#answered.add(message.id);
    }
    void this.#write({ jsonrpc: "2.0", id: message.id, result });
    this.#wakeSoon();
    return true;
  }

  /** One that keeps asking is told of changes too. */
  #wakeSoon(): void {
    const { wakeAfter = WAKE_AFTER } = this.#options;
    const now = performance.now();
    this.#firstAnswer ??= now;
    const left = this.#firstAnswer + LONGEST_QUICK * wakeAfter - now;
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => this.wake(), Math.max(0, Math.min(wakeAfter, left)));
  }

  #write(message: object): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#options.stdout.write(`${JSON.stringify(message)}\n`, (error) =>
        error ? reject(error) : resolve(),
      );
    });
  }

  #end = (): void => void this.close();
}

function isMessage(value: unknown): value is JSONRPCMessage {
  const { jsonrpc, method, id, result, error }: Readonly<Record<string, unknown>> = Object(value);
  if (jsonrpc !== "2.0") return false;
  if (id !== undefined && typeof id !== "string" && typeof id !== "number") return false;
  return typeof method === "string" || (id !== undefined && (result ?? error) !== undefined);
}
