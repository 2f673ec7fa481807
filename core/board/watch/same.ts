import type { Board, ToolEntry } from "../board.ts";
import { assetRows, factRows } from "../manifest/image.ts";

/** Whether two boards are the same in all that is data. */
export function areSame(a: Board, b: Board): boolean {
  return (
    a.tools.length === b.tools.length &&
    a.tools.every((tool, at) => isSameTool(tool, b.tools[at])) &&
    isEqual(factRows({ ...a, tools: [] }), factRows({ ...b, tools: [] })) &&
    (a.find === b.find || isEqual(assetRows(a), assetRows(b)))
  );
}

/** There may be thousands, and mostly they are what they were. */
function isSameTool(a: ToolEntry, b: ToolEntry | undefined): boolean {
  return (
    b !== undefined &&
    a.name === b.name &&
    a.id === b.id &&
    a.status === b.status &&
    a.error === b.error &&
    a.file === b.file &&
    a.prompt === b.prompt &&
    a.dox === b.dox &&
    a.fingerprint === b.fingerprint &&
    isEqual(a.description, b.description) &&
    isEqual(a.shadows, b.shadows) &&
    isEqual(a.plugin, b.plugin)
  );
}

/** Of plain data. What was not read anew is mostly the very same object. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) => Object.hasOwn(b, key) && isEqual(Reflect.get(a, key), Reflect.get(b, key)),
  );
}
