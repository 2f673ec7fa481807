import { argumentDifferences } from "../compare/arguments.ts";
import type { ArgumentDifference } from "../compare/arguments.ts";
import type { ContractView, ToolView } from "../context.ts";
import { TABLE_HEAD, rowOf } from "../documents/argument-row.ts";
import type { Argument } from "../documents/arguments.ts";
import { saysSomething } from "../documents/contract.ts";
import type { ArgumentTable, Column } from "../documents/contract.ts";
import type { Section } from "../documents/markdown.ts";
import { tableRow } from "../documents/table.ts";
import type { Edit } from "./edit.ts";

/** What the argument tables of a contract lack, and cells that say something else than the code. */
export function tableEdits(tool: ToolView, { document }: ContractView): Edit[] {
  const section = document.sections.get("Arguments");
  if (!section || !saysSomething(document, "Arguments")) return [];
  const cells = new Map<number, Map<Column, string>>();
  const change = (line: number, column: Column, text: string): void => {
    cells.set(line, (cells.get(line) ?? new Map<Column, string>()).set(column, text));
  };
  const differences = argumentDifferences(tool);
  for (const difference of differences) changeCells(difference, change);
  const edits: Edit[] = [...cells].map(([line, columns]) => ({
    line,
    replace: true,
    lines: [withCells(document.lines[line - 1] ?? "", tableAt(document.tables, line), columns)],
  }));
  for (const callable of tool.callables) {
    const { method, arguments: args } = callable;
    const missing = differences.filter(
      (difference) =>
        difference.kind === "missing" && difference.method === method && !difference.renamed,
    );
    const tables = document.tables.filter((table) => table.method === method);
    const table = tables.at(-1);
    if (!table?.columns) {
      const described = method === null || table !== undefined;
      if (args.length === 0 || (described && missing.length === 0)) continue;
      const rows = [...TABLE_HEAD, ...args.map(rowOf)];
      edits.push(newTable(document.lines, section, { method, table, rows }));
      continue;
    }
    const names = new Set(tables.flatMap(({ rows }) => rows.map(({ name }) => name)));
    for (const argument of missingArguments(args, names, missing)) {
      edits.push({
        line: lineForRow(argument, args, tables),
        replace: false,
        lines: [newRow(argument, table, method)],
      });
    }
  }
  return edits;
}

function changeCells(
  difference: ArgumentDifference,
  change: (line: number, column: Column, text: string) => void,
): void {
  switch (difference.kind) {
    case "missing":
      if (!difference.renamed) return;
      change(difference.renamed.line, "name", difference.argument.path);
      change(difference.renamed.line, "required", difference.argument.required ? "yes" : "no");
      return;
    case "type":
      change(difference.line, "type", difference.argument.type + remarkOf(difference.row.type));
      return;
    case "required":
      change(difference.line, "required", difference.argument.required ? "yes" : "no");
      return;
    case "default":
      change(
        difference.line,
        "default",
        "default" in difference.argument ? JSON.stringify(difference.argument.default) : "",
      );
      return;
    case "unknown":
    case "twice":
    case "columns":
      return;
  }
}

/** What a person wrote behind a type: ` (a date)`. */
function remarkOf(type: string): string {
  return /\s+\((?!of\b)[^()]*\)\s*$/.exec(type)?.[0].trimEnd() ?? "";
}

