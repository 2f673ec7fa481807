import { LineCounter, isAlias, isMap, isScalar, isSeq, parseDocument, visit } from "yaml";
import type { Document, Node } from "yaml";
import type { FileProblem } from "./file-error.ts";
import { isMapping } from "./mapping.ts";

export type KeyPath = readonly (string | number)[];

export type YamlMapping = {
  readonly kind: "mapping";
  readonly data: Record<string, unknown>;
  /** The line of the key at `path`, or of the nearest one around it that exists; 1-based. */
  lineOf(path: KeyPath): number;
};

export type YamlOutcome =
  | YamlMapping
  | { readonly kind: "empty" }
  | { readonly kind: "broken"; readonly problem: FileProblem };

/** More than any configuration needs, and little enough that nothing in it can hold up the process. */
const LONGEST = 256 * 1024;
const DEEPEST = 50;
const MOST_ALIASES = 50;

/**
 * Parses one YAML 1.2 mapping, strictly: duplicate keys, unknown tags, a second document and whatever else a lenient
 * reader guesses at are problems. Never throws, and its time is bounded for any text.
 */
export function parseYamlMapping(text: string): YamlOutcome {
  const tooMuch = excess(text);
  if (tooMuch !== null) return { kind: "broken", problem: tooMuch };
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    // "silent" would also keep silent about a second document.
    logLevel: "error",
    stringKeys: true,
  });
  const place = (position: number | undefined) => {
    if (position === undefined) return { line: null, column: null };
    const { line, col } = lines.linePos(position);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const broken = (problem: string, hint: string | null, position: number | undefined) =>
    ({ kind: "broken", problem: { problem, hint, ...place(position) } }) as const;

  const [fault] = [...document.errors, ...document.warnings];
  if (fault) {
    const at = fault.code === "MISSING_CHAR" ? openQuote(document) : undefined;
    const position = at ?? fault.pos[0];
    const hint = fix(fault.code, text, place(position).line);
    return broken(explain(fault.code, fault.message), hint, position);
  }
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null)) {
    return { kind: "empty" };
  }
  if (!isMap(contents)) {
    const found = isSeq(contents) ? "a list" : "plain text";
    return broken(
      `Expected \`key: value\` lines, found ${found}.`,
      "Write each setting as a key, a colon, a space and its value.",
      contents.range?.[0],
    );
  }
  const bad = badNode(document);
  if (bad) return broken(bad.problem, bad.hint, bad.node.range?.[0]);
  let data: unknown;
  try {
    data = document.toJS({ maxAliasCount: MOST_ALIASES });
  } catch (error) {
    return broken(error instanceof Error ? `${error.message}.` : String(error), null, undefined);
  }
  if (!isMapping(data)) return broken("Expected `key: value` lines.", null, undefined);
  return { kind: "mapping", data, lineOf: (path) => lineOf(document, lines, path) };
}

/** The parser recurses, and takes minutes over nested `? ` keys; so what is beyond reason never reaches it. */
function excess(text: string): FileProblem | null {
  if (text.length > LONGEST) {
    const problem = `The YAML has ${text.length} characters; at most ${LONGEST} are read.`;
    return { problem, hint: null, line: null, column: null };
  }
  let brackets = 0;
  for (const [index, line] of text.split("\n").entries()) {
    for (const letter of line) {
      if (letter === "[" || letter === "{") brackets++;
      else if (letter === "]" || letter === "}") brackets = Math.max(0, brackets - 1);
      if (brackets > DEEPEST) break;
    }
    const [before = ""] = /^(?:[-?:]?[ \t])*/.exec(line) ?? [];
    const indicators = before.replaceAll(/[ \t]/g, "").length;
    const complexKey = /^[ \t]*(?:- +)*\?(?:[ \t]|\r?$)/.test(line);
    if (brackets > DEEPEST || indicators > DEEPEST || complexKey) {
      return {
        problem: complexKey
          ? "A key that begins with `?` is not supported."
          : `The YAML is nested more than ${DEEPEST} levels deep.`,
        hint: complexKey ? "Write `key: value`; put a text that begins with `? ` in quotes." : null,
        line: index + 1,
        column: 1,
      };
    }
  }
  return null;
}

type BadNode = { readonly problem: string; readonly hint: string; readonly node: Node };

/** What parses well and still can not be meant. */
function badNode(document: Document): BadNode | null {
  let bad: BadNode | null = null;
  visit(document, {
    Pair(_, { key }) {
      if (!isScalar(key) || key.value !== "__proto__") return undefined;
      bad = {
        problem: "`__proto__` can not be a key.",
        hint: "Give the key another name.",
        node: key,
      };
      return visit.BREAK;
    },
    Alias(_, alias) {
      if (alias.resolve(document)) return undefined;
      bad = {
        problem: `\`*${alias.source}\` refers to an anchor that does not exist.`,
        hint: "Put a text that begins with `*` in quotes.",
        node: alias,
      };
      return visit.BREAK;
    },
  });
  return bad;
}

/** Where a quote begins that nothing closes: the parser reports the end of the text. */
function openQuote(document: Document): number | undefined {
  let last: Node | undefined;
  visit(document, {
    Scalar(_, node) {
      last = node;
    },
  });
  return isScalar(last) && last.type?.startsWith("QUOTE_") ? last.range?.[0] : undefined;
}

const PLAIN_WORDS: Readonly<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY: "The value holds a colon followed by a space, which would begin a key.",
  DUPLICATE_KEY: "The key is there twice.",
  TAB_AS_INDENT: "The line is indented with a tab.",
};

function explain(code: string, message: string): string {
  return PLAIN_WORDS[code] ?? `${message.replace(/\.$/, "")}.`;
}

/** What to do: in most cases a value needs quotes, and the line as it should be can be shown. */
function fix(code: string, text: string, line: number | null): string | null {
  if (code === "DUPLICATE_KEY") return "Remove one of the two.";
  if (code === "TAB_AS_INDENT") return "Indent with spaces.";
  const source = text.split("\n")[(line ?? 0) - 1]?.trimEnd();
  const { key, value } = /^\s*(?<key>[\w-]+):\s+(?<value>.+)$/.exec(source ?? "")?.groups ?? {};
  if (key === undefined || value === undefined || /^["'|>[{&]/.test(value)) return null;
  return `Put the value in quotes: \`${key}: ${JSON.stringify(value)}\``;
}

function lineOf(document: Document, lines: LineCounter, path: KeyPath): number {
  let node: unknown = document.contents;
  let offset = isMap(node) ? (node.range?.[0] ?? 0) : 0;
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === `${step}`);
      if (!pair || !isScalar(pair.key)) break;
      offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item: unknown = node.items[Number(step)];
      if (!isScalar(item) && !isMap(item) && !isSeq(item) && !isAlias(item)) break;
      offset = item.range?.[0] ?? offset;
      node = item;
    } else break;
  }
  return Math.max(lines.linePos(offset).line, 1);
}
