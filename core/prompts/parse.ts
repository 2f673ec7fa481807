import { parseExpression, parseName } from "./expression.ts";
import type { Expression } from "./expression.ts";

/** A piece of a template. `line` is 1-based, in the file. */
export type TemplateNode =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "value";
      readonly path: readonly string[];
      /** The tag as it was written. */
      readonly source: string;
      readonly line: number;
    }
  | {
      readonly kind: "if";
      readonly condition: Expression;
      readonly whenTrue: readonly TemplateNode[];
      readonly whenFalse: readonly TemplateNode[];
      readonly line: number;
    }
  | { readonly kind: "include"; readonly name: string; readonly line: number }
  | { readonly kind: "original"; readonly line: number }
  /** Something in double braces that is no tag of ours: it stays as it is. */
  | { readonly kind: "foreign"; readonly source: string; readonly line: number };

export type ParsedTemplate =
  | { readonly kind: "ok"; readonly nodes: readonly TemplateNode[] }
  | { readonly kind: "error"; readonly message: string; readonly line: number };

/** How deep `{{if}}` may nest. */
const DEEPEST = 50;

type Branch = TemplateNode[];

type OpenIf = {
  readonly condition: Expression;
  readonly line: number;
  readonly whenTrue: Branch;
  whenFalse: Branch | null;
};

/**
 * Parses a template in one pass, in time linear in its length: `{{name}}`, `{{if expr}} … {{else}} … {{endif}}`,
 * `{{include "file.md"}}` and `{{include original}}` (DESIGN, "Prompts"). An `if`, `else` or `endif` that is alone on its
 * line takes the line with it.
 *
 * @param source - the template's text
 * @returns its pieces, or what is wrong and the 1-based line; never throws
 */
export function parseTemplate(source: string): ParsedTemplate {
  const text = source.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const top: Branch = [];
  const open: OpenIf[] = [];
  let branch = top;

  for (const piece of split(text)) {
    if (piece.kind === "text") {
      if (piece.text !== "") branch.push({ kind: "text", text: piece.text });
      continue;
    }
    const { tag, line } = piece;
    const fault = (message: string): ParsedTemplate => ({ kind: "error", message, line });
    switch (tag.kind) {
      case "if": {
        const parsed = parseExpression(tag.condition);
        if (parsed.kind === "error") return fault(`${tag.source}: ${parsed.message}`);
        if (open.length >= DEEPEST) return fault(`{{if}} is nested deeper than ${DEEPEST} levels`);
        const opened = { condition: parsed.expression, line, whenTrue: [], whenFalse: null };
        open.push(opened);
        branch = opened.whenTrue;
        break;
      }
      case "else": {
        const last = open.at(-1);
        if (!last) return fault("{{else}} without an {{if}}");
        if (last.whenFalse) {
          return fault(`a second {{else}} for the {{if}} of line ${last.line}`);
        }
        branch = last.whenFalse = [];
        break;
      }
      case "endif": {
        const last = open.pop();
        if (!last) return fault("{{endif}} without an {{if}}");
        const outer = open.at(-1);
        branch = outer ? (outer.whenFalse ?? outer.whenTrue) : top;
        branch.push({
          kind: "if",
          condition: last.condition,
          whenTrue: last.whenTrue,
          whenFalse: last.whenFalse ?? [],
          line: last.line,
        });
        break;
      }
      case "wrong":
        return fault(tag.message);
      case "include":
        branch.push({ kind: "include", name: tag.name, line });
        break;
      case "original":
        branch.push({ kind: "original", line });
        break;
      case "value":
        branch.push({ kind: "value", path: tag.path, source: tag.source, line });
        break;
      case "foreign":
        branch.push({ kind: "foreign", source: tag.source, line });
        break;
    }
  }

  const unclosed = open.at(-1);
  if (unclosed) {
    return { kind: "error", message: "{{if}} without an {{endif}}", line: unclosed.line };
  }
  return { kind: "ok", nodes: top };
}

