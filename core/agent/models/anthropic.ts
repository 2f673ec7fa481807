import { createAnthropic } from "@ai-sdk/anthropic";
import type { LanguageModelV3Prompt } from "@ai-sdk/provider";
import { fromLanguageModel } from "./language-model.ts";
import type { ModelHandle } from "./model.ts";
import type { ConfiguredProvider } from "./providers.ts";

export function openAnthropic(
  { name, key, address, fetch }: ConfiguredProvider,
  model: string,
): ModelHandle {
  const provider = createAnthropic({
    apiKey: key ?? "",
    ...(address !== null && { baseURL: address }),
    ...(fetch && { fetch }),
  });
  return fromLanguageModel(`${name}/${model}`, provider(model), { prepare: markForCache });
}

/** Anthropic caches up to what is marked: the tools and the system prompt, and the conversation so far. */
function markForCache(prompt: LanguageModelV3Prompt): LanguageModelV3Prompt {
  return prompt.map((message, index) =>
    message.role === "system" || index === prompt.length - 1
      ? {
          ...message,
          providerOptions: {
            ...message.providerOptions,
            anthropic: { cacheControl: { type: "ephemeral" } },
          },
        }
      : message,
  );
}
