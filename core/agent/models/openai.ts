import { createOpenAI } from "@ai-sdk/openai";
import { fromLanguageModel } from "./language-model.ts";
import type { ModelHandle } from "./model.ts";
import type { ConfiguredProvider } from "./providers.ts";

/**
 * OpenAI's own models are asked through the Responses API, where their reasoning survives from call to call; nothing is
 * stored there. Another address stands for a server that imitates OpenAI, and those speak chat completions.
 */
export function openOpenAI(
  { name, key, address, fetch }: ConfiguredProvider,
  model: string,
): ModelHandle {
  const provider = createOpenAI({
    apiKey: key ?? "",
    ...(address !== null && { baseURL: address }),
    ...(fetch && { fetch }),
  });
  const id = `${name}/${model}`;
  return address === null
    ? fromLanguageModel(id, provider.responses(model), {
        providerOptions: { openai: { store: false } },
      })
    : fromLanguageModel(id, provider.chat(model));
}
