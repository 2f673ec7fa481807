/** How deep objects and arrays may nest; a reply of a megabyte of brackets is refused here, not by the stack. */
const DEEPEST = 200;

export type ObjectState = "reading" | "complete" | "bad";

type Container =
  | {
      readonly kind: "object";
      readonly value: Record<string, unknown>;
      key: string;
      expect: ObjectExpect;
    }
  | { readonly kind: "array"; readonly value: unknown[]; expect: ArrayExpect };
type ObjectExpect = "key-or-end" | "colon" | "value" | "comma-or-end";
type ArrayExpect = "value-or-end" | "comma-or-end";

type Lexing =
  | { readonly kind: "between" }
  | {
      readonly kind: "string";
      readonly quote: string;
      readonly parts: string[];
      escape: string | null;
    }
  | { readonly kind: "bare"; text: string }
  | { readonly kind: "slash" }
  | { readonly kind: "line-comment" }
  | { readonly kind: "block-comment"; star: boolean };

const BETWEEN: Lexing = { kind: "between" };
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};
const WORDS = new Map<string, unknown>([
  ["true", true],
  ["True", true],
  ["false", false],
  ["False", false],
  ["null", null],
  ["None", null],
]);
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}(?:T[\d:.+-]+Z?)?$/;
const BARE_CHARACTER = /[\w.+:$-]/;
const IDENTIFIER = /^[A-Za-z_$][\w$-]*$/;
const SPACE = /\s/;

/**
 * Reads one object, character by character as it arrives, and knows the moment it is complete. It takes what models
 * write for JSON (single quotes, unquoted keys, trailing commas, comments, raw newlines in strings, `True`, `None`), and
 * it never completes what is not there: a text that ends early is still "reading". One pass, so a reply costs time in
 * proportion to its length however it is cut.
 */
export class ObjectReader {
  state: ObjectState = "reading";
  /** What is wrong, when the state is `bad`. */
  problem = "";
  #length = 0;
  #value: Record<string, unknown> = {};
  readonly #stack: Container[] = [];
  #lexing: Lexing = BETWEEN;

  /** The object; meaningful once the state is `complete`. */
  get value(): Record<string, unknown> {
    return this.#value;
  }

  /** How many characters belong to the object, or were read before the fault. */
  get length(): number {
    return this.#length;
  }

  /** Reads on. Characters after the end of the object are left alone. */
  push(text: string): ObjectState {
    for (let at = 0; at < text.length && this.state === "reading"; at++) {
      const character = text.charAt(at);
      this.#length++;
      // A bare word ends at the first character that can not be part of it, which is then read for itself.
      while (this.#step(character) === "again");
    }
    return this.state;
  }

  #step(character: string): "done" | "again" {
    const lexing = this.#lexing;
    switch (lexing.kind) {
      case "string":
        return this.#inString(lexing, character);
      case "bare":
        return this.#inBare(lexing, character);
      case "slash":
        if (character === "/") this.#lexing = { kind: "line-comment" };
        else if (character === "*") this.#lexing = { kind: "block-comment", star: false };
        else this.#fail("a `/` outside of a string");
        return "done";
      case "line-comment":
        if (character === "\n") this.#lexing = BETWEEN;
        return "done";
      case "block-comment":
        if (lexing.star && character === "/") this.#lexing = BETWEEN;
        else lexing.star = character === "*";
        return "done";
      case "between":
        this.#between(character);
        return "done";
    }
  }

