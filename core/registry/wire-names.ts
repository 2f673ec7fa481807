import { createHash } from "node:crypto";

/** What every provider takes as the name of a tool: OpenAI is the strictest. */
const LEGAL = /^[a-zA-Z0-9_-]{1,64}$/;
const LONGEST = 64;
const DIGEST_LENGTH = 8;
const SEPARATOR = "__";

/**
 * The name by which a model sees a callable: `weather`, `skills_tool__load` for a method, `github__create_issue` for the
 * `github:create_issue` of another source of tools. Names of tools and methods hold no `__`, so no two of them ever share
 * one. What is too long for a provider, or holds characters that it does not take, is told apart by a digest.
 */
export function wireName(tool: string, method: string | null): string {
  const written = writtenName(tool, method);
  const whole = written.replaceAll(":", SEPARATOR);
  if (LEGAL.test(whole)) return whole;
  const digest = createHash("sha256").update(written).digest("hex").slice(0, DIGEST_LENGTH);
  const beginning = whole.replaceAll(/[^a-zA-Z0-9_-]/g, "_").slice(0, LONGEST - DIGEST_LENGTH - 1);
  return `${beginning}_${digest}`;
}

/** A callable as people write it: `weather`, `skills_tool:load`. */
export function writtenName(tool: string, method: string | null): string {
  return method === null ? tool : `${tool}:${method}`;
}
