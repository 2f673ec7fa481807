/**
 * What a `$ref` within one document refers to.
 *
 * @param root - the whole document
 * @param reference - a JSON pointer as a fragment: `#`, `#/$defs/node`
 * @returns undefined where there is nothing, or it is another kind of reference
 */
export function resolveReference(root: unknown, reference: string): unknown {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let found = root;
  for (const part of reference.slice(2).split("/")) {
    const key = decode(part);
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}

function decode(part: string): string {
  try {
    return unescape(decodeURIComponent(part));
  } catch {
    return unescape(part);
  }
}

function unescape(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}
