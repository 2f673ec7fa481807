import type { Message } from "../agent/message.ts";

/** What a person would read of a message: the text that is searched and shown. */
export function readableText(message: Message): string {
  return clean(textOf(message));
}

function textOf(message: Message): string {
  switch (message.role) {
    case "user":
    case "note":
      return message.text;
    case "assistant":
      return message.parts
        .map((part) =>
          part.kind === "text"
            ? part.text
            : part.kind === "call"
              ? `${part.name} ${part.args}`
              : "",
        )
        .filter((text) => text !== "")
        .join("\n");
    case "tool":
      return message.results.map((result) => result.message).join("\n");
  }
}

/** PostgreSQL takes no NUL, and neither database takes half of a surrogate pair. */
function clean(text: string): string {
  return text.replaceAll("\0", "\uFFFD").toWellFormed();
}
