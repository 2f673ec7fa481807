import type { ApprovalRequest } from "../host.ts";

/** What "for this session" was said of: it ends with the session, and with any change of the tool's source. */
export type Allowance = {
  readonly session: string;
  /** The tool's identity, `plugin:mail:send_email`. */
  readonly source: string;
  readonly method: string | null;
  readonly fingerprint: string;
};

/**
 * Where approvals are kept. In memory they end with the process; a store can keep the open ones, so that they can be
 * listed and answered after a restart.
 */
export interface ApprovalStore {
  isAllowed(allowance: Allowance): boolean | Promise<boolean>;
  allow(allowance: Allowance): void | Promise<void>;
  /** A question was put to a person and is open. */
  opened(request: ApprovalRequest): void | Promise<void>;
  /** The question with this id is open no more, whatever came of it. */
  settled(id: string): void | Promise<void>;
}

/** Keeps what was allowed for a session until the process ends. */
export function memoryApprovals(): ApprovalStore {
  const allowed = new Set<string>();
  return {
    isAllowed: (allowance) => allowed.has(allowanceKey(allowance)),
    allow: (allowance) => void allowed.add(allowanceKey(allowance)),
    opened: () => {},
    settled: () => {},
  };
}

/** Equal for equal allowances. */
export function allowanceKey({ session, source, method, fingerprint }: Allowance): string {
  return JSON.stringify([session, source, method, fingerprint]);
}
