import { createAnthropic } from "@ai-sdk/anthropic";
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
  return fromLanguageModel(`${name}/${model}`, provider(model));
}
