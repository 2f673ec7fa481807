import { rowForm } from "./argument-line.ts";
import type { RowForm } from "./argument-line.ts";
import { jsonEntry, jsonValue, readJson } from "./json.ts";
import type { JsonNode } from "./json.ts";
import { readMarkdown } from "./markdown.ts";
import type { Markdown } from "./markdown.ts";
import { tablesOf } from "./table.ts";
import { lineAt } from "./text.ts";

/** A tool call that a prompt shows as JSON in a fenced block. */
export type ShownCall = {
  /** As it is written: `weather`, `skills_tool:load`. */
  readonly name: string;
  readonly nameLine: number;
  readonly line: number;
  /** Null where the call has no `tool_args`. */
  readonly args: JsonNode | null;
  /** The plain arguments; none is an empty object. */
  readonly value: unknown;
  /** The line of an offset that a node of `args` names. */
  lineAt(offset: number): number;
};

/** A fenced block that looks like a call and can not be read. */
type BrokenCall = { readonly line: number; readonly message: string };

/** A word in backticks that may be an argument, a tool or anything else. */
export type Mention = {
  readonly name: string;
  readonly line: number;
  /** `argument`, `tool`: the words beside it say which it is; `value`: it is written as `name=…` or `name: …`. */
  readonly beside: "argument" | "tool" | "value" | null;
  /** The list or table that it leads a row of; the same number for the rows of one list. */
  readonly list: number | null;
  /** What the row of a list that it leads says of it. Null for a row of a table, and for a row that goes on in prose. */
  readonly row: RowForm | null;
};

export type ListContext = {
  readonly id: number;
  /** The title that it stands below; empty above the first. */
  readonly heading: string;
  /** It stands below an item of another list, or below words that introduce it (`Modes:`). */
  readonly inner: boolean;
  /** What the words above the list say that it lists. */
  readonly lists: "arguments" | "results" | "unknown";
};

export type Fragment = Markdown & {
  readonly calls: readonly ShownCall[];
  readonly broken: readonly BrokenCall[];
  readonly mentions: readonly Mention[];
  readonly lists: readonly ListContext[];
};

/** Reads what a prompt tells a model about tools. Words in prose are nobody's arguments: only what is in backticks counts. */
export function readFragment(content: string): Fragment {
  const markdown = readMarkdown(content);
  const { mentions, lists } = readMentions(markdown);
  return { ...markdown, ...readCalls(markdown), mentions, lists };
}

const CALL_LANGUAGES = new Set(["", "json", "jsonc", "json5", "js", "javascript"]);

