import { Failed, InvalidArgs, isFailed, isInvalidArgs } from "../../contract/index.ts";
import type { Response } from "../../contract/index.ts";
import { normalise } from "../steps/normalise.ts";
import { thrownText } from "../wording.ts";
import type { PackedError, PackedResponse, Settled } from "./protocol.ts";

/** Whatever was thrown, as plain data. Never throws. */
export function packError(thrown: unknown): PackedError {
  switch (typeof thrown) {
    case "string":
    case "number":
    case "boolean":
    case "undefined":
      return { kind: "value", value: thrown };
    default:
      if (thrown === null) return { kind: "value", value: null };
      return {
        kind: "error",
        name: textAt(thrown, "name") ?? "Error",
        message: thrownText(thrown),
        stack: textAt(thrown, "stack") ?? "",
        brand: brandOf(thrown),
        fields: fieldsOf(thrown),
      };
  }
}

/** What `packError` packed, as an error of this thread. */
export function unpackError(packed: PackedError): unknown {
  if (packed.kind === "value") return packed.value;
  const error = revive(packed);
  if (packed.stack !== "") {
    Object.defineProperty(error, "stack", {
      value: packed.stack,
      configurable: true,
      writable: true,
    });
  }
  return error;
}

function revive({ name, message, brand, fields }: PackedError & { kind: "error" }): Error {
  switch (brand) {
    case "invalid_args":
      return new InvalidArgs(message, fields);
    case "failed":
      return new Failed(message);
    case "dom_exception":
      return new DOMException(message, name);
    case null:
      return Object.assign(new Error(message), { name });
  }
}

/** Runs work whose outcome has to cross. Never rejects. */
export async function settle<T>(work: () => T | PromiseLike<T>): Promise<Settled<T>> {
  try {
    return { kind: "value", value: await work() };
  } catch (error) {
    return { kind: "threw", error: packError(error) };
  }
}

/** What came of it, on the side that asked. Throws what was thrown. */
export function unsettle<T>(settled: Settled<T>): T {
  if (settled.kind === "threw") throw unpackError(settled.error);
  return settled.value;
}

/**
 * What a tool gave back, as data that can cross whatever it was. The rules are those of a tool in process; whether its
 * Response may end the turn is judged by the pipeline.
 *
 * @param structured - the tool says what its structured result is
 */
export function packOutput(output: unknown, structured: boolean): PackedResponse {
  return packResponse(normalise(output, "sometimes", undefined, structured).response);
}

export function packResponse({ message, break_loop, additional }: Response): PackedResponse {
  return { message, break_loop, additional };
}

function brandOf(thrown: unknown): (PackedError & { kind: "error" })["brand"] {
  if (isInvalidArgs(thrown)) return "invalid_args";
  if (isFailed(thrown)) return "failed";
  return thrown instanceof DOMException ? "dom_exception" : null;
}

function textAt(value: unknown, key: string): string | null {
  try {
    const text: unknown = Reflect.get(Object(value), key);
    return typeof text === "string" ? text : null;
  } catch {
    return null;
  }
}

function fieldsOf(thrown: unknown): string[] {
  try {
    const fields: unknown = isInvalidArgs(thrown) ? thrown.fields : [];
    return Array.isArray(fields) ? fields.map(String) : [];
  } catch {
    return [];
  }
}
