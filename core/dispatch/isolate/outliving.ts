import type {
  AssetDocument,
  AssetInfo,
  MemoryItem,
  PastHit,
  PastMessage,
  PastSession,
  ToolAssets,
  ToolContext,
  ToolStore,
} from "../../contract/index.ts";

/** What a tool asks of the store and of the layers, and what it is answered. */
export type OutlivingRequests = {
  memory_list: { given: null; answer: readonly MemoryItem[] };
  /** The function that makes the change can not cross: the change is made only if the entries are still `before`. */
  memory_swap: {
    given: { readonly before: readonly string[]; readonly texts: readonly string[] };
    answer: boolean;
  };
  sessions_list: { given: number; answer: readonly PastSession[] };
  sessions_search: {
    given: { readonly query: string; readonly limit: number };
    answer: readonly PastHit[];
  };
  sessions_get: { given: string; answer: PastSession | null };
  sessions_messages: {
    given: { readonly id: string; readonly position: number; readonly count: number };
    answer: readonly PastMessage[];
  };
  assets_list: { given: "skills"; answer: readonly AssetInfo[] };
  assets_document: {
    given: { readonly kind: "skills"; readonly name: string };
    answer: AssetDocument | null;
  };
  assets_read: { given: { readonly kind: "skills"; readonly name: string }; answer: string | null };
};

type Name = keyof OutlivingRequests;

export type AnyOutlivingRequest = {
  [N in Name]: { readonly name: N; readonly given: OutlivingRequests[N]["given"] };
}[Name];

export type AskOutliving = <N extends Name>(
  name: N,
  given: OutlivingRequests[N]["given"],
) => Promise<OutlivingRequests[N]["answer"]>;

/** The worker's side. */
export function remoteStore(ask: AskOutliving): ToolStore {
  return {
    memory: {
      list: () => ask("memory_list", null),
      async update(change) {
        for (;;) {
          const entries = await ask("memory_list", null);
          const { texts, value } = change(entries);
          if (texts === null) return value;
          const before = entries.map((entry) => entry.text);
          if (await ask("memory_swap", { before, texts })) return value;
        }
      },
    },
    sessions: {
      list: (limit) => ask("sessions_list", limit),
      search: (query, limit) => ask("sessions_search", { query, limit }),
      get: (id) => ask("sessions_get", id),
      messages: (id, position, count) => ask("sessions_messages", { id, position, count }),
    },
  };
}

export function remoteAssets(ask: AskOutliving): ToolAssets {
  return {
    list: (kind) => ask("assets_list", kind),
    read: (kind, name) => ask("assets_read", { kind, name }),
    document: (kind, name) => ask("assets_document", { kind, name }),
  };
}

/** The main thread's side. */
export function performOutliving(
  { store, assets }: Pick<ToolContext, "store" | "assets">,
  request: AnyOutlivingRequest,
): Promise<OutlivingRequests[Name]["answer"]> {
  switch (request.name) {
    case "assets_list":
      return assets.list(request.given);
    case "assets_document":
      return assets.document(request.given.kind, request.given.name);
    case "assets_read":
      return assets.read(request.given.kind, request.given.name);
  }
  if (store === null) throw new Error("Nothing is kept here.");
  const { memory, sessions } = store;
  switch (request.name) {
    case "memory_list":
      return memory.list();
    case "memory_swap": {
      const { before, texts } = request.given;
      return memory.update((entries) => {
        const same =
          entries.length === before.length &&
          entries.every((entry, index) => entry.text === before[index]);
        return { texts: same ? texts : null, value: same };
      });
    }
    case "sessions_list":
      return sessions.list(request.given);
    case "sessions_search":
      return sessions.search(request.given.query, request.given.limit);
    case "sessions_get":
      return sessions.get(request.given);
    case "sessions_messages": {
      const { id, position, count } = request.given;
      return sessions.messages(id, position, count);
    }
  }
}
