import type { ApprovalRequest, Asker } from "../host.ts";
import { type Ended, ended } from "../steps/ended.ts";
import type { Judged } from "../steps/risk.ts";
import { quoted } from "../wording.ts";

type Call = ApprovalRequest["call"];

/** What the model is told of a call that may not run. Each says that it did not run, and whether a person said so. */
export const refusals = {
  byTool: (call: Call, { why }: Judged): Ended =>
    ended(
      "denied",
      `${nameOf(call)} is switched off (${why}). It did not run, and no approval can change that.`,
    ),

  byProfile: (call: Call, { profile }: Asker, rule: string): Ended =>
    ended(
      "denied",
      `${nameOf(call)} is refused by the profile ${profile} (${rule}). It did not run. Do not call it again.`,
    ),

  nobodyToAsk: (call: Call, { why }: Judged, { profile }: Asker, reason: string): Ended =>
    ended(
      "denied",
      `${nameOf(call)} has to be allowed by a person (${why}), and nobody can be asked here${because(reason)}. It did not run. ` +
        `A person can run it where they can answer, or allow it beforehand: with ` +
        `approvals: { tools: { ${call.tool}: allow } } in the profile ${profile} (agents/${profile}/agent.md).`,
    ),

  byPerson: (call: Call, reason: string): Ended =>
    ended(
      "denied",
      `A person denied ${nameOf(call)}${because(reason)}. It did not run. ` +
        `Do not try the same call again; do something else, or ask what they want.`,
    ),

  stale: (call: Call): Ended =>
    ended(
      "denied",
      `The answer that came for ${nameOf(call)} belongs to another question, so it does not count. It did not run.`,
    ),

  changed: (call: Call): Ended =>
    ended(
      "denied",
      `The file of ${nameOf(call)} changed after a person was asked, so the approval does not count. It did not run.`,
    ),

  brokenOff: (call: Call, reason: string): Ended =>
    ended(
      "cancelled",
      `The question whether ${nameOf(call)} may run was broken off${because(reason)}. It did not run; nobody refused it.`,
    ),

  noAnswer: (call: Call, limit: number): Ended =>
    ended(
      "no_answer",
      `Nobody answered within ${seconds(limit)} whether ${nameOf(call)} may run. It did not run; nobody refused it.`,
    ),

  stopped: (call: Call): Ended =>
    ended(
      "cancelled",
      `The turn was stopped while a person was asked about ${nameOf(call)}. It did not run.`,
    ),
} as const;

function nameOf({ tool, method }: Call): string {
  return quoted(method === null ? tool : `${tool}:${method}`);
}

function because(reason: string): string {
  return reason === "" ? "" : `: ${reason.replace(/[.\s]+$/, "")}`;
}

function seconds(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`;
}
