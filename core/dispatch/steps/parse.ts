import { thrownText } from "../wording.ts";
import { type Ended, ended } from "./ended.ts";

/** Arguments as plain data that nobody else holds a reference to. */
export type PlainArgs = Readonly<Record<string, unknown>>;

export type Parsed = { readonly kind: "parsed"; readonly args: PlainArgs };

/** Deeper data than any tool wants; without an end, hostile arguments would exhaust the stack. */
const DEEPEST = 100;

class Unfit extends Error {}

/**
 * Reads the arguments of a call.
 *
 * @param raw - an object, its JSON text as a model wrote it, or nothing
 * @returns a copy of the arguments that later changes of `raw` can not reach. Broken JSON is never repaired into a call
 */
export function parseArgs(raw: unknown): Parsed | Ended {
  if (raw === undefined || raw === null) return { kind: "parsed", args: {} };
  let value = raw;
  if (typeof raw === "string") {
    if (raw.trim() === "") return { kind: "parsed", args: {} };
    try {
      value = JSON.parse(raw);
    } catch (error) {
      return unfit(`are not valid JSON${whereOf(error)}`);
    }
    if (value === null) return { kind: "parsed", args: {} };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return unfit(`are ${Array.isArray(value) ? "an array" : `a ${typeof value}`}, not an object`);
  }
  try {
    return { kind: "parsed", args: copyRecord(value, 0) };
  } catch (error) {
    return unfit(error instanceof Unfit ? error.message : "can not be read");
  }
}

/** Without the piece of the text that the engine quotes: cut out of a secret, it could not be masked any more. */
function whereOf(error: unknown): string {
  const [where = ""] = thrownText(error).split(/, (?:\.\.\.)?"/);
  return ` (${where})`;
}

function unfit(what: string): Ended {
  return ended(
    "error",
    `The arguments ${what}. Send one JSON object with the arguments by name; the tool did not run.`,
  );
}

function copyRecord(value: object, depth: number): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    // As an ordinary key it would become the prototype of whatever a tool merges it into.
    if (key === "__proto__") throw new Unfit("have a key named __proto__, which is not allowed");
    copy[key] = copyValue(Reflect.get(value, key), depth + 1);
  }
  return copy;
}

function copyValue(value: unknown, depth: number): unknown {
  if (typeof value === "function" || typeof value === "symbol") {
    throw new Unfit(`hold a ${typeof value}, which is not data`);
  }
  if (typeof value !== "object" || value === null) return value;
  if (depth > DEEPEST) throw new Unfit(`are nested deeper than ${DEEPEST} levels, or in a circle`);
  if (Array.isArray(value)) return value.map((item) => copyValue(item, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return copyRecord(value, depth);
  // A program may call a tool with dates, maps or bytes. What can not be cloned can not be bound to an approval either.
  try {
    return structuredClone(value);
  } catch {
    throw new Unfit("hold something that can not be copied");
  }
}
