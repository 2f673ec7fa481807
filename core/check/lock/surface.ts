import { createHash } from "node:crypto";
import type { ToolDescription } from "../../board/board.ts";
import { argumentsOf, callablesOf } from "../documents/arguments.ts";
import type { Argument } from "../documents/arguments.ts";
import { isObject } from "../documents/schema-shape.ts";

/** What the lock remembers of an argument: enough to say in words what became of it. */
export type LockedArgument = {
  readonly type: string;
  readonly required: boolean;
  readonly default?: unknown;
  /** Its bounds, by keyword. */
  readonly limits?: Readonly<Record<string, unknown>>;
  /** A hash. */
  readonly description?: string;
};

/** By path. */
export type LockedFields = Readonly<Record<string, LockedArgument>>;

export type LockedCallable = {
  readonly risk: string;
  /** A hash. */
  readonly description: string;
  readonly arguments: LockedFields;
  /** The fields of its structured result; absent where it says nothing of it. */
  readonly output?: LockedFields | undefined;
};

/** What models see of a tool, and the hashes of the files that describe it. */
export type LockedTool = {
  readonly name: string;
  readonly risk: string;
  readonly break_loop: string;
  readonly interactive: boolean;
  /** A hash of all its schemas. */
  readonly schema: string;
  /** Hashes of its fragments, by path. */
  readonly fragments: Readonly<Record<string, string>>;
  /** A hash, or null without a contract. */
  readonly contract: string | null;
  /** By method; the tool itself is the empty name. */
  readonly callables: Readonly<Record<string, LockedCallable>>;
};

/** By the tool's identity. */
export type Surface = Readonly<Record<string, LockedTool>>;

export type DescribedTool = {
  readonly name: string;
  readonly description: ToolDescription;
  /** The text of each fragment, by path. */
  readonly fragments: Readonly<Record<string, string>>;
  readonly contract: string | null;
};

export function lockedTool({ name, description, fragments, contract }: DescribedTool): LockedTool {
  const callables = callablesOf(description);
  return {
    name,
    risk: description.risk,
    break_loop: description.break_loop,
    interactive: description.interactive,
    schema: hash(
      callables.map(({ method, spec: { inputSchema, outputSchema } }) =>
        outputSchema === undefined ? [method, inputSchema] : [method, inputSchema, outputSchema],
      ),
    ),
    fragments: sorted(Object.entries(fragments).map(([file, text]) => [file, hash(text)])),
    contract: contract === null ? null : hash(contract),
    callables: Object.fromEntries(
      callables.map(({ method, spec, arguments: args }) => [
        method ?? "",
        {
          risk: spec.risk,
          description: hash(spec.description),
          arguments: lockedFields(args),
          ...(spec.outputSchema === undefined
            ? {}
            : { output: lockedFields(argumentsOf(spec.outputSchema)) }),
        },
      ]),
    ),
  };
}

const LIMITS = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "minItems",
  "maxItems",
  "uniqueItems",
] as const;

function lockedFields(fields: readonly Argument[]): LockedFields {
  return Object.fromEntries(fields.map((field) => [field.path, lockedArgument(field)]));
}

function lockedArgument(argument: Argument): LockedArgument {
  const limits = Object.fromEntries(
    LIMITS.map((keyword) => [keyword, argument.schema[keyword]] as const).filter(
      // Converters bound every integer by what a double can hold; that says nothing.
      ([, value]) => value !== undefined && Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER,
    ),
  );
  return {
    type: argument.type,
    required: argument.required,
    ...("default" in argument ? { default: argument.default } : {}),
    ...(Object.keys(limits).length > 0 ? { limits } : {}),
    ...(argument.description === null ? {} : { description: hash(argument.description) }),
  };
}

/** The same for the same content, whatever the order of keys and the line ends of the checkout. */
export function hash(value: unknown): string {
  const text =
    typeof value === "string"
      ? value.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n")
      : canonical(value);
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isObject(part) ? sorted(Object.entries(part)) : part,
  );
}

function sorted<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
