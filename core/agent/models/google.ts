import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { fromLanguageModel } from "./language-model.ts";
import type { ModelHandle } from "./model.ts";
import type { ConfiguredProvider } from "./providers.ts";

export function openGoogle(
  { name, key, address, fetch }: ConfiguredProvider,
  model: string,
): ModelHandle {
  const provider = createGoogleGenerativeAI({
    apiKey: key ?? "",
    ...(address !== null && { baseURL: address }),
    ...(fetch && { fetch }),
  });
  return fromLanguageModel(`${name}/${model}`, provider(model));
}
