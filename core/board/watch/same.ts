import type { Board } from "../board.ts";
import { assetRows, factRows } from "../manifest/image.ts";

/** Whether two boards are the same in all that is data. */
export function areSame(a: Board, b: Board): boolean {
  return (
    isEqual(factRows(a), factRows(b)) && (a.find === b.find || isEqual(assetRows(a), assetRows(b)))
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
