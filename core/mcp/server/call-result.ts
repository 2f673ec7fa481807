import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import type { ToolResult } from "../../contract/index.ts";

/**
 * A result as MCP has it: the message, then the parts that the tool gave as `content` in `additional`; the rest of
 * `additional` is structured content.
 */
export function toCallResult({
  message,
  is_error,
  additional,
  status,
}: ToolResult): CallToolResult {
  const { content: parts, ...rest } = additional ?? {};
  const blocks = Array.isArray(parts) ? parts.flatMap(contentBlock) : [];
  // What is no list of parts is the tool's own.
  const data = Array.isArray(parts) || parts === undefined ? rest : (additional ?? {});
  const text: ContentBlock[] =
    message === "" && blocks.length > 0 ? [] : [{ type: "text", text: message }];
  return {
    content: [...text, ...blocks],
    ...(Object.keys(data).length === 0 ? {} : { structuredContent: { ...data } }),
    ...(is_error ? { isError: true, _meta: { "pegboard/status": status } } : {}),
  };
}

/** A part in the form that MCP demands; none where it is of no known form. */
export function contentBlock(part: unknown): ContentBlock[] {
  const { type, text, data, mimeType, resource, uri, name }: Readonly<Record<string, unknown>> =
    Object(part);
  switch (type) {
    case "text":
      return typeof text === "string" ? [{ type, text }] : [];
    case "image":
    case "audio":
      return typeof data === "string" && typeof mimeType === "string"
        ? [{ type, data, mimeType }]
        : [];
    case "resource":
      return resourceBlock(Object(resource));
    case "resource_link":
      return typeof uri === "string" && typeof name === "string"
        ? [{ type, uri, name, ...(typeof mimeType === "string" ? { mimeType } : {}) }]
        : [];
    default:
      return [];
  }
}

function resourceBlock({
  uri,
  mimeType,
  text,
  blob,
}: Readonly<Record<string, unknown>>): ContentBlock[] {
  if (typeof uri !== "string") return [];
  const facts = { uri, ...(typeof mimeType === "string" ? { mimeType } : {}) };
  if (typeof text === "string") return [{ type: "resource", resource: { ...facts, text } }];
  if (typeof blob === "string") return [{ type: "resource", resource: { ...facts, blob } }];
  return [];
}
