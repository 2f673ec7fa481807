import type {
  LanguageModelV3FunctionTool,
  LanguageModelV3Prompt,
  LanguageModelV3StreamPart,
} from "@ai-sdk/provider";

/** What one call of the model is given. */
export type ModelRequest = {
  readonly prompt: LanguageModelV3Prompt;
  readonly tools: readonly LanguageModelV3FunctionTool[];
  /** `none`: the tools stay described, for the calls in the history, and none may be called. */
  readonly toolChoice: "auto" | "none";
  readonly signal: AbortSignal;
  /** Masks secrets in what a wrapper keeps of the reply. */
  readonly mask: (text: string) => string;
};

/** A model that can be asked. It runs no tools and retries nothing: that is the loop's. */
export type ModelHandle = {
  /** `provider/model`. */
  readonly id: string;
  /** Its replies are recorded, so each is to be read to its end. */
  readonly recorded?: boolean;
  /** Rejects, or its stream errors, when the model can not be reached or refuses. */
  stream(request: ModelRequest): Promise<ReadableStream<LanguageModelV3StreamPart>>;
  /** The same model for a child agent; only a recording tells them apart. */
  child(of: { readonly profile: string; readonly message: string }): ModelHandle;
};

/** What the environment and the command line say about models. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The model can not be opened: its id, a variable or a file is wrong. The message says which and what to do. */
export class ModelUnavailable extends Error {
  override readonly name = "ModelUnavailable";
}
