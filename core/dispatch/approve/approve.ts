import { randomUUID } from "node:crypto";
import type { ToolEntry } from "../../board/board.ts";
import type { ApprovalPolicy } from "../../board/profile.ts";
import { type Consulted, canAsk, consult } from "../consult.ts";
import type { ApprovalSettled, EmitDispatch } from "../events.ts";
import type { ApprovalRequest, Asker, Host } from "../host.ts";
import type { CallLife } from "../life.ts";
import type { Secrets } from "../secrets/secrets.ts";
import type { Ended } from "../steps/ended.ts";
import type { Judged } from "../steps/risk.ts";
import { thrownText } from "../wording.ts";
import { bindingOf } from "./binding.ts";
import { type Heard, hear, isCancel } from "./decision.ts";
import { rule } from "./policy.ts";
import { refusals } from "./refusals.ts";
import { allowanceKey } from "./store.ts";
import type { Allowance, ApprovalStore } from "./store.ts";

/** `edited`: a person allowed the call with these arguments, which are still to be validated and judged. */
export type Approval =
  | { readonly kind: "approved" }
  | { readonly kind: "edited"; readonly args: unknown }
  | Ended;

/** One call, as a person is to judge it. */
export type Candidate = {
  readonly call: { readonly id: string; readonly tool: string; readonly method: string | null };
  readonly entry: ToolEntry;
  readonly description: string;
  /** As they were asked for; secrets are still placeholders. */
  readonly args: unknown;
  readonly judged: Judged;
  /** What a person made of the arguments before, and why it can not run. */
  readonly rejected?: { readonly args: unknown; readonly reason: string } | null;
  readonly asker: Asker;
};

export type ApproverOptions = {
  readonly policy: ApprovalPolicy;
  readonly host: Host;
  readonly store: ApprovalStore;
  /** Milliseconds that a question may stay open. */
  readonly limit: number;
  readonly secrets: Secrets;
  readonly emit: EmitDispatch;
  /** A file as people read it. */
  readonly relative: (file: string) => string;
  /** The tool's source as it is now. */
  readonly currentFingerprint: (entry: ToolEntry) => string | Promise<string>;
  /** Something of the approval failed that does not change its outcome. */
  readonly report: (message: string) => void;
};

export type Approve = (candidate: Candidate, life: CallLife) => Approval | Promise<Approval>;

const APPROVED: Approval = { kind: "approved" };

/** Makes the step that decides whether a call may run: by the profile, by what a session allows, or by asking a person. */
export function createApprove(options: ApproverOptions): Approve {
  const approver = new Approver(options);
  return (candidate, life) => {
    const { call, judged, asker } = candidate;
    const { mode, rule: ruling } = rule(options.policy, call.tool, judged.risk);
    switch (mode) {
      case "allow":
        return APPROVED;
      case "deny":
        approver.tell(candidate, call.id, "policy", ruling);
        return judged.risk === "deny"
          ? refusals.byTool(call, judged)
          : refusals.byProfile(call, asker, ruling);
      case "ask":
        return approver.ask(candidate, ruling, life);
    }
  };
}

class Approver {
  readonly #options: ApproverOptions;
  /** Are told what has just been allowed for a session, so that an open question about the same is not put twice. */
  readonly #open = new Set<(allowed: string) => void>();

  constructor(options: ApproverOptions) {
    this.#options = options;
  }

  async ask(candidate: Candidate, ruling: string, life: CallLife): Promise<Approval> {
    const { call, entry, asker, judged } = candidate;
    const { host, secrets } = this.#options;
    const fingerprint = await this.#fingerprint(entry);
    // Without a source there is nothing to bind an approval to.
    if (fingerprint === null) return refusals.changed(call);
    const { session } = asker;
    const allowance = { session, source: entry.id, method: call.method, fingerprint };
    if (await this.#isAllowed(allowance)) {
      this.tell(candidate, call.id, "allow_session", "allowed earlier for this session");
      return APPROVED;
    }
    if (!canAsk(host)) {
      this.tell(candidate, call.id, "no_host", null);
      return refusals.nobodyToAsk(call, judged, asker, "");
    }
    const request = this.#request(candidate, ruling, fingerprint);
    const consulted = await this.#put(candidate, request, allowance, life);
    return this.#conclude(candidate, request, allowance, hear(consulted, request, secrets.mask));
  }

