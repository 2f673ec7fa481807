import type { Argument, Callable } from "../documents/arguments.ts";
import type { ArgumentRow, ArgumentTable } from "../documents/contract.ts";
import { readRequired, readType } from "../documents/type-words.ts";
import type { ToolView } from "../context.ts";

/** One way in which the argument tables of a contract and the schemas of the code differ. */
export type ArgumentDifference = {
  readonly method: string | null;
  readonly line: number;
} & (
  | { readonly kind: "missing"; readonly argument: Argument; readonly renamed: ArgumentRow | null }
  | { readonly kind: "unknown"; readonly row: ArgumentRow; readonly renamed: Argument | null }
  | { readonly kind: "type"; readonly row: ArgumentRow; readonly argument: Argument }
  | { readonly kind: "required"; readonly row: ArgumentRow; readonly argument: Argument }
  | { readonly kind: "default"; readonly row: ArgumentRow; readonly argument: Argument }
  | { readonly kind: "twice"; readonly row: ArgumentRow }
  | { readonly kind: "columns"; readonly lacks: readonly string[] }
);

/** All differences of a tool, in the order of its contract. Empty where there is nothing to compare. */
export function argumentDifferences(tool: ToolView): ArgumentDifference[] {
  const document = tool.contract?.document;
  const section = document?.sections.get("Arguments");
  if (!document || !section) return [];
  return tool.callables.flatMap((callable) => {
    const tables = document.tables.filter(({ method }) => method === callable.method);
    // That a method is not described at all is told once, and not for each of its arguments.
    if (tables.length === 0 && callable.method !== null) return [];
    return compare(callable, tables, tables[0]?.line ?? section.line);
  });
}

function compare(
  callable: Callable,
  tables: readonly ArgumentTable[],
  line: number,
): ArgumentDifference[] {
  const { method } = callable;
  const broken = tables.find((table) => table.lacks.length > 0);
  if (broken) return [{ kind: "columns", method, line: broken.line, lacks: broken.lacks }];
  const rows = tables.flatMap((table) => table.rows);
  const byName = new Map<string, ArgumentRow>();
  const found: ArgumentDifference[] = [];
  for (const row of rows) {
    if (byName.has(row.name)) found.push({ kind: "twice", method, line: row.line, row });
    else byName.set(row.name, row);
  }
  const byPath = new Map(callable.arguments.map((argument) => [argument.path, argument]));
  const missing = callable.arguments.filter(({ path }) => !byName.has(path));
  const unknown = [...byName.values()].filter(
    (row) => !byPath.has(row.name) && !isItemRow(row, byPath),
  );
  for (const argument of outermost(missing, ({ path }) => path)) {
    const renamed = partner(argument.path, missing, unknown, argument.type);
    found.push({ kind: "missing", method, line, argument, renamed });
  }
  for (const row of outermost(unknown, ({ name }) => name)) {
    const renamed = missing.find(
      (argument) => partner(argument.path, missing, unknown, argument.type) === row,
    );
    found.push({ kind: "unknown", method, line: row.line, row, renamed: renamed ?? null });
  }
  for (const argument of callable.arguments) {
    const row = byName.get(argument.path);
    if (row) found.push(...rowDifferences(method, row, argument));
  }
  return found;
}

function rowDifferences(
  method: string | null,
  row: ArgumentRow,
  argument: Argument,
): ArgumentDifference[] {
  const at = { method, line: row.line, row, argument };
  const found: ArgumentDifference[] = [];
  if (!sameType(row.type, argument.type)) found.push({ kind: "type", ...at });
  if (readRequired(row.required) !== argument.required) found.push({ kind: "required", ...at });
  if (row.default !== null && !sameDefault(row.default, argument))
    found.push({ kind: "default", ...at });
  return found;
}

/** Whether two texts mean the same type. */
function sameType(written: string, code: string): boolean {
  const read = readType(written);
  return read !== null && read === (readType(code) ?? code);
}

function sameDefault(written: string, argument: Argument): boolean {
  const plain = written.replace(/[`*]/g, "").trim();
  if (!("default" in argument)) return /^(?:none|no|n\/a|[-–—]?)$/i.test(plain);
  if (plain === argument.default) return true;
  try {
    return JSON.stringify(JSON.parse(plain)) === JSON.stringify(argument.default);
  } catch {
    return plain.replace(/^["']|["']$/g, "") === argument.default;
  }
}

/** `tags[]` and `headers.*` may have a row of their own; what stands in them is part of the outer type. */
function isItemRow(row: ArgumentRow, byPath: ReadonlyMap<string, Argument>): boolean {
  const outer = /^(?<outer>.*?)(?:(?:\[\]|\.\*)+)$/.exec(row.name)?.groups?.["outer"];
  return outer !== undefined && byPath.has(outer);
}

/** Without those that lie inside another one of the list. */
function outermost<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
  const names = items.map(nameOf);
  return items.filter((item) => !names.some((outer) => isInside(nameOf(item), outer)));
}

function isInside(path: string, outer: string): boolean {
  return path.startsWith(`${outer}.`) || path.startsWith(`${outer}[]`);
}

/** The one row that has the type of the one argument without a row: it was renamed. */
export function partner<Row extends Pick<ArgumentRow, "name" | "type">>(
  path: string,
  missing: readonly Argument[],
  unknown: readonly Row[],
  type: string,
): Row | null {
  const parent = parentOf(path);
  const rivals = missing.filter((argument) => parentOf(argument.path) === parent);
  const rows = unknown.filter((row) => parentOf(row.name) === parent && sameType(row.type, type));
  return rivals.length === 1 && rows.length === 1 ? (rows[0] ?? null) : null;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf(".")));
}
