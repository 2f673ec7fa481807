import { lineAt } from "./text.ts";

/**
 * The text of a tool file with two views of the same length: in `code`, comments are blank; in `bare`, the contents of
 * strings are blank too. The compiler's own parser has no stable interface, and lines are all that is asked for.
 */
export type Source = { readonly text: string; readonly code: string; readonly bare: string };

export function readSource(content: string): Source {
  const text = content.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  return { text, ...mask(text) };
}

const BEFORE_REGEX =
  /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|do|else|void))\s*$/;

function mask(text: string): { code: string; bare: string } {
  const code = [...splitUnits(text)];
  const bare = [...code];
  /** Reads code up to `until` at depth 0 and returns the offset behind it. */
  const readCode = (from: number, until: string | null): number => {
    let at = from;
    let depth = 0;
    while (at < text.length) {
      const char = text[at];
      if (text.startsWith("//", at)) {
        const end = endOf(text.indexOf("\n", at), text.length);
        blank(code, at, end);
        blank(bare, at, end);
        at = end;
      } else if (text.startsWith("/*", at)) {
        const found = text.indexOf("*/", at + 2);
        const end = found === -1 ? text.length : found + 2;
        blank(code, at, end);
        blank(bare, at, end);
        at = end;
      } else if (char === '"' || char === "'") {
        const end = endOfString(text, at, char);
        blank(bare, at + 1, end - 1);
        at = end;
      } else if (char === "`") at = readTemplate(at);
      else if (char === "/" && BEFORE_REGEX.test(text.slice(Math.max(0, at - 40), at))) {
        const end = endOfRegex(text, at);
        blank(bare, at + 1, end);
        at = end;
      } else {
        if (until !== null && char === until && depth === 0) return at + 1;
        if (char === "{") depth++;
        if (char === "}") depth--;
        at++;
      }
    }
    return at;
  };
  const readTemplate = (from: number): number => {
    let at = from + 1;
    while (at < text.length && text[at] !== "`") {
      if (text[at] === "\\") {
        blank(bare, at, at + 2);
        at += 2;
      } else if (text.startsWith("${", at)) at = readCode(at + 2, "}");
      else {
        blank(bare, at, at + 1);
        at++;
      }
    }
    return at + 1;
  };
  readCode(0, null);
  return { code: code.join(""), bare: bare.join("") };
}

function blank(view: string[], from: number, to: number): void {
  for (let i = from; i < Math.min(to, view.length); i++) if (view[i] !== "\n") view[i] = " ";
}

/** UTF-16 units, so that offsets are those of the string. */
function splitUnits(text: string): string[] {
  return text.split("");
}

function endOf(found: number, otherwise: number): number {
  return found === -1 ? otherwise : found;
}

function endOfString(text: string, from: number, quote: string): number {
  let at = from + 1;
  while (at < text.length && text[at] !== quote && text[at] !== "\n")
    at += text[at] === "\\" ? 2 : 1;
  return Math.min(at + 1, text.length);
}

function endOfRegex(text: string, from: number): number {
  let inClass = false;
  for (let at = from + 1; at < text.length && text[at] !== "\n"; at++) {
    const char = text[at];
    if (char === "\\") at++;
    else if (char === "[") inClass = true;
    else if (char === "]") inClass = false;
    else if (char === "/" && !inClass) return at + 1;
  }
  return from + 1;
}

type Place = { readonly from: number; readonly to: number };

/** The line of a key that the tool declares (`risk`, `description`), in a method's definition or in the tool's own. */
export function lineOfKey(source: Source, key: string, method: string | null = null): number {
  const place = method === null ? null : placeOfMethod(source, method);
  const inMethod = place && offsetOfKey(source, key, place);
  if (method !== null) return lineAt(source.text, inMethod ?? place?.from ?? definition(source));
  const start = definition(source);
  const methods = offsetOfKey(source, "methods", { from: start, to: source.text.length });
  const block = methods === null ? null : blockAfter(source, methods);
  const found = offsetsOfKey(source, key, { from: start, to: source.text.length }).find(
    (at) => !inside(at, block),
  );
  return lineAt(source.text, found ?? start);
}