type Tag =
  | { readonly kind: "if"; readonly condition: string; readonly source: string }
  | { readonly kind: "else" | "endif" | "original" }
  | { readonly kind: "include"; readonly name: string }
  | { readonly kind: "value"; readonly path: readonly string[]; readonly source: string }
  | { readonly kind: "foreign"; readonly source: string }
  | { readonly kind: "wrong"; readonly message: string };

type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "tag"; readonly tag: Tag; readonly line: number };

function* split(text: string): Generator<Piece> {
  let textFrom = 0;
  let line = 1;
  let lineFrom = 0;
  for (;;) {
    const close = text.indexOf("}}", textFrom);
    if (close === -1) break;
    // Of `{{{x}}` and `{{ a {{x}}` only the innermost braces are a tag.
    const begin = lastOpening(text, textFrom, close);
    if (begin === -1) {
      yield { kind: "text", text: text.slice(textFrom, close + 2) };
      textFrom = close + 2;
      continue;
    }
    const end = close + 2;
    const tag = readTag(text.slice(begin, end));
    for (; lineFrom < begin; lineFrom += 1) if (text[lineFrom] === "\n") line += 1;
    const { from, to } = isBlockTag(tag)
      ? wholeLine(text, textFrom, begin, end)
      : { from: begin, to: end };
    yield { kind: "text", text: text.slice(textFrom, from) };
    yield { kind: "tag", tag, line };
    textFrom = to;
  }
  yield { kind: "text", text: text.slice(textFrom) };
}

/** The start of the last `{{` that lies wholly within `from` … `to`, or -1. */
function lastOpening(text: string, from: number, to: number): number {
  const found = to - 2 >= from ? text.slice(from, to).lastIndexOf("{{") : -1;
  return found === -1 ? -1 : from + found;
}

const BLOCK_TAGS: ReadonlySet<Tag["kind"]> = new Set(["if", "else", "endif"]);

function isBlockTag(tag: Tag): boolean {
  return BLOCK_TAGS.has(tag.kind);
}

/** The range of a tag together with its line, when there is nothing else on it. */
function wholeLine(text: string, floor: number, begin: number, end: number) {
  let from = begin;
  while (from > floor && isBlank(text[from - 1])) from -= 1;
  let to = end;
  while (isBlank(text[to])) to += 1;
  const startsLine = from === 0 || text[from - 1] === "\n";
  const endsLine = to === text.length || text[to] === "\n";
  return startsLine && endsLine
    ? { from, to: Math.min(to + 1, text.length) }
    : { from: begin, to: end };
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t";
}

function readTag(source: string): Tag {
  const content = source.slice(2, -2).trim();
  if (content === "else" || content === "endif") return { kind: content };
  const { keyword, rest } =
    /^(?<keyword>if|include|else|elif|elseif|endif)\b(?<rest>.*)$/s.exec(content)?.groups ?? {};
  if (keyword === undefined || rest === undefined || rest.startsWith(".")) {
    const path = parseName(content);
    return path ? { kind: "value", path, source } : { kind: "foreign", source };
  }
  if (keyword === "if") return { kind: "if", condition: rest.trim(), source };
  if (keyword === "include") return readInclude(rest.trim(), source);
  return {
    kind: "wrong",
    message: `${shorten(source)}: expected {{if …}}, {{else}} or {{endif}}; a further condition goes into an {{if}} of its own inside {{else}}`,
  };
}

function readInclude(target: string, source: string): Tag {
  if (target === "original") return { kind: "original" };
  const { double, single } =
    /^(?:"(?<double>[^"]*)"|'(?<single>[^']*)')$/.exec(target)?.groups ?? {};
  const name = double ?? single;
  if (name !== undefined) return { kind: "include", name };
  return {
    kind: "wrong",
    message: `${shorten(source)}: expected {{include "file.md"}} or {{include original}}`,
  };
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
