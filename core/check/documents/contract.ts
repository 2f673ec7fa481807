import { hasContent, readMarkdown, sectionKey, sectionsOf } from "./markdown.ts";
import type { Markdown, Section } from "./markdown.ts";
import { readHeader } from "./header.ts";
import type { Header } from "./header.ts";
import { tablesOf } from "./table.ts";
import type { Table } from "./table.ts";

/** The sections of a contract (DESIGN, "Contracts and `check`"), in their order. */
export const CONTRACT_SECTIONS = [
  "Purpose",
  "Arguments",
  "Output",
  "break_loop",
  "Side Effects",
  "Prompt Contract",
  "Dependencies",
  "Verification",
] as const;

export type ContractSection = (typeof CONTRACT_SECTIONS)[number];

export type ArgumentRow = {
  readonly name: string;
  readonly type: string;
  readonly required: string;
  /** Null where the table has no such column. */
  readonly default: string | null;
  readonly meaning: string;
  readonly line: number;
};

type TableColumns = {
  readonly count: number;
  readonly at: Readonly<Partial<Record<Column, number>>>;
};

export type Column = "name" | "type" | "required" | "default" | "meaning" | "method";

/** The table of one callable. Methods have theirs below a heading of their own, or share one with a `method` column. */
export type ArgumentTable = {
  readonly method: string | null;
  /** Where a row that is missing is missed: the table's header, or the heading above it. */
  readonly line: number;
  /** Where which cell of a row is, and how many there are; null for a heading without a table. */
  readonly columns: TableColumns | null;
  /** Columns that a table needs and this one lacks. */
  readonly lacks: readonly string[];
  /** The line after its last row; after its heading where there is no table. */
  readonly end: number;
  readonly rows: readonly ArgumentRow[];
};

/** Something in backticks that a contract says exists: a test, a package, a file. */
export type Reference = { readonly text: string; readonly line: number };

export type Contract = Markdown & {
  readonly header: Header;
  readonly title: { readonly text: string; readonly line: number } | null;
  readonly sections: ReadonlyMap<ContractSection, Section>;
  readonly tables: readonly ArgumentTable[];
  readonly tests: readonly Reference[];
  readonly dependencies: readonly Reference[];
};

export function readContract(content: string): Contract {
  const markdown = readMarkdown(content);
  const title = markdown.headings.find((heading) => heading.level === 1) ?? null;
  const sections = new Map<ContractSection, Section>();
  for (const section of sectionsOf(markdown, 2)) {
    const known = CONTRACT_SECTIONS.find((name) => sectionKey(name) === sectionKey(section.title));
    if (known && !sections.has(known)) sections.set(known, section);
  }
  return {
    ...markdown,
    header: readHeader(content),
    title: title && { text: title.title, line: title.line },
    sections,
    tables: argumentTables(markdown, sections.get("Arguments")),
    tests: referencesIn(markdown, sections.get("Verification")),
    dependencies: referencesIn(markdown, sections.get("Dependencies")),
  };
}

/** Whether a section says something: not nothing, not only a comment. */
export function saysSomething(contract: Contract, name: ContractSection): boolean {
  const section = contract.sections.get(name);
  return section !== undefined && hasContent(contract, section);
}

function argumentTables(markdown: Markdown, section: Section | undefined): ArgumentTable[] {
  if (!section) return [];
  const below = sectionsOf(markdown, 3, section.start, section.end);
  const own = { line: section.line, start: section.start, end: below[0]?.line ?? section.end };
  const found = readTables(markdown, own, null);
  for (const part of below) found.push(...readTables(markdown, part, methodOf(part.title)));
  return found;
}

/** `load`, `` `load` ``, `skills_tool:load` and `load(name)` all head the method `load`. */
function methodOf(title: string): string {
  const plain = title.replace(/[`*]/g, "").trim();
  return /^(?:[\w-]+:)?(?<method>[\w-]+)/.exec(plain)?.groups?.["method"] ?? plain;
}

const COLUMNS: Readonly<Record<Column, readonly string[]>> = {
  name: ["name", "argument", "arg", "parameter", "field"],
  type: ["type"],
  required: ["required", "req", "needed", "mandatory"],
  default: ["default"],
  meaning: ["meaning", "description", "notes", "what it is"],
  method: ["method"],
};

const NEEDED = ["name", "type", "required"] as const;

function readTables(
  markdown: Markdown,
  part: Pick<Section, "line" | "start" | "end">,
  method: string | null,
): ArgumentTable[] {
  const tables = tablesOf(markdown, part.start, part.end).flatMap((table) => {
    const columns = columnsOf(table);
    return columns.at.name === undefined ? [] : splitByMethod(table, columns, method);
  });
  if (tables.length > 0 || method === null) return tables;
  return [{ method, line: part.line, columns: null, lacks: [], rows: [], end: part.line + 1 }];
}

function columnsOf({ header }: Table): TableColumns {
  const titles = header.cells.map((cell) => cell.replace(/[`*?]/g, "").trim().toLowerCase());
  const at: Partial<Record<Column, number>> = {};
  for (const column of COLUMN_NAMES) {
    const index = titles.findIndex((title) => COLUMNS[column].includes(title));
    if (index !== -1) at[column] = index;
  }
  return { count: titles.length, at };
}

const COLUMN_NAMES = ["name", "type", "required", "default", "meaning", "method"] as const;

function splitByMethod(
  table: Table,
  columns: TableColumns,
  method: string | null,
): ArgumentTable[] {
  const { at } = columns;
  const cell = (cells: readonly string[], name: Column): string => cells[at[name] ?? -1] ?? "";
  const byMethod = new Map<string | null, ArgumentRow[]>();
  if (at.method === undefined) byMethod.set(method, []);
  for (const { cells, line } of table.rows) {
    const named = at.method === undefined ? method : methodOf(cell(cells, "method")) || null;
    const rows = byMethod.get(named) ?? [];
    rows.push({
      name: cell(cells, "name").replace(/[`*]/g, "").trim(),
      type: cell(cells, "type"),
      required: cell(cells, "required"),
      default: at.default === undefined ? null : cell(cells, "default"),
      meaning: cell(cells, "meaning"),
      line,
    });
    byMethod.set(named, rows);
  }
  return [...byMethod].map(([named, rows]) => ({
    method: named,
    line: table.header.line,
    columns,
    lacks: NEEDED.filter((name) => at[name] === undefined),
    rows,
    end: table.end,
  }));
}

/** What leads the items of a list, in backticks or as a link: the rest of the item is for people. */
function referencesIn(markdown: Markdown, section: Section | undefined): Reference[] {
  const found: Reference[] = [];
  for (let line = section?.start ?? 0; line < (section?.end ?? 0); line++) {
    const prose = markdown.prose[line - 1] ?? "";
    const item = /^\s*[-*+]\s+(?:\*\*)?(?:`(?<code>[^`]+)`|\[[^\]]*\]\((?<link>[^)\s]+)\))/.exec(
      prose,
    )?.groups;
    const text = item?.["code"] ?? item?.["link"];
    if (text !== undefined) found.push({ text: text.trim(), line });
  }
  return found;
}
