import type { CallToolResult } from "@modelcontextprotocol/client";
import { Failed, Response } from "../../contract/index.ts";

/**
 * What a server's tool gave, as a tool of the board gives it: its texts as the message, other parts as `content` in
 * `additional`, structured content beside them.
 *
 * @throws Failed when the server says that it is an error
 */
export function toResponse({ content, structuredContent, isError }: CallToolResult): Response {
  const texts = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const others = content.filter((part) => part.type !== "text");
  const told = [...texts, ...others.map(describe)].join("\n");
  const message =
    told === "" && structuredContent !== undefined ? JSON.stringify(structuredContent) : told;
  if (isError === true)
    throw new Failed(message === "" ? "It failed, and does not say why." : message);
  const data =
    typeof structuredContent === "object" &&
    structuredContent !== null &&
    !Array.isArray(structuredContent)
      ? { ...structuredContent }
      : structuredContent === undefined
        ? {}
        : { structuredContent };
  const additional = { ...data, ...(others.length === 0 ? {} : { content: others }) };
  return new Response({
    message,
    ...(Object.keys(additional).length === 0 ? {} : { additional }),
  });
}

/** What a model that only reads text is told of a part. */
function describe(part: CallToolResult["content"][number]): string {
  switch (part.type) {
    case "image":
    case "audio":
      return `[${part.type}, ${part.mimeType}]`;
    case "resource":
      return "text" in part.resource ? part.resource.text : `[${part.resource.uri}]`;
    case "resource_link":
      return `[${part.name}: ${part.uri}]`;
    case "text":
      return part.text;
  }
}