function readCalls(markdown: Markdown): Pick<Fragment, "calls" | "broken"> {
  const calls: ShownCall[] = [];
  const broken: BrokenCall[] = [];
  for (const fence of markdown.fences) {
    if (!CALL_LANGUAGES.has(fence.language) || !/["']?tool_name["']?\s*:/.test(fence.content))
      continue;
    const toLine = (offset: number): number => fence.line + lineAt(fence.content, offset);
    const reading = readJson(fence.content);
    if (!reading.ok) {
      broken.push({ line: toLine(reading.offset), message: reading.message });
      continue;
    }
    const values = reading.values.flatMap((node) => (node.kind === "array" ? node.items : [node]));
    for (const node of values) {
      const name = jsonEntry(node, "tool_name");
      if (!name) continue;
      if (name.value.kind !== "scalar" || typeof name.value.value !== "string") {
        broken.push({ line: toLine(name.keyStart), message: "`tool_name` is no string" });
        continue;
      }
      // `<name of the tool>`: the form of a call, not a call.
      if (!/^[A-Za-z][\w:-]*$/.test(name.value.value)) continue;
      const args = jsonEntry(node, "tool_args")?.value ?? null;
      calls.push({
        name: name.value.value,
        nameLine: toLine(name.keyStart),
        line: toLine(node.start),
        args,
        value: args ? jsonValue(args) : {},
        lineAt: toLine,
      });
    }
  }
  return { calls, broken };
}

const IDENTIFIER =
  /^[A-Za-z_][\w-]*(?:(?:\[\])?\.(?:\*|[A-Za-z_][\w-]*)(?:\[\])?)*(?::[A-Za-z_][\w-]*)?$/;
const ARGUMENT_WORDS =
  /\b(?:arg(?:ument)?s?|param(?:eter|ètre|etro)?s?|fields?|options?|inputs?|champs?|campos?|argumentos?|parámetros?|feld(?:er)?)\b|参数|引数|аргумент/iu;
const RESULT_WORDS =
  /\b(?:returns?|returned|results?|outputs?|answers?|answered|replies|responds?|response|gives? back|yields?|produces?|errors?|examples?)\b|返回|戻り/iu;
const ARGUMENT_BESIDE =
  /^(?:arg(?:ument)?s?|param(?:eter|ètre|etro)?s?|fields?|options?|argumento|parámetro|feld)$/iu;
const TOOL_BESIDE =
  /^(?:tools?|outil|herramienta|werkzeug|strumento|ferramenta|инструмент|工具|ツール)$/iu;

function readMentions(markdown: Markdown): Pick<Fragment, "mentions" | "lists"> {
  const mentions: Mention[] = [];
  const lists: ListContext[] = [];
  const tables = tablesOf(markdown);
  let heading = "";
  let paragraph = "";
  // The lists that are open here, by the indentation of their items.
  let open: { readonly indent: number; readonly id: number }[] = [];
  markdown.prose.forEach((prose, index) => {
    const line = index + 1;
    const title = markdown.headings.find((h) => h.line === line);
    if (title) heading = title.title;
    if (title) paragraph = "";
    const item = /^\s*(?:[-*+]|\d+[.)])\s+/.exec(prose)?.[0] ?? "";
    const table = tables.find((t) => line >= t.header.line && line < t.end);
    const row = table !== undefined && line > table.header.line + 1;
    if (table?.header.line === line) open = [];
    if (item !== "" || row) {
      const indent = row ? 0 : item.search(/\S/);
      open = open.filter((list) => list.indent <= indent);
      if (open.at(-1)?.indent !== indent) {
        const header = row ? table.header.cells.join(" ") : "";
        const outer = open.at(-1)?.id;
        const above = outer === undefined ? [header, paragraph, heading] : [];
        const inner = outer !== undefined || /[:：]\s*$/u.test(paragraph);
        // What comes out of a tool has fields that come out of it.
        const results = outer !== undefined && lists[outer]?.lists === "results";
        open.push({ indent, id: lists.length });
        lists.push({
          id: lists.length,
          heading,
          inner,
          lists: results ? "results" : whatIsListed(above),
        });
      }
    } else if (table === undefined && prose.trim() !== "" && !/^\s{2,}/.test(prose)) {
      open = [];
      if (!title) paragraph = prose;
    }
    const list = open.at(-1)?.id ?? null;
    for (const span of codeSpans(prose)) {
      const before = prose.slice(0, span.start);
      const leads = row
        ? /^\s*\|?\s*$/.test(before)
        : item !== "" && /^[\s*_]*$/.test(before.slice(item.length));
      const after = prose.slice(span.end);
      const assigned = /^(?<name>[A-Za-z_][\w.-]*)\s*(?:=|:\s+)\S/.exec(span.text)?.groups?.[
        "name"
      ];
      const name = assigned ?? span.text.replace(/^["']|["']$/g, "").replace(/\??:?$/, "");
      if (!IDENTIFIER.test(name)) continue;
      mentions.push({
        name,
        line,
        beside: assigned === undefined ? wordBeside(before, after) : "value",
        list: leads ? list : null,
        row: leads && !row && assigned === undefined ? rowForm(after) : null,
      });
    }
  });
  return { mentions, lists };
}

/** @param above - the texts above the list, nearest first; what an inner list lists is for its items to say */
function whatIsListed(above: readonly string[]): ListContext["lists"] {
  const said = above.find((text) => ARGUMENT_WORDS.test(text) || RESULT_WORDS.test(text)) ?? "";
  if (RESULT_WORDS.test(said)) return "results";
  return ARGUMENT_WORDS.test(said) ? "arguments" : "unknown";
}

/** Whether a line speaks of what comes out of a tool, and not of what goes in. */
export function speaksOfResults(line: string): boolean {
  return RESULT_WORDS.test(line);
}

function wordBeside(before: string, after: string): Mention["beside"] {
  const left = /([\p{L}]+)[\s*_]*$/u.exec(before)?.[1] ?? "";
  const right = /^[\s*_]*([\p{L}]+)/u.exec(after)?.[1] ?? "";
  if (TOOL_BESIDE.test(left) || TOOL_BESIDE.test(right)) return "tool";
  if (ARGUMENT_BESIDE.test(left) || ARGUMENT_BESIDE.test(right)) return "argument";
  return null;
}

function codeSpans(line: string): { text: string; start: number; end: number }[] {
  const spans: { text: string; start: number; end: number }[] = [];
  const pattern = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g;
  for (const match of line.matchAll(pattern)) {
    spans.push({
      text: (match[2] ?? "").trim(),
      start: match.index,
      end: match.index + match[0].length,
    });
  }
  return spans;
}
