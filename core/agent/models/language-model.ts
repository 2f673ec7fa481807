import type {
  LanguageModelV3,
  LanguageModelV3Prompt,
  SharedV3ProviderOptions,
} from "@ai-sdk/provider";
import type { ModelHandle } from "./model.ts";

export type LanguageModelOptions = {
  /** Sent with every request. */
  readonly providerOptions?: SharedV3ProviderOptions;
  /** What the provider wants done to a prompt. */
  readonly prepare?: (prompt: LanguageModelV3Prompt) => LanguageModelV3Prompt;
};

/** A model of the AI SDK as the loop uses it: streaming only, no tool execution, no retry of its own. */
export function fromLanguageModel(
  id: string,
  model: LanguageModelV3,
  { providerOptions, prepare }: LanguageModelOptions = {},
): ModelHandle {
  const handle: ModelHandle = {
    id,
    async stream({ prompt, tools, toolChoice, signal }) {
      const { stream } = await model.doStream({
        prompt: prepare ? prepare(prompt) : prompt,
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
