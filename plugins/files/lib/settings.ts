import { Failed } from "pegboard";
import { z } from "zod";

const SETTINGS = z.object({
  root: z.string().min(1).default("."),
  max_file_bytes: z.int().positive().default(10_000_000),
  max_lines: z.int().positive().default(2_000),
  max_line_chars: z.int().min(20).default(2_000),
  max_read_chars: z.int().min(1_000).default(40_000),
  max_results: z.int().positive().default(200),
  skip: z.array(z.string()).default(["node_modules"]),
  protect: z.array(z.string()).default([".env", ".env.local"]),
});

export type FilesSettings = z.infer<typeof SETTINGS>;

/** The plugin's settings. Throws a `Failed` that names the file to mend when a person has set something else. */
export function readSettings(settings: Readonly<Record<string, unknown>>): FilesSettings {
  const parsed = SETTINGS.safeParse(settings);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues
    .map(({ path, message }) => `${path.join(".")}: ${message}`)
    .join("; ");
  throw new Failed(
    `The settings of the files plugin are wrong (usr/plugins/files/settings.yaml): ${wrong}`,
  );
}
