import type { PastMessage, PastSession } from "pegboard";

const SNIPPET_CHARS = 300;
const TITLE_CHARS = 100;

/** One line about a session. */
export function sessionLine({ id, title, updated_at, messages }: PastSession): string {
  const count = messages === 1 ? "1 message" : `${messages} messages`;
  const name = oneLine(title ?? "(no title)")
    .slice(0, TITLE_CHARS)
    .toWellFormed();
  return `${id}  ${minute(updated_at)}  ${count}  ${name}`;
}

/** A message with its text, cut at `most` characters; what was cut is said with the real length. */
export function messageText(
  { position, role, text, created_at }: PastMessage,
  most: number,
): string {
  const cut =
    text.length <= most
      ? text
      : `${text.slice(0, most).toWellFormed()}\n[cut; ${text.length} characters in all]`;
  return `[${position}] ${role}, ${minute(created_at)}\n${cut}`;
}

/** The part of a text around the first word of the query that is in it. */
export function snippet(text: string, query: string): string {
  const lower = text.toLowerCase();
  const places = query
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter((word) => word !== "")
    .map((word) => lower.indexOf(word))
    .filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...(places.length > 0 ? places : [0])) - SNIPPET_CHARS / 3);
  const part = oneLine(text.slice(start, start + SNIPPET_CHARS).toWellFormed());
  return `${start > 0 ? "… " : ""}${part}${start + SNIPPET_CHARS < text.length ? " …" : ""}`;
}

function minute(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace("T", " ")}Z`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
