import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { fromLanguageModel } from "./language-model.ts";
import { ModelUnavailable } from "./model.ts";
import type { ModelHandle } from "./model.ts";
import type { ConfiguredProvider } from "./providers.ts";

/** Any server that speaks OpenAI's chat completions: Ollama, LM Studio, vLLM, OpenRouter and the like. */
export function openCompatible(
  { name, key, address, fetch }: ConfiguredProvider,
  model: string,
): ModelHandle {
  if (address === null) throw new ModelUnavailable(`The model provider "${name}" has no address.`);
  const provider = createOpenAICompatible({
    name,
    baseURL: address,
    includeUsage: true,
    ...(key !== null && { apiKey: key }),
    ...(fetch && { fetch }),
  });
  return fromLanguageModel(`${name}/${model}`, provider(model));
}
