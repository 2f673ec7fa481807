/** A name or a value as messages show it. */
export function code(text: string): string {
  return `\`${text.length > 80 ? `${text.slice(0, 77)}…` : text}\``;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[]): string {
  const all = [...items];
  const last = all.pop() ?? "";
  return all.length === 0 ? last : `${all.join(", ")} and ${last}`;
}
