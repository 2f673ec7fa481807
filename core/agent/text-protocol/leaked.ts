import { ObjectReader } from "./object-reader.ts";
import type { TextRequest } from "./request.ts";

export type Leaked =
  | { readonly kind: "none" }
  | { readonly kind: "request"; readonly request: TextRequest }
  | { readonly kind: "invalid"; readonly what: string };

const OPENING = /^<(?:tool_call>|function=)/;
const WRAPPED = /^<tool_call>\s*(?<inner>[\s\S]*?)\s*<\/tool_call>$/;
const FUNCTION = /^<function=(?<name>[^\s<>]+)>(?<body>[\s\S]*)<\/function>$/;
const PARAMETER = /^\s*<parameter=(?<name>[^\s<>]+)>(?<value>[\s\S]*?)<\/parameter>/;

/** Whether a reply begins in a format that some models use for tool calls of their own. */
export function looksLeaked(text: string): boolean {
  return OPENING.test(text);
}

/**
 * Salvages one call out of a format that leaked from a model's own template: `<tool_call>{…}</tool_call>` or
 * `<function=x><parameter=a>1</parameter></function>`. Only a reply that is exactly one complete call counts.
 *
 * @param text - a whole reply, without white space around it
 */
export function readLeaked(text: string): Leaked {
  if (!looksLeaked(text)) return { kind: "none" };
  const inner = WRAPPED.exec(text)?.groups?.["inner"];
  if (text.startsWith("<tool_call>") && inner === undefined)
    return invalid("`<tool_call>` is not closed at the end of the reply");
  const body = inner ?? text;
  if (body.includes("<tool_call>")) return invalid("the reply holds more than one `<tool_call>`");
  return body.startsWith("<function=") ? readFunction(body) : readObject(body);
}

function readObject(body: string): Leaked {
  const reader = new ObjectReader();
  const state = body.startsWith("{") ? reader.push(body) : "bad";
  if (state !== "complete" || reader.length !== body.length) {
    return invalid("`<tool_call>` must hold exactly one complete JSON object");
  }
  const { name, arguments: args } = reader.value;
  if (
    typeof name !== "string" ||
    typeof args !== "object" ||
    args === null ||
    Array.isArray(args)
  ) {
    return invalid('`<tool_call>` must hold `{"name": …, "arguments": {…}}`');
  }
  return request(name, { ...args });
}

function readFunction(body: string): Leaked {
  const { name, body: parameters } = FUNCTION.exec(body)?.groups ?? {};
  if (name === undefined || parameters === undefined)
    return invalid("`<function=…>` is not closed at the end of the reply");
  if (parameters.includes("<function="))
    return invalid("the reply holds more than one `<function=…>`");
  const args: Record<string, unknown> = {};
  let rest = parameters;
  for (let match = PARAMETER.exec(rest); match; match = PARAMETER.exec(rest)) {
    const { name: key = "", value = "" } = match.groups ?? {};
    // The template puts the value on lines of its own; text is text, and the schema decides what it stands for.
    Object.defineProperty(args, key, {
      value: value.replace(/^\r?\n/, "").replace(/\r?\n$/, ""),
      configurable: true,
      enumerable: true,
      writable: true,
    });
    rest = rest.slice(match[0].length);
  }
  if (rest.trim() !== "")
    return invalid("`<function=…>` holds something that is no `<parameter=…>`");
  return request(name, args);
}

function request(name: string, args: Readonly<Record<string, unknown>>): Leaked {
  const [tool = "", method, ...more] = name.split(/:|__/);
  if (tool === "" || method === "" || more.length > 0)
    return invalid(`${JSON.stringify(name.slice(0, 80))} is no tool name`);
  return { kind: "request", request: { tool, method: method ?? null, args } };
}

function invalid(what: string): Leaked {
  return { kind: "invalid", what };
}
