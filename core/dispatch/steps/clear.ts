import type { Risk } from "../../contract/index.ts";
import type { Approve, Candidate } from "../approve/approve.ts";
import type { CallLife } from "../life.ts";
import type { Prepared } from "../prepare.ts";
import { type Secrets, unknownSecretMessage } from "../secrets/secrets.ts";
import { clip } from "../text.ts";
import { quoted } from "../wording.ts";
import { type Ended, ended } from "./ended.ts";
import { fit } from "./fit.ts";
import type { FitOptions, Fitted } from "./fit.ts";
import { parseArgs } from "./parse.ts";
import type { PlainArgs } from "./parse.ts";
import { judge } from "./risk.ts";
import type { Judged } from "./risk.ts";

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
const EDITS = 5;

/**
 * Validates, judges and asks, until the arguments are such that they may run, or the call has ended. Arguments that a
 * person edited go through all of it again; they are put to the person again only when the risk is another one than
 * they have seen. Edited arguments that can not run are the person's to correct and not the model's: the question
 * comes again, about the arguments before, with the reason.
 */
export async function clear(args: PlainArgs, options: ClearOptions): Promise<Cleared | Ended> {
  const { candidate, approve, secrets, life } = options;
  let asked: unknown = args;
  let seen: Risk | null = null;
  let first: Ready | null = null;
  let last: Ready | null = null;
  for (let edits = 0; edits <= EDITS; edits += 1) {
    const ready = await makeReady(asked, options);
    const rejected = ready.kind === "ended" && last !== null && ready.status === "error";
    if (ready.kind === "ended" && !rejected) return ready;
    const current: Ready | null = ready.kind === "ready" ? ready : last;
    if (current === null) break;
    first ??= current;
    const { fitted, judged } = current;
    const cleared: Cleared = {
      kind: "cleared",
      args: fitted.args,
      value: fitted.value,
      risk: judged.risk,
      note: current === first ? null : editNote(secrets.maskDeep(fitted.args)),
    };
    if (!rejected && seen === judged.risk) return cleared;
    const approval = await approve(
      {
        ...candidate,
        args: fitted.args,
        judged,
        rejected: ready.kind === "ended" ? { args: asked, reason: ready.message } : null,
      },
      life,
    );
    switch (approval.kind) {
      case "approved":
        return cleared;
      case "ended":
        return approval;
      case "edited":
        asked = approval.args;
        seen = judged.risk;
        last = current;
    }
  }
  const tooOften = `The arguments of ${quoted(options.fit.name)} were changed too often. It did not run.`;
  return ended("error", tooOften);
}

type Ready = {
  readonly kind: "ready";
  readonly fitted: Fitted;
  readonly judged: Judged;
};

/** What a person may be asked about: they need not be about a call that can not run. */
async function makeReady(
  args: unknown,
  { fit: how, prepared, secrets }: ClearOptions,
): Promise<Ready | Ended> {
  const parsed = parseArgs(args);
  if (parsed.kind === "ended") return parsed;
  const fitted = await fit(parsed.args, how);
  if (fitted.kind === "ended") return fitted;
  const resolution = secrets.resolve(fitted.value);
  if (resolution.kind === "unknown_secret") {
    return ended("error", unknownSecretMessage(resolution));
  }
  const judged = judge(prepared.declared, prepared.assess, fitted.value, secrets.mask);
  return { kind: "ready", fitted, judged };
}

function editNote(args: unknown): string {
  return `[A person changed the arguments before this ran, to ${clip(JSON.stringify(args), 500)}]`;
}
