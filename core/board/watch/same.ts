import type { Board } from "../board.ts";
import { rowsOf } from "../manifest/image.ts";

/** Each board is compared twice: with the one before it, and with the one after. */
const KNOWN_ROWS = new WeakMap<Board, unknown>();

/** Whether two boards are the same in all that is data. */
export function areSame(a: Board, b: Board): boolean {
  return isEqual(knownRowsOf(a), knownRowsOf(b));
}

function knownRowsOf(board: Board): unknown {
  const known = KNOWN_ROWS.get(board) ?? rowsOf(board);
  KNOWN_ROWS.set(board, known);
  return known;
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
