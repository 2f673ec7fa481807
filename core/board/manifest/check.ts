import { isAbsolute } from "node:path";
import { BREAK_LOOP, RISKS } from "../../contract/index.ts";
import { isName } from "../asset-name.ts";
import type { CallableSpec, ToolDescription } from "../board.ts";
import type { ToolProblem } from "../tool-problem.ts";
import { SEVERITIES } from "../diagnostic.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { isMapping } from "../mapping.ts";

// What is read out of a manifest is checked value by value: anybody may have written it. By hand, because zod takes as long
// to import as all the rest of a start.

/** Deeper than any schema, and little enough for code that recurses. */
const DEEPEST = 100;

/** Whether a value that JSON gave is nested no deeper than code can bear that recurses. */
export function isShallow(value: unknown, depth = 0): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (depth > DEEPEST) return false;
  for (const key in value) {
    if (!isShallow(Reflect.get(value, key), depth + 1)) return false;
  }
  return true;
}

/** A value that JSON gave, where nothing is known of it but that it is a mapping. */
export function isData(value: unknown): value is Record<string, unknown> {
  return isMapping(value) && isShallow(value);
}

export function isPath(value: unknown): value is string {
  return typeof value === "string" && isAbsolute(value) && !value.includes("\0");
}

export function isDescription(value: unknown): value is ToolDescription {
  if (!isMapping(value) || Object.keys(value).length !== 10) return false;
  const { self, methods, description, risk, interactive, break_loop, timeout } = value;
  return (
    (self === null || isCallable(self)) &&
    areMethods(methods) &&
    typeof description === "string" &&
    isOneOf(RISKS, risk) &&
    typeof interactive === "boolean" &&
    isOneOf(BREAK_LOOP, break_loop) &&
    (timeout === null || typeof timeout === "number") &&
    typeof value["repeatable"] === "boolean" &&
    typeof value["isolate"] === "boolean" &&
    typeof value["volatile"] === "boolean"
  );
}

function areMethods(value: unknown): boolean {
  if (!isMapping(value)) return false;
  for (const name in value) if (!isName(name) || !isCallable(value[name])) return false;
  return true;
}

function isCallable(value: unknown): value is CallableSpec {
  if (!isMapping(value)) return false;
  const { description, risk, assessed, inputSchema, outputSchema } = value;
  return (
    typeof description === "string" &&
    isOneOf(RISKS, risk) &&
    typeof assessed === "boolean" &&
    isData(inputSchema) &&
    (outputSchema === undefined || isData(outputSchema))
  );
}

/** A fatal one is never kept. */
export function isProblem(value: unknown): value is ToolProblem {
  if (!isMapping(value)) return false;
  const { code, severity, message, hint, fatal } = value;
  return (
    typeof code === "string" &&
    isOneOf(SEVERITIES, severity) &&
    typeof message === "string" &&
    isTextOrNull(hint) &&
    fatal === false
  );
}

export function isDiagnostic(value: unknown): value is Diagnostic {
  if (!isMapping(value)) return false;
  const { code, severity, message, file, line, hint } = value;
  return (
    typeof code === "string" &&
    isOneOf(SEVERITIES, severity) &&
    typeof message === "string" &&
    isTextOrNull(file) &&
    (line === null || typeof line === "number") &&
    isTextOrNull(hint)
  );
}

export function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}

export function isOneOf<const T>(values: readonly T[], value: unknown): value is T {
  for (const one of values) if (one === value) return true;
  return false;
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

export function isListOf<T>(
  value: unknown,
  is: (item: unknown) => item is T,
): value is readonly T[] {
  return Array.isArray(value) && value.every(is);
}
