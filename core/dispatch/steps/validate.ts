import { isStandardSchema } from "../../contract/index.ts";
import type { ArgsSchema, JsonSchema, StandardSchema } from "../../contract/index.ts";
import { clip } from "../text.ts";
import { quoted, thrownText } from "../wording.ts";
import type { ForeignIssue } from "./json-schema.ts";
import type { PlainArgs } from "./parse.ts";

export type ArgIssue = { readonly path: string; readonly message: string };

export type Validated =
  | { readonly kind: "valid"; readonly value: unknown }
  | { readonly kind: "invalid"; readonly issues: readonly ArgIssue[] };

/** Checks arguments against one schema. May throw, or never settle, where the schema does. */
export type Validator = (args: PlainArgs) => Validated | Promise<Validated>;

const ISSUES_SHOWN = 10;
const ISSUE_CHARS = 180;

/**
 * Makes the check for a tool's `args`, or its `output`, once for each schema: the live schema validates, not one rebuilt from JSON Schema.
 *
 * @param schema - `args` of the tool or method; undefined for one that takes none, which ignores whatever it is sent
 * @returns the validator; for JSON Schema the library is loaded here
 * @throws Error when the schema itself is broken, with what is wrong with it
 */
export async function createValidator(schema: ArgsSchema | undefined): Promise<Validator> {
  if (schema === undefined) return () => ({ kind: "valid", value: {} });
  if (isStandardSchema(schema)) return standardValidator(schema);
  return foreignValidator(schema);
}

function standardValidator(schema: StandardSchema): Validator {
  const { validate } = schema["~standard"];
  return (args) => {
    const result = validate(args);
    return result instanceof Promise ? result.then(readResult) : readResult(result);
  };
}

function readResult(result: unknown): Validated {
  if (typeof result !== "object" || result === null) {
    throw new TypeError("the schema gave no result");
  }
  const issues: unknown = Reflect.get(result, "issues");
  if (issues === undefined || issues === null) {
    return { kind: "valid", value: Reflect.get(result, "value") };
  }
  const list: readonly unknown[] = Array.isArray(issues) ? issues : [issues];
  return { kind: "invalid", issues: list.map(readIssue) };
}

function readIssue(issue: unknown): ArgIssue {
  if (typeof issue !== "object" || issue === null) return { path: "", message: "is not valid" };
  const path: unknown = Reflect.get(issue, "path");
  return { path: Array.isArray(path) ? dotted(path) : "", message: thrownText(issue) };
}

function dotted(path: readonly unknown[]): string {
  const steps = path.map((step) =>
    typeof step === "object" && step !== null ? Reflect.get(step, "key") : step,
  );
  return steps.map(String).join(".");
}

async function foreignValidator(schema: JsonSchema): Promise<Validator> {
  const { compileJsonSchema } = await import("./json-schema.ts");
  const check = await compileJsonSchema(schema);
  return (args) => {
    const issues = check(args);
    return issues.length === 0
      ? { kind: "valid", value: args }
      : { kind: "invalid", issues: issues.map(fromForeign) };
  };
}

function fromForeign({ pointer, message }: ForeignIssue): ArgIssue {
  const steps = pointer.split("/").slice(1);
  return {
    path: steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~")).join("."),
    message,
  };
}

/**
 * What the model is told of arguments that do not fit: each wrong field by name, in bounded size.
 *
 * @param mask - is applied before anything is cut, because half a secret can not be masked any more
 */
export function invalidArgsText(
  name: string,
  issues: readonly ArgIssue[],
  mask: (text: string) => string = (text) => text,
): string {
  return `The arguments for ${quoted(name)} are not valid; the tool did not run.\n${issueLines(issues, mask)}`;
}

/** Each wrong field by name, a line each, in bounded size; `mask` as above. */
export function issueLines(issues: readonly ArgIssue[], mask: (text: string) => string): string {
  const lines = issues
    .slice(0, ISSUES_SHOWN)
    .map(({ path, message }) =>
      clip(`- ${path === "" ? "" : `${clip(mask(path), 80)}: `}${mask(message)}`, ISSUE_CHARS),
    );
  const more = issues.length - lines.length;
  if (more > 0) lines.push(`- and ${more} more`);
  return lines.join("\n");
}
