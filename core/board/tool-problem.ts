import type { Severity } from "./diagnostic.ts";

/** Something is wrong with what a tool says of itself. The board adds which tool it is, and its file. */
export type ToolProblem = {
  /** `tool/…` or `schema/…`. */
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly hint: string | null;
  /** The tool can not be called: its definition is wrong. What is not fatal only tells a model less than it could. */
  readonly fatal: boolean;
};

/** What was found of one tool, in order. */
export type Problems = ToolProblem[];

export function fatal(problems: Problems, code: string, message: string, hint: string): void {
  problems.push({ code, severity: "error", message, hint, fatal: true });
}

export function nameOf(key: string, method: string): string {
  return method === "" ? `\`${key}\`` : `\`methods.${method}.${key}\``;
}

export function shown(value: unknown): string {
  if (typeof value === "function") return "a function";
  if (typeof value === "object" && value !== null)
    return Array.isArray(value) ? "a list" : "an object";
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
