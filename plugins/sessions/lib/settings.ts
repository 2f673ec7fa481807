import { Failed } from "pegboard";
import { z } from "zod";

const SETTINGS = z.object({
  max_message_chars: z.int().min(100).default(2_000),
  max_chars: z.int().min(1_000).default(20_000),
  max_messages: z.int().min(1).max(200).default(20),
});

export type SessionsSettings = z.infer<typeof SETTINGS>;

/** The plugin's settings. Throws a `Failed` that names the file to mend when a person has set something else. */
export function readSettings(settings: Readonly<Record<string, unknown>>): SessionsSettings {
  const parsed = SETTINGS.safeParse(settings);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues
    .map(({ path, message }) => `${path.join(".")}: ${message}`)
    .join("; ");
  throw new Failed(
    `The settings of the sessions plugin are wrong (usr/plugins/sessions/settings.yaml): ${wrong}`,
  );
}
