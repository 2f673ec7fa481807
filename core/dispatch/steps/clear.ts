import type { Risk } from "../../contract/index.ts";
import type { Approve, Candidate } from "../approve/approve.ts";
import type { CallLife } from "../life.ts";
import type { Prepared } from "../prepare.ts";
import { type Secrets, unknownSecretMessage } from "../secrets/secrets.ts";
import { clip } from "../text.ts";
import { quoted } from "../wording.ts";
import { type Ended, ended } from "./ended.ts";
import { fit } from "./fit.ts";
import type { FitOptions } from "./fit.ts";
import { parseArgs } from "./parse.ts";
import type { PlainArgs } from "./parse.ts";
import { judge } from "./risk.ts";

/** Arguments that may run: checked, judged and allowed. */
export type Cleared = {
  readonly kind: "cleared";
  /** As they were asked for: plain data that can be checked again. */
  readonly args: PlainArgs;
  /** What the schema made of them: what the tool gets. */
  readonly value: unknown;
  readonly risk: Risk;
  /** What the model should know about its call: that a person changed it. */
  readonly note: string | null;
};

export type ClearOptions = {
  readonly fit: FitOptions;
  readonly prepared: Prepared;
  readonly candidate: Omit<Candidate, "args" | "judged">;
  readonly approve: Approve;
  readonly secrets: Secrets;
  readonly life: CallLife;
};

/** How often a person may change the arguments of one call before it is given up. */
const EDITS = 3;

/**
 * Validates, judges and asks, until the arguments are such that they may run, or the call has ended. Arguments that a
 * person edited go through all of it again; they are put to the person again only when the risk is another one than
 * they have seen.
 */
export async function clear(args: PlainArgs, options: ClearOptions): Promise<Cleared | Ended> {
  const { prepared, candidate, approve, secrets, life } = options;
  let asked = args;
  let seen: Risk | null = null;
  for (let edits = 0; edits <= EDITS; edits += 1) {
    const fitted = await fit(asked, options.fit);
    if (fitted.kind === "ended") return fitted;
    // A person need not be asked about a call that can not run.
    const resolution = secrets.resolve(fitted.value);
    if (resolution.kind === "unknown_secret") {
      return ended("error", unknownSecretMessage(resolution));
    }
    const judged = judge(prepared.declared, prepared.assess, fitted.value, secrets.mask);
    const cleared: Cleared = {
      kind: "cleared",
      args: fitted.args,
      value: fitted.value,
      risk: judged.risk,
      note: edits === 0 ? null : editNote(secrets.maskDeep(fitted.args)),
    };
    if (seen === judged.risk) return cleared;
    const approval = await approve({ ...candidate, args: fitted.args, judged }, life);
    switch (approval.kind) {
      case "approved":
        return cleared;
      case "ended":
        return approval;
      case "edited": {
        const parsed = parseArgs(approval.args);
        if (parsed.kind === "ended") return parsed;
        asked = parsed.args;
        seen = judged.risk;
      }
    }
  }
  const tooOften = `The arguments of ${quoted(options.fit.name)} were changed too often. It did not run.`;
  return ended("error", tooOften);
}

function editNote(args: unknown): string {
  return `[A person changed the arguments before this ran, to ${clip(JSON.stringify(args), 500)}]`;
}
