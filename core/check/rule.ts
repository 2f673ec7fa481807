import type { Diagnostic, Severity } from "../board/diagnostic.ts";
import type { CheckContext } from "./context.ts";

/** What a rule finds; its code and severity are the rule's. */
export type Finding = {
  readonly message: string;
  /** Relative to the workspace. */
  readonly file: string | null;
  readonly line: number | null;
  /** What to do. */
  readonly hint: string | null;
};

/** Null where no file, or no line of it, is at fault. */
type ExamplePlace = { readonly file: string | null; readonly line: number | null };

/** A small workspace that shows a rule. */
export type Example = {
  /** What differs from the clean workspace of `examples/clean.ts`: path → content, null where the file is not there. */
  readonly files: Readonly<Record<string, string | null>>;
  /** The place to look at; in a failing example, where the rule must find what it looks for. */
  readonly at: ExamplePlace;
  /** What differed when the lock was written; there is no lock where this is absent. */
  readonly locked?: Readonly<Record<string, string | null>>;
  /** Flags of `check` that the example needs. */
  readonly flags?: { readonly frozen?: boolean; readonly run?: boolean };
  /** Other codes that can not but be found along with it. */
  readonly also?: readonly string[];
};

/** One thing that `check` looks for. A rule is a pure function of what was read. */
export type Rule = {
  /** Stable, `family/what`. */
  readonly code: string;
  readonly severity: Severity;
  /** One line: what is wrong, and why it matters. */
  readonly summary: string;
  readonly failing: Example;
  readonly passing: Example;
  check(context: CheckContext): Finding[];
  /** What opening a board or building a prompt finds by itself: the rule explains it, and finds nothing twice. */
  readonly elsewhere?: true;
};

/** A rule for what the board or the prompts find by themselves. */
export function foundElsewhere(rule: Omit<Rule, "check" | "elsewhere">): Rule {
  return { ...rule, elsewhere: true, check: () => [] };
}

export function toDiagnostic(rule: Rule, finding: Finding): Diagnostic {
  const { code, severity } = rule;
  const { message, file, line, hint } = finding;
  return { code, severity, message, file, line, hint };
}