/** The line of an argument (`filter.limit`) where the tool's schema has it; the tool's `args` where it can not be told. */
export function lineOfArgument(source: Source, method: string | null, path: string): number {
  const scope = (method === null ? null : placeOfMethod(source, method)) ?? whole(source);
  const args = offsetOfKey(source, "args", scope);
  let from = args ?? scope.from;
  // `args` may name a schema that stands elsewhere in the file.
  const name =
    args === null
      ? undefined
      : /^args\s*[:=]\s*([A-Za-z_$][\w$]*)\s*[,;}\n]/.exec(source.code.slice(args))?.[1];
  const shorthand = args === null ? null : offsetOfVariable(source, name ?? "args");
  if (name !== undefined && shorthand !== null) from = shorthand;
  let line: number | null = null;
  for (const part of path.split(/\[\]\.?|\.\*\.?|\./).filter(Boolean)) {
    const at = offsetOfKey(source, part, { from, to: source.text.length });
    if (at === null) break;
    line = lineAt(source.text, at);
    from = at + part.length;
  }
  return line ?? (args === null ? lineOfKey(source, "args", method) : lineAt(source.text, args));
}

/** The line where the tool is defined: `defineTool(` or `extends Tool`, else the default export. */
export function lineOfDefinition(source: Source): number {
  return lineAt(source.text, definition(source));
}

function definition(source: Source): number {
  const at = /\bdefineTool\s*[(<]|\bextends\s+[\w$.]*Tool\b|\bexport\s+default\b/.exec(
    source.bare,
  )?.index;
  return at ?? 0;
}

function whole(source: Source): Place {
  return { from: 0, to: source.text.length };
}

function inside(at: number, place: Place | null): boolean {
  return place !== null && at > place.from && at < place.to;
}

function placeOfMethod(source: Source, method: string): Place | null {
  const methods = offsetOfKey(source, "methods", whole(source));
  if (methods === null) return null;
  const block = blockAfter(source, methods);
  const at = block && offsetOfKey(source, method, block);
  if (at === null || at === undefined) return null;
  return { from: at, to: blockAfter(source, at)?.to ?? at };
}

/** The braces that open after an offset. */
function blockAfter(source: Source, from: number): Place | null {
  const start = source.bare.indexOf("{", from);
  if (start === -1) return null;
  let depth = 0;
  for (let at = start; at < source.bare.length; at++) {
    if (source.bare[at] === "{") depth++;
    if (source.bare[at] === "}" && --depth === 0) return { from: start, to: at };
  }
  return { from: start, to: source.bare.length };
}

function offsetOfVariable(source: Source, name: string): number | null {
  const found = new RegExp(`\\b(?:const|let|var|function|class)\\s+${escape(name)}\\b`).exec(
    source.bare,
  );
  return found ? found.index : null;
}

function offsetOfKey(source: Source, key: string, place: Place): number | null {
  return offsetsOfKey(source, key, place)[0] ?? null;
}

/** Where `key:` or `"key":` or `static key =` stands in code, in order. */
function offsetsOfKey(source: Source, key: string, { from, to }: Place): number[] {
  const pattern = new RegExp(
    `(?<![\\w$.?])(?:(?<quote>["'])${escape(key)}\\k<quote>|${escape(key)})(?=\\s*(?:\\??:|=(?!=|>)|\\())|(?<=[{,]\\s*)${escape(key)}(?=\\s*[,}])`,
    "g",
  );
  const found: number[] = [];
  pattern.lastIndex = from;
  for (
    let match = pattern.exec(source.code);
    match && match.index < to;
    match = pattern.exec(source.code)
  ) {
    // In `bare`, what stands inside of a string is blank.
    const quoted = match.groups?.["quote"] !== undefined;
    if (quoted || source.bare[match.index] === key[0]) found.push(match.index);
  }
  return found;
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
