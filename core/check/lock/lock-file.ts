import { z } from "zod";
import type { LockedTool, Surface } from "./surface.ts";

export const LOCK_FILE = "pegboard.lock.json";

/** What stands in the lock file, or why that can not be told. */
export type LockState =
  | { readonly kind: "absent" }
  | { readonly kind: "broken"; readonly problem: string }
  | { readonly kind: "read"; readonly surface: Surface; readonly text: string };

const argument = z.object({
  type: z.string(),
  required: z.boolean(),
  default: z.unknown().optional(),
  limits: z.record(z.string(), z.unknown()).optional(),
  description: z.string().optional(),
});

const tool = z.object({
  name: z.string(),
  risk: z.string(),
  break_loop: z.string(),
  interactive: z.boolean(),
  schema: z.string(),
  fragments: z.record(z.string(), z.string()),
  contract: z.string().nullable(),
  callables: z.record(
    z.string(),
    z.object({
      risk: z.string(),
      description: z.string(),
      arguments: z.record(z.string(), argument),
      output: z.record(z.string(), argument).optional(),
    }),
  ),
});

const lock = z.object({ version: z.literal(1), tools: z.record(z.string(), tool) });

/** Reads a lock file's text; null stands for no file. */
export function readLock(text: string | null): LockState {
  if (text === null) return { kind: "absent" };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { kind: "broken", problem: error instanceof Error ? error.message : String(error) };
  }
  const parsed = lock.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { kind: "broken", problem: `${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}` };
  }
  return { kind: "read", surface: parsed.data.tools, text };
}

/** The text of a lock file, the same byte for byte for the same surface; tools in the order of their identities. */
export function writeLock(surface: Surface): string {
  const ids = Object.keys(surface).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const tools = Object.fromEntries(ids.map((id) => [id, ordered(surface[id])]));
  return `${JSON.stringify({ version: 1, tools }, null, 2)}\n`;
}

function ordered(locked: LockedTool | undefined): LockedTool | undefined {
  if (!locked) return undefined;
  const { name, risk, break_loop, interactive, schema, fragments, contract, callables } = locked;
  return { name, risk, break_loop, interactive, schema, fragments, contract, callables };
}
