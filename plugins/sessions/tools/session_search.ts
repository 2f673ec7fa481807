import { Failed, InvalidArgs, defineTool } from "pegboard";
import type { PastMessage, ToolSessions } from "pegboard";
import { z } from "zod";
import { readSettings } from "../lib/settings.ts";
import type { SessionsSettings } from "../lib/settings.ts";
import { messageText, sessionLine, snippet } from "../lib/show.ts";

const DEFAULT_LIMIT = 5;
const MOST = 10;
/** Messages before the one that is read around. */
const BEFORE = 3;

export default defineTool({
  description:
    "Looks into earlier sessions: searches them, reads around a hit, reads a session, or shows the latest ones.",
  args: z.strictObject({
    query: z
      .string()
      .optional()
      .describe(
        "Words that a message must all hold. Without it and `session`, the latest sessions are shown",
      ),
    session: z.string().optional().describe("The id of the session to read"),
    around: z
      .int()
      .optional()
      .describe(
        "Of the session that is read: the number of a message, to read what was said around it",
      ),
    from: z
      .int()
      .optional()
      .describe("Of the session that is read: the number of the first message, 1 by default"),
    limit: z.number().optional().describe("How many sessions to show, 1 to 10; 5 by default"),
  }),
  risk: "read",
  async execute({ query, session, around, from, limit }, { store, settings }) {
    if (store === null) throw new Failed("Nothing is kept here, so there are no earlier sessions.");
    const { sessions } = store;
    const limits = readSettings(settings);
    if (session !== undefined) {
      if (query !== undefined && query.trim() !== "") {
        throw new InvalidArgs(
          "Give either `query` or `session`: a search goes over all sessions.",
          ["query"],
        );
      }
      return readSession(sessions, session, Math.max(1, from ?? (around ?? 1) - BEFORE), limits);
    }
    const most = Math.min(MOST, Math.max(1, Math.floor(limit ?? DEFAULT_LIMIT)));
    return query === undefined || query.trim() === ""
      ? browse(sessions, most)
      : search(sessions, query, most);
  },
});

async function browse(sessions: ToolSessions, limit: number): Promise<string> {
  const latest = await sessions.list(limit);
  if (latest.length === 0) return "There are no earlier sessions.";
  return `The latest sessions, by id, time, size and title:\n${latest.map(sessionLine).join("\n")}`;
}

async function search(sessions: ToolSessions, query: string, limit: number): Promise<string> {
  const hits = await sessions.search(query, limit);
  if (hits.length === 0) {
    return "No earlier session has a message that holds all these words. Fewer or other words may find more.";
  }
  const found = hits.map(
    ({ session, message }) =>
      `${sessionLine(session)}\n  [${message.position}] ${message.role}: ${snippet(message.text, query)}`,
  );
  return `${found.join("\n")}\n\nTo read on, give \`session\` and the number in brackets as \`around\`.`;
}

async function readSession(
  sessions: ToolSessions,
  id: string,
  from: number,
  { max_messages, max_message_chars, max_chars }: SessionsSettings,
): Promise<string> {
  const session = await sessions.get(id);
  if (session === null)
    throw new Failed(`There is no session ${JSON.stringify(id.slice(0, 100))}.`);
  const messages = await sessions.messages(id, from, max_messages);
  const shown: string[] = [];
  let size = 0;
  let last: PastMessage | undefined;
  for (const message of messages) {
    const text = messageText(message, max_message_chars);
    if (shown.length > 0 && size + text.length > max_chars) break;
    shown.push(text);
    size += text.length;
    last = message;
  }
  if (last === undefined) return `${sessionLine(session)}\n\nIt has no message ${from} or later.`;
  const rest =
    last.position < session.messages
      ? `\n\nIt goes on: \`from\` ${last.position + 1}, up to ${session.messages}.`
      : "\n\nThis is its end.";
  return `${sessionLine(session)}\n\n${shown.join("\n\n")}${rest}`;
}
