import { FAILED_BRAND, INVALID_ARGS_BRAND, hasBrand } from "./brand.ts";

/**
 * The arguments of a call are not what the tool takes. Thrown by a tool, it becomes an error result that the model can
 * read and correct; it never ends the turn.
 *
 * @example
 * throw new InvalidArgs("`until` lies before `from`", ["until"]);
 */
export class InvalidArgs extends Error {
  readonly [INVALID_ARGS_BRAND] = true;
  override readonly name = "InvalidArgs";
  /** The arguments that are wrong, as dotted paths (`filter.limit`). */
  readonly fields: readonly string[];

  constructor(message: string, fields: readonly string[] = []) {
    super(message);
    this.fields = fields;
  }
}

export function isInvalidArgs(value: unknown): value is InvalidArgs {
  return hasBrand(value, INVALID_ARGS_BRAND);
}

/**
 * The call was understood and could not be done. Thrown by a tool, it becomes an error result with this message.
 *
 * @example
 * throw new Failed("no such city: Oslow");
 */
export class Failed extends Error {
  readonly [FAILED_BRAND] = true;
  override readonly name = "Failed";
}

export function isFailed(value: unknown): value is Failed {
  return hasBrand(value, FAILED_BRAND);
}