  #between(character: string): void {
    if (SPACE.test(character)) return;
    if (character === '"' || character === "'") {
      this.#lexing = { kind: "string", quote: character, parts: [], escape: null };
    } else if (character === "/") this.#lexing = { kind: "slash" };
    else if (character === "{" || character === "[") this.#open(character);
    else if (character === "}" || character === "]") this.#close(character);
    else if (character === ":") this.#colon();
    else if (character === ",") this.#comma();
    else if (BARE_CHARACTER.test(character)) this.#lexing = { kind: "bare", text: character };
    else this.#fail(`an unexpected ${JSON.stringify(character)}`);
  }

  #inString(lexing: Lexing & { kind: "string" }, character: string): "done" | "again" {
    if (lexing.escape === null) {
      if (character === lexing.quote) {
        this.#lexing = BETWEEN;
        this.#token(lexing.parts.join(""), "string");
      } else if (character === "\\") lexing.escape = "";
      else lexing.parts.push(character);
      return "done";
    }
    if (lexing.escape === "") {
      if (character === "u") {
        lexing.escape = "u";
        return "done";
      }
      lexing.escape = null;
      // An escape that JSON does not know (`\d` of a regular expression, `C:\work`) keeps its backslash.
      lexing.parts.push(ESCAPES[character] ?? `\\${character}`);
      return "done";
    }
    if (/[0-9a-fA-F]/.test(character)) {
      lexing.escape += character;
      if (lexing.escape.length === 5) {
        lexing.parts.push(String.fromCharCode(Number.parseInt(lexing.escape.slice(1), 16)));
        lexing.escape = null;
      }
      return "done";
    }
    lexing.parts.push(`\\${lexing.escape}`);
    lexing.escape = null;
    return "again";
  }

  #inBare(lexing: Lexing & { kind: "bare" }, character: string): "done" | "again" {
    const container = this.#stack.at(-1);
    const inKey = container?.kind === "object" && container.expect === "key-or-end";
    if (BARE_CHARACTER.test(character) && !(inKey && character === ":")) {
      lexing.text += character;
      return "done";
    }
    this.#lexing = BETWEEN;
    this.#token(lexing.text, "bare");
    return "again";
  }

  #token(text: string, form: "string" | "bare"): void {
    const container = this.#stack.at(-1);
    if (container?.kind === "object" && container.expect === "key-or-end") {
      if (form === "bare" && !IDENTIFIER.test(text))
        this.#fail(`the key ${JSON.stringify(text)} without quotes`);
      // Two values for one key say two things, and which one was meant is not for us to choose.
      if (Object.hasOwn(container.value, text))
        this.#fail(`the key ${JSON.stringify(text)} a second time`);
      container.key = text;
      container.expect = "colon";
      return;
    }
    if (form === "string" || DATE.test(text)) this.#put(text);
    else if (WORDS.has(text)) this.#put(WORDS.get(text));
    else if (NUMBER.test(text) && Number.isFinite(Number(text))) this.#put(Number(text));
    else this.#fail(`the value ${JSON.stringify(text)} without quotes`);
  }

  #put(value: unknown): void {
    const container = this.#stack.at(-1);
    if (container?.kind === "object" && container.expect === "value") {
      // Defined, not assigned: a key `__proto__` is a key like any other.
      Object.defineProperty(container.value, container.key, {
        value,
        configurable: true,
        enumerable: true,
        writable: true,
      });
      container.expect = "comma-or-end";
    } else if (container?.kind === "array" && container.expect === "value-or-end") {
      container.value.push(value);
      container.expect = "comma-or-end";
    } else this.#fail("a value where none belongs");
  }

  #open(character: "{" | "["): void {
    if (this.#stack.length >= DEEPEST) return this.#fail(`more than ${DEEPEST} levels`);
    const container: Container =
      character === "{"
        ? { kind: "object", value: {}, key: "", expect: "key-or-end" }
        : { kind: "array", value: [], expect: "value-or-end" };
    if (this.#stack.length > 0) {
      this.#put(container.value);
      if (this.state === "bad") return;
    } else if (container.kind === "object") this.#value = container.value;
    else return this.#fail("an array instead of an object");
    this.#stack.push(container);
  }

  #close(character: "}" | "]"): void {
    const container = this.#stack.at(-1);
    const fits = container?.kind === (character === "}" ? "object" : "array");
    if (!container || !fits || container.expect === "colon" || container.expect === "value") {
      return this.#fail(`a \`${character}\` too early`);
    }
    this.#stack.pop();
    if (this.#stack.length === 0) this.state = "complete";
  }

  #colon(): void {
    const container = this.#stack.at(-1);
    if (container?.kind === "object" && container.expect === "colon") container.expect = "value";
    else this.#fail("a `:` where none belongs");
  }

  #comma(): void {
    const container = this.#stack.at(-1);
    if (container?.expect !== "comma-or-end") return this.#fail("a `,` where none belongs");
    container.expect = container.kind === "object" ? "key-or-end" : "value-or-end";
  }

  #fail(problem: string): void {
    if (this.state === "bad") return;
    this.state = "bad";
    this.problem = `${problem} at character ${this.#length}`;
  }
}
