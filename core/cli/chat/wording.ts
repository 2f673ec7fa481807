import type { AgentEvent, EndReason } from "../../agent/events.ts";

/** What a person is told of the way a turn ended; null where the turn itself has shown it. */
export const ENDINGS: Readonly<Record<EndReason, string | null>> = {
  answered: null,
  tool: null,
  rounds: "The turn was ended: the limit of rounds is reached.",
  loop: "The turn was ended: the same calls came again and again.",
  unusable: "The turn was ended: the model gave no usable reply.",
  stopped: "The turn was stopped.",
  model_error: null,
  failed: null,
};

type Settled = Extract<AgentEvent, { type: "approval_settled" }>["outcome"];

/** What came of asking whether a call may run. */
export const SETTLED: Readonly<Record<Settled, string>> = {
  allow_once: "allowed once",
  allow_edited: "allowed, with other arguments",
  allow_session: "allowed for this session",
  deny: "denied",
  cancel: "cancelled",
  no_answer: "nobody answered",
  stale: "the answer was for something else",
  withdrawn: "withdrawn",
  no_host: "denied, because nobody can be asked",
  policy: "decided by the profile",
};
