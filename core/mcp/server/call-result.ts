import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import type { JsonSchema, ToolResult } from "../../contract/index.ts";
import { structuredPart } from "../../dispatch/structured.ts";

/**
 * A result as MCP has it: the message, then the parts that the tool gave as `content` in `additional`; the rest of
 * `additional` is structured content.
 *
 * @param outputSchema - what clients are told of the structured content; undefined where nothing is
 */
export function toCallResult(
  { message, is_error, additional, status }: ToolResult,
  outputSchema?: JsonSchema,
): CallToolResult {
  const parts = additional?.["content"];
  const blocks = Array.isArray(parts) ? parts.flatMap(contentBlock) : [];
  const data = structuredPart(additional ?? {}, outputSchema);
  // Where clients are told of it, it is there, also when it is empty.
  const isTold = outputSchema !== undefined && !is_error;
  const text: ContentBlock[] =
    message === "" && blocks.length > 0 ? [] : [{ type: "text", text: message }];
  return {
    content: [...text, ...blocks],
    ...(isTold || Object.keys(data).length > 0 ? { structuredContent: { ...data } } : {}),
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
