import { partner } from "../compare/arguments.ts";
import { mendedArguments } from "../compare/example-values.ts";
import { argumentsNamed, callablesByLine, rowDifferences } from "../compare/fragment-rows.ts";
import type { FragmentView, ToolView } from "../context.ts";
import { writtenName } from "../documents/arguments.ts";
import type { Argument, Callable } from "../documents/arguments.ts";
import { isObject } from "../documents/schema-shape.ts";
import { writeText } from "../documents/text.ts";
import { saysType } from "../documents/type-words.ts";
import { applyEdits } from "./edit.ts";
import type { Edit } from "./edit.ts";
import { argumentLine, callText, inline } from "./fragment-text.ts";

/** A row in the form in which `pegboard new tool` and `--fix` write it. */
type MadeRow = {
  readonly line: number;
  readonly name: string;
  readonly type: string;
  readonly required: string;
  /** What a person may have written. */
  readonly meaning: string;
};

const MADE_ROW =
  /^- `(?<name>[^`]+)` \((?<type>(?:"(?:[^"\\]|\\.)*"|[^()`"]|\([^()`]*\))+?)(?<required>, (?:required|optional))?\)(?<meaning>: .*)?$/;

/**
 * A fragment with what the code knows of arguments, where rows and calls have the form in which they are made: rows that
 * are missing, renamed or say something else, keys that a shown call lacks. Prose, and the meanings in rows, stay.
 *
 * @returns the new text of the file; null where there is nothing to mend
 */
export function mendFragment(fragment: FragmentView): string | null {
  const { document, pairs } = fragment;
  const [tool] = pairs;
  // What holds for one profile's tool may not for another's.
  if (!tool || pairs.length > 1) return null;
  const rows = madeRows(fragment);
  const called = callablesByLine(fragment, tool);
  const renamedRows = new Map<number, string>();
  const edits: Edit[] = [];
  for (const callable of tool.callables) {
    const isOwn = (line: number): boolean => {
      const meant = called(line);
      return meant.length === 1 && meant[0] === callable;
    };
    const own = rows.filter(({ line }) => isOwn(line));
    const missing = missingArguments(fragment, callable, isOwn);
    const renamed = renamedIn(callable, own, missing);
    for (const [row, argument] of renamed) renamedRows.set(row.line, argument.path);
    const added = missing.filter((argument) => ![...renamed.values()].includes(argument));
    edits.push(...newRows(fragment, callable, own, added));
    const names = new Map([...renamed].map(([{ name }, { path }]) => [name, path]));
    edits.push(...callEdits(fragment, tool, callable, names, own.length === 0 ? added : []));
  }
  edits.push(...changedRows(fragment, tool, rows, renamedRows));
  if (edits.length === 0) return null;
  return writeText(applyEdits(document.lines, edits), document);
}

function madeRows({ document }: FragmentView): MadeRow[] {
  return document.mentions.flatMap(({ line, list, row }) => {
    const groups =
      list === null || !row ? undefined : MADE_ROW.exec(document.lines[line - 1] ?? "")?.groups;
    const { name = "", type = "", required = "", meaning = "" } = groups ?? {};
    if (!groups || saysType(type) === null) return [];
    return [{ line, name, type, required, meaning }];
  });
}

/** The arguments of a callable that nothing there names; of those inside of others, only where such have rows at all. */
function missingArguments(
  { document: { mentions } }: FragmentView,
  { arguments: args }: Callable,
  isOwn: (line: number) => boolean,
): Argument[] {
  const named = new Set(
    mentions.flatMap(({ name, line }) =>
      isOwn(line)
        ? argumentsNamed(name, [{ arguments: args }]).map(({ argument }) => argument.path)
        : [],
    ),
  );
  const outer = args.filter((argument) => !isInner(argument) && named.has(argument.path));
  const deep =
    args.some((argument) => isInner(argument) && named.has(argument.path)) ||
    !outer.some(({ path }) => args.some((other) => isInside(other.path, path)));
  return args.filter((argument) => !named.has(argument.path) && (deep || !isInner(argument)));
}

