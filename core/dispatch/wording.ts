import { clip } from "./text.ts";

/** The longest error text that a model gets to see, in UTF-16 code units. */
export const ERROR_CHARS = 2_048;

/** A name that came from outside, as it may stand in a message: quoted, on one line, short. */
export function quoted(name: unknown): string {
  return typeof name === "string" ? JSON.stringify(clip(name, 80)) : `(a ${typeof name})`;
}

/**
 * What was thrown, as text. Anything can be thrown, and reading it may throw again.
 *
 * @returns the message of an error, the text itself, or what can be said of anything else; not bounded
 */
export function thrownText(thrown: unknown): string {
  try {
    if (typeof thrown === "string") return thrown === "" ? "(an empty text was thrown)" : thrown;
    if (typeof thrown === "object" && thrown !== null) {
      const message: unknown = Reflect.get(thrown, "message");
      if (typeof message === "string" && message !== "") return message;
      const name: unknown = Reflect.get(thrown, "name");
      if (typeof name === "string" && name !== "") return name;
      return "(an object without a message was thrown)";
    }
    return `(${String(thrown)} was thrown)`;
  } catch {
    return "(something that can not be read was thrown)";
  }
}
