import { createHash } from "node:crypto";

/** What every provider takes as the name of a tool: OpenAI is the strictest. */
const LONGEST = 64;
const DIGEST_LENGTH = 8;
const SEPARATOR = "__";

/**
 * The name by which a model sees a callable: `weather`, or `skills_tool__load` for a method. Names of tools and methods
 * hold no `__`, so two callables never share one. What is too long for a provider is cut and told apart by a digest.
 */
export function wireName(tool: string, method: string | null): string {
  const whole = method === null ? tool : `${tool}${SEPARATOR}${method}`;
  if (whole.length <= LONGEST) return whole;
  const digest = createHash("sha256").update(whole).digest("hex").slice(0, DIGEST_LENGTH);
  return `${whole.slice(0, LONGEST - DIGEST_LENGTH - 1)}_${digest}`;
}

/** A callable as people write it: `weather`, `skills_tool:load`. */
export function writtenName(tool: string, method: string | null): string {
  return method === null ? tool : `${tool}:${method}`;
}
