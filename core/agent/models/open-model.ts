import type { Board } from "../../board/board.ts";
import { ModelUnavailable } from "./model.ts";
import type { Environment, ModelHandle } from "./model.ts";
import { configureProvider } from "./providers.ts";
import type { ConfiguredProvider } from "./providers.ts";

/** What runs where no model is configured: the recorded conversation that comes with the default profile. */
export const DEFAULT_MODEL = "replay/demo";

export type OpenModelOptions = {
  /** Where recorded conversations are looked for. Default: only in the current folder. */
  readonly board?: Pick<Board, "root" | "layers"> | null;
  /** Default: the process's. */
  readonly cwd?: string;
  /** Writes the conversation to this file, in the format of docs/replay.md. */
  readonly record?: string | undefined;
  /** Sends the requests. Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
};

/** Where the choice of a model came from. */
export type ModelChoice = {
  readonly id: string;
  readonly from: "option" | "environment" | "profile" | "default";
};

/**
 * Which model to use: the option (`--model`), then `PEGBOARD_MODEL`, then the profile's, then the recorded conversation.
 */
export function chooseModel(given: {
  readonly option?: string | undefined;
  readonly env: Environment;
  readonly profile?: { readonly model: string | null };
}): ModelChoice {
  if (given.option) return { id: given.option, from: "option" };
  if (given.env["PEGBOARD_MODEL"]) {
    return { id: given.env["PEGBOARD_MODEL"], from: "environment" };
  }
  if (given.profile?.model) return { id: given.profile.model, from: "profile" };
  return { id: DEFAULT_MODEL, from: "default" };
}

/**
 * Opens a model. Nothing is sent yet: a wrong model name shows at the first call.
 *
 * @param id - `provider/model`, or `replay/<file>`
 * @param env - where keys and addresses are looked up
 * @throws {ModelUnavailable} the id, a variable or a file is wrong; the message says which and what to do
 *
 * @example
 * const model = await openModel("anthropic/claude-sonnet-4-5", process.env);
 */
export async function openModel(
  id: string,
  env: Environment,
  options: OpenModelOptions = {},
): Promise<ModelHandle> {
  const { provider, model } = splitId(id);
  const handle =
    provider === "replay"
      ? await openReplay(id, model, options)
      : await openProvider(configureProvider(provider, env), model, options.fetch);
  if (options.record === undefined) return handle;
  const { recordingModel } = await import("./record.ts");
  return recordingModel(handle, options.record);
}

function splitId(id: string): { provider: string; model: string } {
  const slash = id.indexOf("/");
  const provider = id.slice(0, Math.max(slash, 0)).trim();
  const model = id.slice(slash + 1).trim();
  if (provider === "" || model === "") {
    throw new ModelUnavailable(
      `A model is named provider/model, openai/gpt-5-mini for instance; this is ${JSON.stringify(id)}.`,
    );
  }
  return { provider, model };
}

async function openReplay(
  id: string,
  name: string,
  { board = null, cwd = process.cwd() }: OpenModelOptions,
): Promise<ModelHandle> {
  const { findRecording } = await import("./find-recording.ts");
  const { readRecording } = await import("./recording.ts");
  const { replayModel } = await import("./replay.ts");
  return replayModel(id, await readRecording(await findRecording(name, board, cwd)));
}

async function openProvider(
  configured: ConfiguredProvider,
  model: string,
  fetch: typeof globalThis.fetch | undefined,
): Promise<ModelHandle> {
  const provider = { ...configured, ...(fetch && { fetch }) };
  switch (provider.kind) {
    case "openai":
      return (await import("./openai.ts")).openOpenAI(provider, model);
    case "anthropic":
      return (await import("./anthropic.ts")).openAnthropic(provider, model);
    case "google":
      return (await import("./google.ts")).openGoogle(provider, model);
    case "compatible":
      return (await import("./compatible.ts")).openCompatible(provider, model);
  }
}
