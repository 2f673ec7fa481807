import { EXTENSION_POINTS } from "../../contract/index.ts";
import { isData, isDescription, isList, isListOf, isOneOf, isPath, isProblem } from "./check.ts";
import { KIND_OF_LETTER } from "./encode.ts";
import type { Child, Known, Use } from "./known.ts";
import type { Seen } from "./stamp.ts";

/** Something in a manifest is not as it is written; nothing of it is used then. */
class Malformed extends Error {
  override readonly name = "Malformed";
}

type Row = readonly unknown[];

/**
 * Reads what `encode` has made, out of a file that anybody may have written: every value is checked.
 *
 * @returns null where anything is not as it must be
 */
export function decode(value: unknown): Known | null {
  try {
    if (!isList(value)) throw new Malformed();
    const [folders, texts, tools, extensions] = value;
    return {
      folders: table(folders, ([seen, children]) => {
        const { path, seen: when } = useOf(seen);
        return [path, { seen: when, children: list(children).map(childOf) }];
      }),
      texts: table(texts, ([file, uses, data, body, bodyLine, lines]) => {
        if (!isData(data) || typeof body !== "string" || typeof bodyLine !== "number") {
          throw new Malformed();
        }
        const known = { uses: usesOf(uses, file), data, body, bodyLine, lines: linesOf(lines) };
        return [pathOf(file), known];
      }),
      tools: table(tools, ([file, uses, fingerprint, unsteady, description, problems]) => {
        const isWell =
          typeof fingerprint === "string" &&
          typeof unsteady === "boolean" &&
          isDescription(description) &&
          isListOf(problems, isProblem);
        if (!isWell) throw new Malformed();
        const known = { uses: usesOf(uses, file), fingerprint, unsteady, description, problems };
        return [pathOf(file), known];
      }),
      extensions: table(extensions, ([file, uses, point]) => {
        if (!isOneOf(EXTENSION_POINTS, point)) throw new Malformed();
        return [pathOf(file), { uses: usesOf(uses, file), point }];
      }),
    };
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}

function table<T>(value: unknown, read: (row: Row) => [string, T]): Map<string, T> {
  return new Map(list(value).map((row) => read(list(row))));
}

function childOf(value: unknown): Child {
  const written = typeof value === "string" ? value : "";
  const kind = KIND_OF_LETTER.get(written.slice(0, 1));
  const name = written.slice(1);
  // Names are joined to the path of their folder.
  if (!kind || name === "" || name === "." || name === ".." || /[/\\\0]/.test(name)) {
    throw new Malformed();
  }
  return { name, kind };
}

function linesOf(value: unknown): Map<string, number> {
  return new Map(
    list(value).map((row) => {
      const [key, line] = list(row);
      if (typeof key !== "string" || typeof line !== "number") throw new Malformed();
      return [key, line];
    }),
  );
}

/** Whatever is known of a file must be bound to the state of that file. */
function usesOf(value: unknown, file: unknown): Use[] {
  const uses = list(value).map(useOf);
  if (!uses.some(({ path, seen }) => path === file && seen.stamp !== null)) throw new Malformed();
  return uses;
}

function useOf(value: unknown): Use {
  const row = list(value);
  return { path: pathOf(row[0]), seen: seenOf(row) };
}

function seenOf(row: Row): Seen {
  if (row.length === 1) return { stamp: null, young: false, digest: null };
  const [, size, mtimeMs, ctimeMs, ino, digest = null] = row;
  const isWell =
    typeof size === "number" &&
    typeof mtimeMs === "number" &&
    typeof ctimeMs === "number" &&
    typeof ino === "number" &&
    (digest === null || typeof digest === "string");
  if (!isWell) throw new Malformed();
  return { stamp: [size, mtimeMs, ctimeMs, ino], young: row.length > 5, digest };
}

function pathOf(value: unknown): string {
  if (!isPath(value)) throw new Malformed();
  return value;
}

function list(value: unknown): Row {
  if (!isList(value)) throw new Malformed();
  return value;
}
