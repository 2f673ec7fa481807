/**
 * Freezes plain data at any depth: objects and arrays. What has a class of its own, and functions, are left as they are.
 *
 * @returns the same value
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) return value;
  Object.freeze(value);
  for (const key in value) deepFreeze(value[key]);
  return value;
}
