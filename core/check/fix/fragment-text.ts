import type { ToolDescription } from "../../board/board.ts";
import { exampleArguments } from "../compare/example-values.ts";
import { callablesOf, writtenName } from "../documents/arguments.ts";
import type { Argument, Callable } from "../documents/arguments.ts";

/** A first fragment for a tool, from its description and schema, with a call that its schema takes. */
export function fragmentText(name: string, description: ToolDescription): string {
  const callables = callablesOf(description);
  const blocks = [`### ${name}`, inline(description.description)];
  for (const callable of callables) {
    if (callable.method !== null) {
      blocks.push(`#### ${writtenName(name, callable.method)}`, inline(callable.spec.description));
    }
    blocks.push(...callBlocks(name, callable));
  }
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function callBlocks(tool: string, { method, spec, arguments: args }: Callable): string[] {
  const rows = args.map(argumentLine);
  const example = exampleArguments(spec.inputSchema);
  const call = { tool_name: writtenName(tool, method), tool_args: example ?? {} };
  return [
    ...(rows.length > 0 ? [`Arguments:\n\n${rows.join("\n")}`] : []),
    ...(example === null ? [] : [`\`\`\`json\n${callText(call)}\n\`\`\``]),
  ];
}

/** An argument as a row of a fragment's list. */
export function argumentLine({ path, type, required, description }: Argument): string {
  const meaning = inline(description ?? "");
  return `- \`${path}\` (${inline(type)}, ${required ? "required" : "optional"})${meaning === "" ? "" : `: ${meaning}`}`;
}

/** A call as a fragment shows it. */
export function callText(call: unknown): string {
  return notTemplate(JSON.stringify(call, null, 2));
}

export function inline(text: string): string {
  return notTemplate(text.trim().replace(/\s+/g, " "));
}

/** Prompts are templates, in which two braces would begin a variable. */
function notTemplate(text: string): string {
  return text.replace(/\{(?=\{)/g, "{ ");
}