/** With an argument that is missing, the fields inside of it are. */
function missingArguments(
  args: readonly Argument[],
  names: ReadonlySet<string>,
  missing: readonly ArgumentDifference[],
): Argument[] {
  const outer = missing.flatMap((difference) =>
    difference.kind === "missing" ? [difference.argument.path] : [],
  );
  return args.filter(
    ({ path }) =>
      !names.has(path) &&
      outer.some(
        (one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[]`),
      ),
  );
}

/** Behind the row of the argument that comes before it in the code; at the end where none of those has one. */
function lineForRow(
  argument: Argument,
  args: readonly Argument[],
  tables: readonly ArgumentTable[],
): number {
  const before = args.slice(0, args.indexOf(argument)).map(({ path }) => path);
  const rows = tables.flatMap((table) => table.rows);
  const previous = before.findLast((path) => rows.some(({ name }) => name === path));
  const line = rows.find(({ name }) => name === previous)?.line;
  if (line !== undefined) return line + 1;
  const [first] = rows;
  return first?.line ?? tables.at(-1)?.end ?? 1;
}

function newRow(argument: Argument, { columns }: ArgumentTable, method: string | null): string {
  const cells = Array.from({ length: columns?.count ?? 0 }, () => "");
  const put = (column: Column, text: string): void => {
    const index = columns?.at[column];
    if (index !== undefined) cells[index] = text;
  };
  put("name", argument.path);
  put("type", argument.type);
  put("required", argument.required ? "yes" : "no");
  put("default", "default" in argument ? JSON.stringify(argument.default) : "");
  put("meaning", argument.description ?? "");
  put("method", method ?? "");
  return tableRow(cells);
}

function tableAt(tables: readonly ArgumentTable[], line: number): ArgumentTable | undefined {
  return tables.find(({ rows }) => rows.some((row) => row.line === line));
}

/** The row with some cells replaced; all others stay as they were written, to the letter. */
function withCells(
  row: string,
  table: ArgumentTable | undefined,
  cells: ReadonlyMap<Column, string>,
): string {
  const pieces = cellPieces(row);
  const first = row.trimStart().startsWith("|") ? 1 : 0;
  for (const [column, text] of cells) {
    const index = table?.columns?.at[column];
    const piece = index === undefined ? undefined : pieces[index + first];
    if (index === undefined || piece === undefined) continue;
    const mark = piece.startsWith("|") ? "|" : "";
    const inTicks = /^\|?\s*`/.test(piece) && column === "name" ? `\`${text}\`` : text;
    const cell = ` ${inTicks.replace(/\|/g, "\\|")} `;
    // A table whose columns are drawn straight stays straight.
    const width = /\s{2,}$/.test(piece) ? piece.length - mark.length : 0;
    pieces[index + first] = mark + cell.padEnd(width);
  }
  return pieces.join("");
}

/** The cells of a row, each with the pipe before it, so that joined they are the row again; `\\|` is no pipe. */
function cellPieces(row: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  for (let at = 0; at < row.length; at++) {
    if (row[at] === "\\") at++;
    else if (row[at] === "|") {
      pieces.push(row.slice(start, at));
      start = at;
    }
  }
  return [...pieces, row.slice(start)];
}

type NewTable = {
  readonly method: string | null;
  /** The heading that the table belongs below, where there is one. */
  readonly table: ArgumentTable | undefined;
  readonly rows: readonly string[];
};

function newTable(
  lines: readonly string[],
  section: Section,
  { method, table, rows }: NewTable,
): Edit {
  if (table) return { line: table.end, replace: false, lines: ["", ...rows] };
  if (method !== null) {
    return {
      line: sectionEnd(lines, section),
      replace: false,
      lines: [`### ${method}`, "", ...rows, ""],
    };
  }
  // Behind what the section says first, so that a sentence above its table stays above it.
  let line = section.start;
  while (line < section.end && (lines[line - 1] ?? "").trim() === "") line++;
  // That there are no arguments is no longer so.
  if (/^(?:none|no arguments?)\.?$/i.test((lines[line - 1] ?? "").trim()))
    return { line, replace: true, lines: rows };
  while (line < section.end && !/^(?:#|\s*$)/.test(lines[line - 1] ?? "")) line++;
  return { line, replace: false, lines: ["", ...rows] };
}

function sectionEnd(lines: readonly string[], { end }: Section): number {
  let line = end;
  while (line > 1 && (lines[line - 2] ?? "").trim() === "") line--;
  return Math.min(line + 1, end);
}
