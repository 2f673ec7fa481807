import { settingsReader } from "pegboard";
import { z } from "zod";

export const readSettings = settingsReader(
  "files",
  z.object({
    root: z.string().min(1).default("."),
    max_file_bytes: z.int().positive().default(10_000_000),
    max_lines: z.int().positive().default(2_000),
    max_line_chars: z.int().min(20).default(2_000),
    max_read_chars: z.int().min(1_000).default(40_000),
    max_results: z.int().positive().default(200),
    skip: z.array(z.string()).default(["node_modules"]),
    protect: z.array(z.string()).default([".env", ".env.local"]),
  }),
);

export type FilesSettings = ReturnType<typeof readSettings>;
