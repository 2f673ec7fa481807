import type { Host } from "../host.ts";

/** Nobody can be asked: a script, a pipe, a cron job. */
export const noHost: Host = {
  name: "none",
  canAsk: false,
  approve: ({ id, binding }) =>
    Promise.resolve({ kind: "cancel", id, binding, reason: "nobody can be asked here" }),
  answer: () => Promise.resolve({ status: "no_host" }),
};
