import type { Generated } from "kysely";

/** Rows as both databases return them. Times are milliseconds since the epoch. */
export type Tables = {
  sessions: {
    id: string;
    profile: string;
    model: string;
    parent: string | null;
    title: string | null;
    created_at: number;
    updated_at: number;
  };
  messages: {
    id: Generated<number>;
    session: string;
    /** 1 for the first message of a session. */
    position: number;
    role: string;
    /** The message as JSON. */
    body: string;
    /** What a person would read of it. */
    text: string;
    created_at: number;
  };
  /** Results that are known before the message that holds all results of a reply is complete. */
  results: {
    session: string;
    call: string;
    /** The result as JSON. */
    body: string;
    created_at: number;
  };
  memory_entries: {
    id: Generated<number>;
    profile: string;
    text: string;
    created_at: number;
  };
  approvals: {
    id: string;
    session: string;
    /** The request as JSON. */
    request: string;
    opened_at: number;
  };
};
