import { Response, isResponse } from "../../contract/index.ts";
import type { Additional, BreakLoop } from "../../contract/index.ts";
import { plain } from "./plain.ts";

/** What a tool answered, whatever it gave back: a Response whose fields are what they should be. */
export type Normalised = {
  readonly response: Response;
  /** What the tool did that its definition does not allow, for the person. */
  readonly warning: string | null;
};

/** What stands for an answer without any text. */
export const NO_OUTPUT = "(no output)";

const UNREADABLE = "(an output that can not be read)";

/**
 * Turns what `execute` gave back into a Response. Never throws.
 *
 * @param output - anything
 * @param breakLoop - what the tool declares: with `never` the turn goes on whatever the Response says, with `always` it ends
 * @param mask - is applied to each text inside data, before it becomes JSON
 * @param structured - the tool says what its structured result is, so that data alone is that as well
 */
export function normalise(
  output: unknown,
  breakLoop: BreakLoop,
  mask: (text: string) => string = (text) => text,
  structured = false,
): Normalised {
  const said: Said = isResponse(output)
    ? fieldsOf(output)
    : { message: output, additional: structured ? output : undefined };
  const wantsBreak = said.break_loop === true;
  const response = new Response({
    message: toText(said.message, mask),
    break_loop: breakLoop === "always" || (breakLoop === "sometimes" && wantsBreak),
    additional: toAdditional(said.additional, mask),
  });
  return {
    response,
    warning:
      wantsBreak && breakLoop === "never"
        ? "its Response asks to end the turn, but the tool declares break_loop: never; the turn goes on"
        : null,
  };
}

/** Text that a model can read, of anything: a text as it is, data as JSON. Never throws, never `[object Object]`. */
export function toText(value: unknown, mask: (text: string) => string = (text) => text): string {
  if (typeof value === "string") return value;
  if (value === undefined) return NO_OUTPUT;
  try {
    const data = plain(value, mask);
    // At the root a text needs no quotes: a bigint, a function, a date.
    return typeof data === "string" ? data : JSON.stringify(data);
  } catch {
    return UNREADABLE;
  }
}

function toAdditional(value: unknown, mask: (text: string) => string): Additional | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const data = plain(value, mask);
  return typeof data === "object" && data !== null && !Array.isArray(data)
    ? { ...data }
    : undefined;
}

type Said = {
  readonly message: unknown;
  readonly break_loop?: unknown;
  readonly additional?: unknown;
};

function fieldsOf(response: Response): Said {
  return {
    message: read(response, "message"),
    break_loop: read(response, "break_loop"),
    additional: read(response, "additional"),
  };
}

/** A foreign Response may have getters instead of fields. */
function read(response: object, field: string): unknown {
  try {
    return Reflect.get(response, field);
  } catch {
    return UNREADABLE;
  }
}
