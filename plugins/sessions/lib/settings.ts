import { settingsReader } from "pegboard";
import { z } from "zod";

export const readSettings = settingsReader(
  "sessions",
  z.object({
    max_message_chars: z.int().min(100).default(2_000),
    max_chars: z.int().min(1_000).default(20_000),
    max_messages: z.int().min(1).max(200).default(20),
  }),
);

export type SessionsSettings = ReturnType<typeof readSettings>;
