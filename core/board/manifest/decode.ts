import { isAbsolute } from "node:path";
import { BREAK_LOOP, EXTENSION_POINTS, RISKS } from "../../contract/index.ts";
import { isName } from "../asset-name.ts";
import type { CallableSpec, ToolDescription } from "../board.ts";
import type { ToolProblem } from "../describe.ts";
import { SEVERITIES } from "../diagnostic.ts";
import { isMapping, isPlain } from "../mapping.ts";
import { KIND_OF_LETTER } from "./encode.ts";
import type {
  Child,
  Known,
  KnownExtension,
  KnownFolder,
  KnownText,
  KnownTool,
  Use,
} from "./known.ts";
import type { Seen } from "./stamp.ts";

/** Something in a manifest is not as it is written; nothing of it is used then. */
class Malformed extends Error {
  override readonly name = "Malformed";
}

/**
 * Reads what `encode` has made, out of a file that anybody may have written: every value is checked, by hand because zod
 * takes as long to import as all the rest of a start.
 *
 * @returns null where anything is not as it must be
 */
export function decode(value: unknown): Known | null {
  try {
    const { folders, texts, tools, extensions } = mapping(value);
    return {
      folders: table(folders, folder),
      texts: table(texts, text),
      tools: table(tools, tool),
      extensions: table(extensions, extension),
    };
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}

function table<T>(value: unknown, read: (row: readonly unknown[]) => [string, T]): Map<string, T> {
  return new Map(list(value).map((row) => read(list(row))));
}

function folder([row, children]: readonly unknown[]): [string, KnownFolder] {
  const { path, seen } = use(row);
  return [path, { seen, children: list(children).map(child) }];
}

function child(value: unknown): Child {
  const written = string(value);
  const kind = KIND_OF_LETTER.get(written.slice(0, 1));
  const name = written.slice(1);
  // Names are joined to the path of their folder.
  if (!kind || name === "" || name === "." || name === ".." || /[/\\\0]/.test(name))
    throw new Malformed();
  return { name, kind };
}

function text([file, uses, data, body, bodyLine, lines]: readonly unknown[]): [string, KnownText] {
  const known = {
    uses: usesOf(uses, file),
    data: plain(mapping(data)),
    body: string(body),
    bodyLine: number(bodyLine),
    lines: new Map(
      list(lines).map((row) => {
        const [key, line] = list(row);
        return [string(key), number(line)];
      }),
    ),
  };
  return [path(file), known];
}

function tool(row: readonly unknown[]): [string, KnownTool] {
  const [file, uses, fingerprint, unsteady, description, problems] = row;
  const known = {
    uses: usesOf(uses, file),
    fingerprint: string(fingerprint),
    unsteady: boolean(unsteady),
    description: toolDescription(description),
    problems: list(problems).map(problem),
  };
  return [path(file), known];
}

function extension([file, uses, point]: readonly unknown[]): [string, KnownExtension] {
  return [path(file), { uses: usesOf(uses, file), point: oneOf(EXTENSION_POINTS, point) }];
}

/** Whatever is known of a file must be bound to the state of that file. */
function usesOf(value: unknown, file: unknown): Use[] {
  const uses = list(value).map(use);
  if (!uses.some((one) => one.path === file && one.seen.stamp !== null)) throw new Malformed();
  return uses;
}

function use(value: unknown): Use {
  const row = list(value);
  return { path: path(row[0]), seen: seenOf(row) };
}

function seenOf(row: readonly unknown[]): Seen {
  if (row.length === 1) return { stamp: null, young: false, digest: null };
  const [, size, mtimeMs, ctimeMs, ino, digest] = row;
  const young = row.length > 5;
  return {
    stamp: [number(size), number(mtimeMs), number(ctimeMs), number(ino)],
    young,
    digest: young && digest !== null ? string(digest) : null,
  };
}

function toolDescription(value: unknown): ToolDescription {
  const given = mapping(value);
  const { self, methods, timeout } = given;
  return {
    self: self === null ? null : callable(self),
    methods: Object.fromEntries(
      Object.entries(mapping(methods)).map(([name, method]) => {
        if (!isName(name)) throw new Malformed();
        return [name, callable(method)];
      }),
    ),
    description: string(given["description"]),
    risk: oneOf(RISKS, given["risk"]),
    interactive: boolean(given["interactive"]),
    break_loop: oneOf(BREAK_LOOP, given["break_loop"]),
    timeout: timeout === null ? null : number(timeout),
    repeatable: boolean(given["repeatable"]),
    isolate: boolean(given["isolate"]),
    volatile: boolean(given["volatile"]),
  };
}

function callable(value: unknown): CallableSpec {
  const { description, risk, assessed, inputSchema } = mapping(value);
  return {
    description: string(description),
    risk: oneOf(RISKS, risk),
    assessed: boolean(assessed),
    inputSchema: plain(mapping(inputSchema)),
  };
}

function problem(value: unknown): ToolProblem {
  const { code, severity, message, hint } = mapping(value);
  return {
    code: string(code),
    severity: oneOf(SEVERITIES, severity),
    message: string(message),
    hint: hint === null ? null : string(hint),
    fatal: false,
  };
}

function path(value: unknown): string {
  const found = string(value);
  if (!isAbsolute(found) || found.includes("\0")) throw new Malformed();
  return found;
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Malformed();
  return value;
}

function mapping(value: unknown): Record<string, unknown> {
  if (!isMapping(value)) throw new Malformed();
  return value;
}

function plain<T>(value: T): T {
  if (!isPlain(value)) throw new Malformed();
  return value;
}

function string(value: unknown): string {
  if (typeof value !== "string") throw new Malformed();
  return value;
}

function number(value: unknown): number {
  if (typeof value !== "number") throw new Malformed();
  return value;
}

function boolean(value: unknown): boolean {
  if (typeof value !== "boolean") throw new Malformed();
  return value;
}

function oneOf<const T>(values: readonly T[], value: unknown): T {
  const found = values.find((one) => one === value);
  if (found === undefined) throw new Malformed();
  return found;
}
