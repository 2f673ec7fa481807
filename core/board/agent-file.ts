import { durationMs } from "../contract/index.ts";
import { NAME_RULE, isName } from "./asset-name.ts";
import { FileError } from "./file-error.ts";
import { KeyReader } from "./key-reader.ts";
import type { KeySource } from "./key-reader.ts";
import { APPROVAL_MODES } from "./profile.ts";
import type { ApprovalPolicy, Limits, Profile } from "./profile.ts";

/** A profile can not be read, found or put together. */
export class ProfileError extends FileError {
  override readonly name: string = "ProfileError";
}

/** What one `agent.md` says. What it leaves out is undefined, and comes from a lower file or from what it extends. */
export type AgentFile = {
  readonly [K in "title" | "description" | "context" | "model" | "tool_calls" | "tools"]:
    | Profile[K]
    | undefined;
} & {
  /** Absolute path. */
  readonly file: string;
  readonly extends: string | undefined;
  readonly approvals: Partial<ApprovalPolicy>;
  readonly limits: Partial<Limits>;
  readonly role: string;
  /** The line of `extends`. */
  readonly extendsLine: number;
};

/**
 * Reads the keys of one `agent.md` (DESIGN, "A profile"), strictly.
 *
 * @param file - names the file in errors
 * @throws ProfileError - for an unknown key or a wrong value: names file, line and what was expected
 */
export function agentFileOf(
  file: string,
  source: KeySource & { readonly body: string },
): AgentFile {
  const keys = new KeyReader(source, (problem) => {
    throw new ProfileError(file, problem);
  });
  const found: AgentFile = {
    file,
    title: keys.text("title"),
    description: keys.text("description"),
    context: keys.text("context"),
    extends: keys.take("extends", "the name of a profile", profileName, `There, ${NAME_RULE}.`),
    extendsLine: source.lineOf(["extends"]),
    model: keys.take("model", "`provider/model`, such as `openai/gpt-5-mini`", model),
    tools: keys.take(
      "tools",
      "a list of tool names",
      toolNames,
      "Write `tools: []` for no tools; leave the key out for all.",
    ),
    tool_calls: keys.oneOf("tool_calls", ["native", "text"]),
    approvals: keys.mapping("approvals", approvals) ?? {},
    limits: keys.mapping("limits", limits) ?? {},
    role: source.body.trim(),
  };
  keys.end();
  return found;
}

function approvals(keys: KeyReader): Partial<ApprovalPolicy> {
  const tools = keys.entries("tools", (modes, name) => modes.oneOf(name, APPROVAL_MODES));
  return defined<ApprovalPolicy>({
    read: keys.oneOf("read", APPROVAL_MODES),
    write: keys.oneOf("write", APPROVAL_MODES),
    tools: Object.fromEntries(tools),
  });
}

function limits(keys: KeyReader): Partial<Limits> {
  return defined<Limits>({
    rounds: keys.wholeNumber("rounds", 1),
    parallel: keys.wholeNumber("parallel", 1),
    tool_timeout: duration(keys, "tool_timeout"),
    approval_timeout: duration(keys, "approval_timeout"),
    result_chars: keys.wholeNumber("result_chars", 1),
    delegate_depth: keys.wholeNumber("delegate_depth", 0),
    delegate_width: keys.wholeNumber("delegate_width", 1),
  });
}

function duration(keys: KeyReader, key: string): number | undefined {
  return keys.take(
    key,
    "a duration, such as `120s`, `10m` or a number of milliseconds",
    (value) => durationMs(value) ?? undefined,
  );
}

function profileName(value: unknown): string | undefined {
  return typeof value === "string" && isName(value) ? value : undefined;
}

function model(value: unknown): string | undefined {
  return typeof value === "string" && /^[a-z][a-z0-9_-]*\/\S(?:.*\S)?$/i.test(value)
    ? value
    : undefined;
}

function toolNames(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const names = value.filter((name) => typeof name === "string" && name !== "");
  return names.length === value.length ? names : undefined;
}

/** So that spreading one over another lets only what is there win. */
function defined<T extends object>(values: { [K in keyof T]: T[K] | undefined }): Partial<T> {
  const kept: Partial<T> = {};
  for (const key in values) if (values[key] !== undefined) kept[key] = values[key];
  return kept;
}
