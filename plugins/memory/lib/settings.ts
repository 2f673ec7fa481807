import { Failed } from "pegboard";
import { z } from "zod";

const SETTINGS = z.object({
  max_chars: z.int().min(100).default(4_000),
  // The store indexes whole entries, and databases index no text without end.
  max_entry_chars: z.int().min(20).max(800).default(500),
});

export type MemorySettings = z.infer<typeof SETTINGS>;

/** The plugin's settings. Throws a `Failed` that names the file to mend when a person has set something else. */
export function readSettings(settings: Readonly<Record<string, unknown>>): MemorySettings {
  const parsed = SETTINGS.safeParse(settings);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues
    .map(({ path, message }) => `${path.join(".")}: ${message}`)
    .join("; ");
  throw new Failed(
    `The settings of the memory plugin are wrong (usr/plugins/memory/settings.yaml): ${wrong}`,
  );
}
