import { ObjectReader } from "./object-reader.ts";
import { looksLeaked } from "./leaked.ts";
import { isRequest } from "./request.ts";

/**
 * `undecided`: too little has come to tell; `prose`: an answer, to be shown as it comes; `request`: an object has begun;
 * `complete`: the request is whole, and the rest of the stream need not be waited for.
 */
export type ReplyState = "undecided" | "prose" | "request" | "complete";

const LEADING = /^[\uFEFF\s]+/;
const LEADING_SPACE = /^\s+/;
const FENCE_LINE = /^(?<line>(?<fence>`{3,}|~{3,})[ \t]*(?:json[c5]?)?[ \t]*\r?\n\s*)/i;
/** A beginning that may still become a fence, or a tag of a leaked format. */
const UNFINISHED_START = /^(?:[`~]{0,2}|(?:`{3,}|~{3,})[^\n]{0,20}|<[a-z_]{0,9}|<function)$/i;

/**
 * Follows a reply while it streams. Each character is looked at once, so the cost grows with the length of the reply and
 * not with the number of chunks.
 */
export class ReplyStream {
  state: ReplyState = "undecided";
  readonly #chunks: string[] = [];
  #head = "";
  #reader: ObjectReader | null = null;
  #fence = "";
  #afterObject = "";

  /** All that has come, to be given to `readReply` when the stream ends or is complete. */
  get text(): string {
    return this.#chunks.join("");
  }

  push(chunk: string): ReplyState {
    this.#chunks.push(chunk);
    if (this.state === "undecided") this.#decide(chunk);
    else if (this.state === "request") this.#read(chunk);
    return this.state;
  }

  #decide(chunk: string): void {
    this.#head = (this.#head + chunk).replace(this.#fence === "" ? LEADING : LEADING_SPACE, "");
    if (this.#fence === "") this.#takeFence();
    const head = this.#head;
    if (this.#fence === "" && looksLeaked(head)) {
      // Leaked formats are told whole or not at all; the end of the stream decides.
      this.state = "request";
    } else if (head.startsWith("{")) {
      this.#reader = new ObjectReader();
      this.state = "request";
      this.#read(head);
    } else if (this.#fence === "" ? !UNFINISHED_START.test(head) : head !== "")
      this.state = "prose";
  }

  #takeFence(): void {
    const { line = "", fence = "" } = FENCE_LINE.exec(this.#head)?.groups ?? {};
    this.#fence = fence;
    this.#head = this.#head.slice(line.length);
  }

  #read(chunk: string): void {
    const reader = this.#reader;
    if (!reader) return;
    const before = reader.length;
    if (reader.state === "reading") reader.push(chunk);
    if (reader.state !== "complete") return;
    if (!isRequest(reader.value)) {
      this.state = "prose";
      return;
    }
    if (this.#fence === "") {
      this.state = "complete";
      return;
    }
    // In a fence the request is whole once the fence is closed, or can not be closed any more.
    this.#afterObject += reader.length > before ? chunk.slice(reader.length - before) : chunk;
    this.#afterObject = this.#afterObject.trimStart();
    const after = this.#afterObject;
    if (after === this.#fence || !this.#fence.startsWith(after)) this.state = "complete";
  }
}