  async #put(
    candidate: Candidate,
    request: ApprovalRequest,
    allowance: Allowance,
    life: CallLife,
  ): Promise<Consulted> {
    const { emit, host, store, limit } = this.#options;
    const { id: call, tool, method } = candidate.call;
    emit({ type: "approval_asked", request });
    await this.#quietly(() => store.opened(request));
    const message = "An answer came after its question was closed; it was turned away.";
    const consulted = await consult({
      life,
      limit,
      put: (signal) => host.approve(request, signal),
      // That it was broken off is no answer that could have had an effect.
      late: (value) => {
        if (isCancel(value)) return;
        emit({ type: "warning", call, tool, method, message });
      },
      moot: (settle) => {
        const allowed = allowanceKey(allowance);
        const listener = (key: string): void => (key === allowed ? settle() : undefined);
        this.#open.add(listener);
        return () => this.#open.delete(listener);
      },
    });
    await this.#quietly(() => store.settled(request.id));
    return consulted;
  }

  async #conclude(
    candidate: Candidate,
    request: ApprovalRequest,
    allowance: Allowance,
    heard: Heard,
  ): Promise<Approval> {
    const { call, judged, asker } = candidate;
    const settle = (outcome: ApprovalSettled["outcome"], reason: string | null = null): void =>
      this.tell(candidate, request.id, outcome, reason);
    switch (heard.kind) {
      case "timed_out":
        settle("no_answer");
        return refusals.noAnswer(call, this.#options.limit);
      case "withdrawn":
        settle("withdrawn");
        return refusals.stopped(call);
      case "stale":
        settle("stale", "the answer belongs to another question");
        return refusals.stale(call);
      case "deny":
        settle("deny", heard.reason);
        return refusals.byPerson(call, heard.reason);
      case "no_host":
        settle("no_host", heard.reason);
        return refusals.nobodyToAsk(call, judged, asker, heard.reason);
      case "cancel":
        settle("cancel", heard.reason);
        return refusals.brokenOff(call, heard.reason);
      case "moot":
      case "allow_once":
      case "allow_session":
      case "allow_edited":
        break;
    }
    if ((await this.#fingerprint(candidate.entry)) !== allowance.fingerprint) {
      settle("stale", "the tool's file changed after the question was asked");
      return refusals.changed(call);
    }
    switch (heard.kind) {
      case "moot":
        settle("allow_session", "allowed meanwhile for this session");
        return APPROVED;
      case "allow_once":
        settle("allow_once");
        return APPROVED;
      case "allow_edited":
        settle("allow_edited");
        return { kind: "edited", args: heard.args };
      case "allow_session":
        settle("allow_session");
        await this.#quietly(() => this.#options.store.allow(allowance));
        for (const listener of this.#open) listener(allowanceKey(allowance));
        return APPROVED;
    }
  }

  #request(
    { call, entry, description, args, judged, rejected, asker }: Candidate,
    ruling: string,
    fingerprint: string,
  ): ApprovalRequest {
    const { secrets, relative, limit } = this.#options;
    return {
      id: randomUUID(),
      binding: bindingOf(call, args, fingerprint),
      call,
      source: entry.id,
      file: entry.file === null ? null : relative(entry.file),
      description: secrets.mask(description),
      args: secrets.maskDeep(args),
      risk: judged.risk,
      why: secrets.mask(`${judged.why}; ${ruling}`),
      ...(rejected && {
        rejected: { args: secrets.maskDeep(rejected.args), reason: secrets.mask(rejected.reason) },
      }),
      asker,
      expires: Date.now() + limit,
    };
  }

  tell(
    { call: { id: call, tool, method } }: Candidate,
    id: string,
    outcome: ApprovalSettled["outcome"],
    reason: string | null,
  ): void {
    const said = reason === "" ? null : reason;
    this.#options.emit({ type: "approval_settled", id, outcome, reason: said, call, tool, method });
  }

  /** Null where the source can not be read any more. */
  async #fingerprint(entry: ToolEntry): Promise<string | null> {
    try {
      return await this.#options.currentFingerprint(entry);
    } catch (error) {
      this.#options.report(`The source of ${entry.id} can not be read: ${thrownText(error)}`);
      return null;
    }
  }

  async #isAllowed(allowance: Allowance): Promise<boolean> {
    try {
      return (await this.#options.store.isAllowed(allowance)) === true;
    } catch (error) {
      this.#options.report(`What the session allows can not be read: ${thrownText(error)}`);
      return false;
    }
  }

  async #quietly(keep: () => unknown): Promise<void> {
    try {
      await keep();
    } catch (error) {
      this.#options.report(`An approval can not be kept: ${thrownText(error)}`);
    }
  }
}