function isInner({ path }: Argument): boolean {
  return /[.[]/.test(path);
}

function isInside(path: string, outer: string): boolean {
  return path.startsWith(`${outer}.`) || path.startsWith(`${outer}[]`);
}

function renamedIn(
  { arguments: args }: Callable,
  rows: readonly MadeRow[],
  missing: readonly Argument[],
): Map<MadeRow, Argument> {
  const unknown = rows.filter(
    ({ name }) => argumentsNamed(name, [{ arguments: args }]).length === 0,
  );
  return new Map(
    missing.flatMap((argument) => {
      const row = partner(argument.path, missing, unknown, argument.type);
      return row ? [[row, argument] as const] : [];
    }),
  );
}

/** Each behind the row of the argument before it in the code; before the first where there is none. */
function newRows(
  { document: { lines } }: FragmentView,
  { arguments: args }: Callable,
  rows: readonly MadeRow[],
  added: readonly Argument[],
): Edit[] {
  const [first] = rows;
  if (!first) return [];
  return added.map((argument) => {
    const before = args.slice(0, args.indexOf(argument)).map(({ path }) => path);
    const previous = rows.findLast(({ name }) => before.includes(name));
    const line = previous ? endOfRow(lines, previous.line) : first.line;
    return { line, replace: false, lines: [argumentLine(argument)] };
  });
}

/** What is indented below a row belongs to it. */
function endOfRow(lines: readonly string[], line: number): number {
  let end = line + 1;
  while (/^\s+\S/.test(lines[end - 1] ?? "")) end++;
  return end;
}

function changedRows(
  fragment: FragmentView,
  tool: ToolView,
  rows: readonly MadeRow[],
  renamed: ReadonlyMap<number, string>,
): Edit[] {
  const differences = rowDifferences(fragment, tool);
  const args = tool.callables.flatMap((callable) => callable.arguments);
  return rows.flatMap((row): Edit[] => {
    const { line, meaning } = row;
    const own = differences.filter((difference) => difference.line === line);
    const path = renamed.get(line);
    if (own.length === 0 && path === undefined) return [];
    const argument = own[0]?.argument ?? args.find((each) => each.path === path);
    if (!argument) return [];
    const isRetyped = own.some(({ kind }) => kind === "type");
    const type = isRetyped ? inline(argument.type) : row.type;
    const says =
      path === undefined ? own.some(({ kind }) => kind === "required") : isOther(row, argument);
    const required = says ? `, ${argument.required ? "required" : "optional"}` : row.required;
    return [
      { line, replace: true, lines: [`- \`${path ?? row.name}\` (${type}${required})${meaning}`] },
    ];
  });
}

function isOther(row: MadeRow, { required }: Argument): boolean {
  return row.required === ""
    ? !required
    : row.required !== `, ${required ? "required" : "optional"}`;
}

/**
 * The calls that are shown as they are made, with keys that are missing or renamed.
 *
 * @param told - arguments that get a list of their own above the call, where it was a call without any
 */
function callEdits(
  { document }: FragmentView,
  { name: tool }: ToolView,
  { method, spec, arguments: args }: Callable,
  renamed: ReadonlyMap<string, string>,
  told: readonly Argument[],
): Edit[] {
  return document.fences.flatMap(({ line, content }): Edit[] => {
    const call = callOf(content);
    if (call?.["tool_name"] !== writtenName(tool, method)) return [];
    const before = call["tool_args"];
    if (!isObject(before)) return [];
    const after = mendedArguments(before, spec.inputSchema, renamed);
    const text = callText({ ...call, tool_args: after });
    const rows =
      Object.keys(before).length === 0 && told.length === args.length && told.length > 0
        ? [{ line, replace: false, lines: ["Arguments:", "", ...told.map(argumentLine), ""] }]
        : [];
    if (text === content) return rows;
    const old = content.split("\n");
    const replaced = old.map((_, index) => ({
      line: line + 1 + index,
      replace: true,
      lines: index === 0 ? text.split("\n") : [],
    }));
    return [...rows, ...replaced];
  });
}

/** A call that nobody has set by hand. */
function callOf(content: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(content);
    return isObject(value) && callText(value) === content ? value : null;
  } catch {
    return null;
  }
}
