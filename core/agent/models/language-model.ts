import type { LanguageModelV3, SharedV3ProviderOptions } from "@ai-sdk/provider";
import type { ModelHandle } from "./model.ts";

/** A model of the AI SDK as the loop uses it: streaming only, no tool execution, no retry of its own. */
export function fromLanguageModel(
  id: string,
  model: LanguageModelV3,
  providerOptions?: SharedV3ProviderOptions,
): ModelHandle {
  const handle: ModelHandle = {
    id,
    async stream({ prompt, tools, toolChoice, signal }) {
      const { stream } = await model.doStream({
        prompt,
        // An empty list is refused by some servers.
        ...(tools.length > 0 && { tools: [...tools], toolChoice: { type: toolChoice } }),
        abortSignal: signal,
        ...(providerOptions && { providerOptions }),
      });
      return stream;
    },
    child: () => handle,
  };
  return handle;
}
