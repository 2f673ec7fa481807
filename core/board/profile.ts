/** What happens with a call of that risk: a person is asked, or it runs, or it is refused. */
export const APPROVAL_MODES = ["ask", "allow", "deny"] as const;

export type ApprovalMode = (typeof APPROVAL_MODES)[number];

export type ApprovalPolicy = {
  /** By risk; a tool's own `deny` can not be lifted. */
  readonly read: ApprovalMode;
  readonly write: ApprovalMode;
  /** By tool name; stronger than the risk's. */
  readonly tools: Readonly<Record<string, ApprovalMode>>;
};

export type Limits = {
  /** Model replies in one turn. */
  readonly rounds: number;
  /** Calls that run at the same time. */
  readonly parallel: number;
  /** Milliseconds that one `execute` may take. */
  readonly tool_timeout: number;
  /** Milliseconds that an approval may stay open. */
  readonly approval_timeout: number;
  /** Characters of one result that the model gets to see. */
  readonly result_chars: number;
  readonly delegate_depth: number;
  readonly delegate_width: number;
};

export const DEFAULT_APPROVALS: ApprovalPolicy = { read: "allow", write: "ask", tools: {} };

export const DEFAULT_LIMITS: Limits = {
  rounds: 50,
  parallel: 8,
  tool_timeout: 120_000,
  approval_timeout: 600_000,
  result_chars: 50_000,
  delegate_depth: 1,
  delegate_width: 3,
};

/** The profile that others extend where they name none; it extends nothing. */
export const DEFAULT_PROFILE = "default";

/** Who an agent is: its `agent.md` through the layers, with all that it extends. */
export type Profile = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** When another agent should delegate to it. */
  readonly context: string;
  /** The profiles it extends, nearest first. */
  readonly extends: readonly string[];
  /** `provider/model`, or null where none is configured. */
  readonly model: string | null;
  /** Names of the selected tools, or null for all. */
  readonly tools: readonly string[] | null;
  readonly tool_calls: "native" | "text";
  readonly approvals: ApprovalPolicy;
  readonly limits: Limits;
  /** The body of `agent.md`: its role. */
  readonly role: string;
  /** Absolute path of the `agent.md` that holds the role. */
  readonly file: string;
};
