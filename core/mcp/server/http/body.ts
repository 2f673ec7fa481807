import type { IncomingMessage } from "node:http";

export type Body =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "not_json" }
  | { readonly kind: "too_long" }
  | { readonly kind: "cut_off" };

/**
 * Reads the body of a request as JSON.
 *
 * @param most - bytes that it may have
 */
export async function readBody(request: IncomingMessage, most: number): Promise<Body> {
  if (Number(request.headers["content-length"] ?? 0) > most) return { kind: "too_long" };
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      const bytes: Buffer = Buffer.from(chunk);
      size += bytes.length;
      if (size > most) return { kind: "too_long" };
      chunks.push(bytes);
    }
  } catch {
    return { kind: "cut_off" };
  }
  try {
    return { kind: "json", value: JSON.parse(Buffer.concat(chunks).toString("utf8")) };
  } catch {
    return { kind: "not_json" };
  }
}
