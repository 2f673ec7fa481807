import type { Diagnostic } from "../board/diagnostic.ts";
import type { CheckContext } from "./context.ts";
import { lineOfArgument, lineOfDefinition, lineOfKey } from "./documents/source.ts";

const NAMED = /`(?:methods\.(?<method>[\w-]+)\.)?(?<key>[a-z_]+)(?:\.(?<path>[\w.[\]*-]+))?`/;

/** The key that a code is about, where the message does not name it. */
const KEYS: Readonly<Record<string, string>> = {
  "tool/method-name": "methods",
  "tool/methods": "methods",
  "tool/no-description": "description",
};

/** A board tells what is wrong with a tool, and not where in its file: the line of what the message names. */
export function withLine(found: Diagnostic, { sources }: CheckContext): Diagnostic {
  const source = found.file === null || found.line !== null ? undefined : sources.get(found.file);
  if (!source || !/^(?:tool|schema)\//.test(found.code)) return found;
  const { method = null, key, path } = NAMED.exec(found.message)?.groups ?? {};
  const told = KEYS[found.code];
  if (told !== undefined) {
    const whose = /The method `(?<name>[\w-]+)`/.exec(found.message)?.groups?.["name"] ?? null;
    return { ...found, line: lineOfKey(source, told, whose) };
  }
  if (key === undefined) return { ...found, line: lineOfDefinition(source) };
  if (key === "args" && path !== undefined) {
    return { ...found, line: lineOfArgument(source, method, path) };
  }
  return { ...found, line: lineOfKey(source, key, method) };
}
