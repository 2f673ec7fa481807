/** A profile as others see it. */
export type ProfileCard = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** When another agent should delegate to it; empty where it does not say. */
  readonly context: string;
};

/** What the companion of a prompt (`<file>.vars.ts`) is given. */
export type PromptContext = {
  /** The name of the prompt, `agent.system.main.md`. */
  readonly prompt: string;
  /** The profile it is rendered for. */
  readonly profile: string;
  /** Absolute path of the workspace. */
  readonly workspace: string;
  /** The names of the tools that the model is offered, sorted. */
  readonly tools: readonly string[];
  /** The profiles of the workspace, sorted by name. Read when it is called. */
  readonly profiles: () => Promise<readonly ProfileCard[]>;
  /** The settings of the plugin that holds the companion. Empty outside a plugin. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Aborted when the time for the variables is over. */
  readonly signal: AbortSignal;
};

/** By name: text, which stands in the prompt as it is, or plain data, for conditions. */
export type PromptVariables = Readonly<Record<string, unknown>>;

/**
 * The default export of a prompt's companion: its variables, or a function that makes them. The same input must give
 * the same variables, or the provider can not cache the prompt.
 *
 * @example
 * export default (({ tools }) => ({ many: tools.length > 20 })) satisfies PromptVariablesProvider;
 */
export type PromptVariablesProvider =
  | PromptVariables
  | ((context: PromptContext) => PromptVariables | Promise<PromptVariables>);
