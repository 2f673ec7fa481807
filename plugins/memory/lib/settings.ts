import { settingsReader } from "pegboard";
import { z } from "zod";

export const readSettings = settingsReader(
  "memory",
  z.object({
    max_chars: z.int().min(100).default(4_000),
    // The store indexes whole entries, and databases index no text without end.
    max_entry_chars: z.int().min(20).max(800).default(500),
  }),
);

export type MemorySettings = ReturnType<typeof readSettings>;
