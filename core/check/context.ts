import type { Board, Layer, ToolEntry } from "../board/board.ts";
import type { Diagnostic } from "../board/diagnostic.ts";
import type { Callable } from "./documents/arguments.ts";
import type { Contract } from "./documents/contract.ts";
import type { Fragment } from "./documents/fragment.ts";
import type { Header } from "./documents/header.ts";
import type { Markdown } from "./documents/markdown.ts";
import type { Source } from "./documents/source.ts";
import type { LockState } from "./lock/lock-file.ts";
import type { Surface } from "./lock/surface.ts";
import type { CheckRun } from "./run/run-checks.ts";

/** A profile as an agent would have it. */
export type ProfileView = {
  readonly board: Board;
  /** Names of the tools that a model is offered. */
  readonly offered: ReadonlySet<string>;
};

/** A tool file of the workspace that is on the board of at least one profile. */
export type ToolView = {
  readonly name: string;
  readonly entry: ToolEntry;
  /** Relative to the workspace. */
  readonly file: string;
  readonly layer: Layer;
  readonly source: Source;
  /** Empty for a tool that failed to load. */
  readonly callables: readonly Callable[];
  /** Null without a contract beside the file. */
  readonly contract: ContractView | null;
};

export type ContractView = {
  /** Relative to the workspace. */
  readonly file: string;
  readonly document: Contract;
  /** References of Verification and Dependencies that lead nowhere. */
  readonly missing: readonly MissingReference[];
};

export type MissingReference = {
  readonly section: "Verification" | "Dependencies";
  readonly text: string;
  readonly line: number;
};

/** A fragment of a tool, with each tool file that a profile pairs it with. */
export type FragmentView = {
  readonly file: string;
  /** The tool that the file is named after. */
  readonly tool: string;
  readonly document: Fragment;
  readonly pairs: readonly ToolView[];
  /** An estimate, of the file as it is written. */
  readonly tokens: number;
  /** False for one that no profile pairs with a tool of its name. */
  readonly used: boolean;
};

/** Any other prompt of the workspace. */
export type PromptView = { readonly file: string; readonly document: Fragment };

/** A document that is searched for secrets. */
export type TextView = { readonly file: string; readonly text: string };

/** An `AGENTS.md`. */
export type GuideView = {
  readonly file: string;
  /** The folder it stands in, relative to the workspace; empty for the root. */
  readonly folder: string;
  readonly document: Markdown;
  readonly header: Header;
  /** The plugin whose folder it stands in, if that is what it stands in. */
  readonly plugin: string | null;
};

/** A `SKILL.md`. */
export type SkillView = {
  readonly file: string;
  /** The name of its folder. */
  readonly folder: string;
  readonly document: Markdown;
  readonly header: Header;
  /** Links to files in its folder that are not there. */
  readonly missing: readonly { readonly text: string; readonly line: number }[];
};

/** All that rules read, each file read once. */
export type CheckContext = {
  /** Absolute path of the workspace. */
  readonly root: string;
  readonly profiles: readonly ProfileView[];
  readonly tools: readonly ToolView[];
  /** The sources of all tool files of the workspace, also of those that failed to load. */
  readonly sources: ReadonlyMap<string, Source>;
  readonly fragments: readonly FragmentView[];
  /** Fragments of tools that are shadowed, as the tools that shadow them get them, being without one of their own. */
  readonly borrowed: readonly FragmentView[];
  readonly prompts: readonly PromptView[];
  /** Contracts that stand beside no tool file. */
  readonly strayContracts: readonly string[];
  readonly guides: readonly GuideView[];
  readonly skills: readonly SkillView[];
  readonly texts: readonly TextView[];
  /** What opening the boards and building the prompts has found, by profile. */
  readonly found: readonly Diagnostic[];
  readonly lock: LockState;
  /** The surface as it is now, of every tool that is offered or denied. */
  readonly surface: Surface;
  /** Names of tools that are there and can not be described now. */
  readonly unreadable: ReadonlySet<string>;
  /** With `--frozen`. */
  readonly frozen: boolean;
  /** Tokens that one fragment may take. */
  readonly budget: number;
  /** With `--run`: how the plugins' own checks went. */
  readonly runs: readonly CheckRun[];
};
