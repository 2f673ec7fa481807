import type { KeyboardInput } from "../dispatch/hosts/terminal/keyboard.ts";
import type { Output } from "./output/output.ts";

/** 0: fine. 1: the answer is no. 2: the command or the configuration is wrong. */
export type ExitCode = 0 | 1 | 2;

export type CommandArgument = {
  readonly name: string;
  readonly description: string;
  /** Default: false. */
  readonly required?: boolean;
  /** Takes all that follows; the last argument of a command. */
  readonly variadic?: boolean;
  readonly choices?: readonly string[];
};

export type CommandOption = {
  /** As commander reads them: `-m, --model <provider/model>`. */
  readonly flags: string;
  readonly description: string;
  readonly choices?: readonly string[];
  /** May be given more than once. */
  readonly repeatable?: boolean;
};

export type CommandExample = {
  readonly run: string;
  readonly does: string;
};

/** One command, the export `command` of `commands/<name>.ts`. What it needs to run is imported when it runs. */
export type Command = {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** What the one line leaves out, as paragraphs. */
  readonly details?: readonly string[];
  readonly arguments?: readonly CommandArgument[];
  readonly options?: readonly CommandOption[];
  readonly examples: readonly CommandExample[];
  /** Runs where the secrets can not be read too, because it then shows nothing that a tool says. */
  readonly worksWithoutSecrets?: boolean;
  run(invocation: Invocation): Promise<ExitCode>;
};

/** What was typed, read and checked against the definition. */
export type Invocation = {
  /** `--root`, as typed. */
  readonly root: string | undefined;
  /** `--profile`, as typed. */
  readonly profile: string | undefined;
  readonly json: boolean;
  /** An argument by the name in its definition. */
  argument(name: string): string | undefined;
  /** All values of a variadic argument, in the order typed. */
  argumentList(name: string): readonly string[];
  /** The value of an option, by its long name without the dashes. */
  option(name: string): string | undefined;
  /** The values of a repeatable option, in the order typed. */
  options(name: string): readonly string[];
  /** Whether an option that takes no value is there. */
  flag(name: string): boolean;
  readonly env: NodeJS.ProcessEnv;
  /** Standard input. Opening it takes time, so it is opened when it is first asked for. */
  input(): KeyboardInput;
  /** The payload, and nothing else. */
  readonly out: Output;
  /** Everything that is not the payload. */
  readonly err: Output;
};
