/** What a scripted model server does with one request, in no provider's own shape. */
export type Step =
  | {
      readonly kind: "reply";
      readonly reasoning?: string;
      /** Each piece is a chunk of its own. */
      readonly text?: readonly string[];
      readonly calls?: readonly ScriptedCall[];
      readonly finish?: "stop" | "length";
    }
  | {
      readonly kind: "status";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly message: string;
    }
  /** Begins a reply and tears the connection down. */
  | { readonly kind: "drop"; readonly text: readonly string[]; readonly call?: ScriptedCall }
  /** Begins a reply and ends the body in good order, without the end of the reply. */
  | { readonly kind: "cut"; readonly text: readonly string[]; readonly call?: ScriptedCall }
  /** Begins a reply and says nothing more until the client goes away. */
  | { readonly kind: "hang"; readonly text: readonly string[] }
  /** Hangs up without an answer. */
  | { readonly kind: "refuse" }
  /** Begins a reply and reports an error in the stream. */
  | { readonly kind: "error"; readonly text: readonly string[]; readonly overloaded: boolean };

export type ScriptedCall = {
  readonly id: string;
  readonly name: string;
  /** The arguments' JSON text as it is cut on the wire. */
  readonly args: readonly string[];
};

export const say = (...text: string[]): Step => ({ kind: "reply", text });

export const call = (name: string, args: unknown, id = `call_${name}`): ScriptedCall => ({
  id,
  name,
  args: [typeof args === "string" ? args : JSON.stringify(args)],
});

export const ask = (...calls: ScriptedCall[]): Step => ({ kind: "reply", calls });

/** What of a request the tests look at, read out of the provider's shape. */
export type SeenRequest = {
  readonly system: string;
  readonly tools: readonly string[];
  readonly toolChoice: unknown;
  readonly key: string | null;
  readonly messages: readonly SeenMessage[];
  readonly body: unknown;
};

export type SeenMessage =
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly text: string; readonly calls: readonly SeenCall[] }
  | { readonly role: "tool"; readonly id: string; readonly text: string };

export type SeenCall = { readonly id: string; readonly name: string; readonly args: unknown };

/** One provider's protocol: how a request is read and a reply is written. */
export type Protocol = {
  readonly name: string;
  /** `provider/model` to open. */
  readonly model: string;
  /** The environment that leads there. */
  env(url: string, key: string): Record<string, string>;
  /** For a provider whose address no variable changes: sends its requests to `url`. */
  fetch?(url: string): typeof globalThis.fetch;
  /** Null: this is no request of the protocol. */
  read(path: string, headers: Readonly<Record<string, unknown>>, body: unknown): SeenRequest | null;
  /** Chunks of a server-sent event stream, up to the place where the step leaves off. */
  write(step: Extract<Step, { readonly text?: readonly string[] }>): readonly string[];
  /** The body of an error answer. */
  error(status: number, message: string): unknown;
};

/** As providers do: every call has its one result right behind it, ids are unique, names legal. Null when all is well. */
export function faultIn(messages: readonly SeenMessage[]): string | null {
  const ids = new Set<string>();
  let open: string[] = [];
  for (const message of messages) {
    if (message.role === "tool") {
      if (!open.includes(message.id)) return `a result for ${message.id}, which is no open call`;
      open = open.filter((id) => id !== message.id);
      continue;
    }
    if (open.length > 0) return `no result for ${open.join(", ")}`;
    if (message.role === "user") {
      if (message.text.trim() === "") return "an empty user message";
      continue;
    }
    for (const { id, name, args } of message.calls) {
      if (!/^[a-zA-Z0-9_-]+$/.test(id) || ids.has(id)) return `a bad or repeated call id ${id}`;
      if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) return `an illegal tool name ${name}`;
      if (typeof args !== "object" || args === null || Array.isArray(args)) {
        return `arguments of ${id} that are no object`;
      }
      ids.add(id);
      open.push(id);
    }
  }
  return open.length > 0 ? `no result for ${open.join(", ")}` : null;
}
