/** What outlives a process, as far as a tool may reach it: the profile's own, seen from the session that asks. */
export interface ToolStore {
  readonly memory: ToolMemory;
  readonly sessions: ToolSessions;
}

export type MemoryItem = {
  readonly text: string;
  /** Milliseconds since the epoch, as all times here. */
  readonly created_at: number;
};

/** What an update makes of the entries: their texts in order, or null to leave all as it is; and what the caller gets back. */
export type MemoryChange<T> = { readonly texts: readonly string[] | null; readonly value: T };

/** What the profile remembers over sessions. */
export interface ToolMemory {
  /** Oldest first. */
  list(): Promise<readonly MemoryItem[]>;
  /**
   * Changes the entries in one step that no other writer can come between: all of it, or nothing.
   *
   * @param change - gets the entries as they are at that moment. It may be called more than once, so it has no effects
   */
  update<T>(change: (entries: readonly MemoryItem[]) => MemoryChange<T>): Promise<T>;
}

export type PastSession = {
  readonly id: string;
  /** How the conversation began, or what a person named it. */
  readonly title: string | null;
  readonly created_at: number;
  readonly updated_at: number;
  /** How many it holds. */
  readonly messages: number;
};

export type PastMessage = {
  /** 1 for the first message of a session. */
  readonly position: number;
  readonly role: "user" | "assistant" | "tool" | "note";
  /** What a person would read of it; secrets are masked. */
  readonly text: string;
  readonly created_at: number;
};

export type PastHit = {
  readonly session: PastSession;
  /** The newest message of the session that holds all the words. */
  readonly message: PastMessage;
};

/**
 * The profile's past conversations with people. Those of other profiles are as if they were not there, and those of
 * child agents are found by nobody.
 */
export interface ToolSessions {
  /** The latest first, without the one that asks. At most `limit`. */
  list(limit: number): Promise<readonly PastSession[]>;
  /** Sessions with a message that holds all words of `query`, each once, newest hit first, without the one that asks. */
  search(query: string, limit: number): Promise<readonly PastHit[]>;
  /** Null for a session that does not exist, and for one of another profile. */
  get(id: string): Promise<PastSession | null>;
  /** Messages from `position` on, at most `count`; none where `get` gives null. */
  messages(id: string, position: number, count: number): Promise<readonly PastMessage[]>;
}

/** A file of the workspace's layers that is no code. */
export type AssetInfo = {
  /** Relative to the folder of its kind, with `/`: `trip/SKILL.md`. */
  readonly name: string;
  /** The folder it is found in, relative to the workspace: `plugins/travel`, or `.` for the workspace itself. */
  readonly layer: string;
  /** 0 for the highest layer. */
  readonly rank: number;
};

export type AssetDocument = {
  /** Empty where there is no front matter. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly body: string;
};

/** Files found through the layers, by names that are looked up and never joined to a path. */
export interface ToolAssets {
  /** Each name with the layer that wins it, sorted. */
  list(kind: "skills"): Promise<readonly AssetInfo[]>;
  /**
   * The text of the file that wins the name; null where there is none.
   *
   * @throws Failed when the file is too large, or no UTF-8 text
   */
  read(kind: "skills", name: string): Promise<string | null>;
  /**
   * The same, as front matter and body. Front matter is data: it is never evaluated.
   *
   * @throws Failed when it can not be read; the message names file and line
   */
  document(kind: "skills", name: string): Promise<AssetDocument | null>;
}
