import type { FragmentView, ToolView } from "../context.ts";
import type { Argument, Callable } from "../documents/arguments.ts";
import { typeHolds } from "../documents/type-words.ts";
import { waysToName } from "./mentions.ts";

/** A row of a fragment that says something else of an argument than the code. */
export type RowDifference = {
  readonly kind: "type" | "required";
  readonly line: number;
  /** As the row names it. */
  readonly name: string;
  /** What the row says of its type. */
  readonly written: string | null;
  readonly method: string | null;
  readonly argument: Argument;
};

/** All rows that say something else, in the order of the fragment. Where several arguments may be meant, one is enough. */
export function rowDifferences(fragment: FragmentView, tool: ToolView): RowDifference[] {
  const called = callablesByLine(fragment, tool);
  const found: RowDifference[] = [];
  const { lists, mentions } = fragment.document;
  for (const { name, line, list, row } of mentions) {
    if (row === null || lists.some(({ id, lists: kind }) => id === list && kind === "results"))
      continue;
    const meant = argumentsNamed(name, called(line));
    const [first] = meant;
    if (!first) continue;
    const { type, required } = row;
    const at = { line, name, written: type, ...first };
    if (type !== null && !meant.some(({ argument }) => typeHolds(type, argument.type)))
      found.push({ kind: "type", ...at });
    if (required !== null && !meant.some(({ argument }) => argument.required === required))
      found.push({ kind: "required", ...at });
  }
  return found;
}

type Named = { readonly method: string | null; readonly argument: Argument };

/** By its whole path where there is one, else by a part of it: a row below `filter` may be `year`. */
export function argumentsNamed(
  name: string,
  callables: readonly (Pick<Callable, "arguments"> & Partial<Pick<Callable, "method">>)[],
): Named[] {
  const all = callables.flatMap(({ method = null, arguments: args }) =>
    args.map((argument) => ({ method, argument })),
  );
  const whole = all.filter(({ argument }) => argument.path === name);
  if (whole.length > 0) return whole;
  return all.filter(({ argument: { path } }) => endsWith(path, name));
}

function endsWith(path: string, name: string): boolean {
  return (
    waysToName(path).includes(name) && (path.split(/[.[\]]+/).at(-1) === name || name.includes("."))
  );
}

/** What may be spoken of in a line: the method that the heading above names, or all of the tool. */
export function callablesByLine(
  { document }: FragmentView,
  { name, callables }: ToolView,
): (line: number) => readonly Callable[] {
  const starts: { readonly line: number; readonly callables: readonly Callable[] }[] = [];
  let current: { readonly level: number; readonly callables: readonly Callable[] } | null = null;
  for (const { line, level, title } of document.headings) {
    const named = callables.filter(({ method }) => method !== null && names(title, name, method));
    if (named.length > 0) current = { level, callables: named };
    else if (current && level <= current.level) current = null;
    starts.push({ line, callables: current?.callables ?? callables });
  }
  return (line) => starts.findLast((start) => start.line <= line)?.callables ?? callables;
}

function names(title: string, tool: string, method: string): boolean {
  const plain = title.replace(/[`*]/g, "").trim();
  return (
    plain === method ||
    plain.split(/[\s(]/).some((word) => [`${tool}:${method}`, `${tool}__${method}`].includes(word))
  );
}
