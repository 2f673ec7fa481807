import type { Markdown } from "./markdown.ts";

type TableRow = { readonly cells: readonly string[]; readonly line: number };

export type Table = {
  readonly header: TableRow;
  readonly rows: readonly TableRow[];
  /** The line after the last row. */
  readonly end: number;
};

const DELIMITER = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/** The tables between two lines (1-based, `to` exclusive). */
export function tablesOf(markdown: Markdown, from = 1, to = markdown.lines.length + 1): Table[] {
  const tables: Table[] = [];
  for (let line = from; line < to - 1; line++) {
    const head = markdown.prose[line - 1] ?? "";
    const below = markdown.prose[line] ?? "";
    if (!head.includes("|") || !below.includes("-") || !DELIMITER.test(below)) continue;
    const header = { cells: splitRow(head), line };
    if (header.cells.length !== splitRow(below).length) continue;
    const rows: TableRow[] = [];
    let next = line + 2;
    for (; next < to; next++) {
      const text = markdown.prose[next - 1] ?? "";
      if (text.trim() === "" || !text.includes("|")) break;
      rows.push({ cells: splitRow(text, header.cells.length), line: next });
    }
    tables.push({ header, rows, end: next });
    line = next - 1;
  }
  return tables;
}

/**
 * The cells of a row. `\|` is a pipe inside a cell. Strictly a pipe in backticks parts cells too; where that gives more
 * cells than the header has, the backticks are taken to hold it together, as the writer meant.
 */
export function splitRow(row: string, expected = Number.POSITIVE_INFINITY): string[] {
  const cells = cut(row, false);
  return cells.length > expected ? cut(row, true) : cells;
}

function cut(row: string, keepCode: boolean): string[] {
  const cells: string[] = [];
  let cell = "";
  let inCode = false;
  for (let i = 0; i < row.length; i++) {
    const char = row[i] ?? "";
    if (char === "\\" && row[i + 1] === "|") {
      cell += "|";
      i++;
    } else if (char === "|" && !(keepCode && inCode)) {
      cells.push(cell.trim());
      cell = "";
    } else {
      if (char === "`") inCode = !inCode;
      cell += char;
    }
  }
  cells.push(cell.trim());
  if (cells[0] === "") cells.shift();
  if (cells.at(-1) === "" && row.trimEnd().endsWith("|")) cells.pop();
  return cells;
}

/** A row of a table; pipes in cells are escaped. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replace(/\n/g, " ").replace(/\|/g, "\\|")).join(" | ")} |`;
}
