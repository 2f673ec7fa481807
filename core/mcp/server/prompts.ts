import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { CompleteRequestParams, GetPromptResult, Prompt } from "@modelcontextprotocol/server";
import type { Secrets } from "../../dispatch/secrets/secrets.ts";
import { contentBlock } from "./call-result.ts";
import type { Offers } from "./offers.ts";
import type { Task } from "./task.ts";

export function promptList({ prompts }: Offers): Prompt[] {
  return prompts.map(({ name, title, description, arguments: args }) => ({
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(args === undefined ? {} : { arguments: args.map((argument) => ({ ...argument })) }),
  }));
}

/** @throws ProtocolError for a name that is not offered, and for arguments that are missing */
export async function getPrompt(
  { prompts }: Offers,
  name: string,
  args: Readonly<Record<string, string>>,
  { signal, client }: Task,
  secrets: Secrets,
): Promise<GetPromptResult> {
  const prompt = prompts.find((each) => each.name === name);
  if (prompt === undefined) throw invalid(`There is no prompt ${JSON.stringify(name)}.`);
  const missing = (prompt.arguments ?? []).filter(
    (argument) => argument.required === true && !Object.hasOwn(args, argument.name),
  );
  if (missing.length > 0) {
    throw invalid(`${name} needs ${missing.map((argument) => argument.name).join(", ")}.`);
  }
  const made = await prompt.get(args, { signal, client });
  const messages = typeof made === "string" ? [{ role: "user" as const, content: made }] : made;
  return {
    ...(prompt.description === undefined ? {} : { description: prompt.description }),
    messages: messages.flatMap(({ role, content }) => {
      const masked = secrets.maskDeep(
        typeof content === "string" ? { type: "text", text: content } : content,
      );
      return contentBlock(masked).map((block) => ({ role, content: block }));
    }),
  };
}

/** As many as the protocol lets go out. */
const MOST_VALUES = 100;

/** What an argument of a prompt, or a variable of a template, may become. */
export async function complete(
  { prompts, templates }: Offers,
  ref: CompleteRequestParams["ref"],
  { name, value }: CompleteRequestParams["argument"],
): Promise<{ values: string[]; total: number; hasMore: boolean }> {
  const target =
    ref.type === "ref/prompt"
      ? prompts.find((prompt) => prompt.name === ref.name)
      : templates.find((template) => template.uri === ref.uri);
  if (target === undefined) throw invalid("There is nothing by that name to complete.");
  const values = (await target.complete?.(name, value)) ?? [];
  return {
    values: values.slice(0, MOST_VALUES),
    total: values.length,
    hasMore: values.length > MOST_VALUES,
  };
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
