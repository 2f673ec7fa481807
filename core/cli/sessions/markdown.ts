import type { Message } from "../../agent/message.ts";
import type { SessionSummary, StoredMessage } from "../../store/sessions.ts";

/** A session as a Markdown document that a person can read without Pegboard. */
export function sessionMarkdown(
  session: SessionSummary,
  messages: readonly StoredMessage[],
): string {
  const { id, profile, model, title, created_at, updated_at } = session;
  const head = [
    `# ${(title ?? "Session").replaceAll(/\s+/g, " ")}`,
    "",
    `- session: ${id}`,
    `- profile: ${profile}`,
    `- model: ${model}`,
    `- from ${time(created_at)} to ${time(updated_at)}`,
  ];
  const parts = messages.map(
    ({ position, message, created_at: at }) =>
      `## ${position}. ${NAMES[message.role]}, ${time(at)}\n\n${body(message)}`,
  );
  return `${head.join("\n")}\n\n${parts.join("\n\n")}\n`;
}

const NAMES: Readonly<Record<Message["role"], string>> = {
  user: "Person",
  assistant: "Agent",
  tool: "Results",
  note: "Note",
};

function body(message: Message): string {
  switch (message.role) {
    case "user":
    case "note":
      return message.text;
    case "assistant":
      return message.parts
        .flatMap((part) => {
          switch (part.kind) {
            case "text":
              return [part.text];
            case "call":
              return [`Call \`${part.name}\` (${part.id}):\n\n${fenced(part.args, "json")}`];
            case "reasoning":
              return [];
          }
        })
        .join("\n\n");
    case "tool":
      return message.results
        .map(
          ({ id, tool, status, message: text }) =>
            `\`${tool}\` (${id}), ${status}:\n\n${fenced(text, "")}`,
        )
        .join("\n\n");
  }
}

/** A fence longer than any in the text, so that the text can not end it. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function time(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")}Z`;
}
