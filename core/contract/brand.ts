/**
 * A tool file may have been loaded beside another copy of this package, where `instanceof` says no to what is a tool.
 * What has to be recognised across copies carries one of these registered symbols instead.
 */
export const TOOL_BRAND = Symbol.for("pegboard.tool");
export const RESPONSE_BRAND = Symbol.for("pegboard.response");
export const INVALID_ARGS_BRAND = Symbol.for("pegboard.invalid-args");
export const FAILED_BRAND = Symbol.for("pegboard.failed");
export const EXTENSION_BRAND = Symbol.for("pegboard.extension");

/** Whether `value` (an object or a class) carries `brand`, itself or through its prototypes. Never throws. */
export function hasBrand(value: unknown, brand: symbol): boolean {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return false;
  try {
    return Reflect.get(value, brand) === true;
  } catch {
    return false;
  }
}
