import type {
  BreakLoop,
  Extension,
  ExtensionPoint,
  JsonSchema,
  Risk,
  ToolClass,
} from "../contract/index.ts";
import type { Diagnostic } from "./diagnostic.ts";
import type { Profile } from "./profile.ts";

/** The kinds of place an asset can come from (DESIGN, "Layers"), each a rung of the ladder. */
export type LayerKind =
  | "user-profile" // usr/agents/P
  | "user-plugin-profile" // usr/plugins/*/agents/P
  | "plugin-profile" // plugins/*/agents/P
  | "profile" // agents/P
  | "user" // usr
  | "user-plugin" // usr/plugins/*
  | "plugin" // plugins/*
  | "root"; // tools/, prompts/, extensions/, skills/

/** One folder that may hold `tools/`, `prompts/`, `extensions/<point>/` and `skills/`. */
export type Layer = {
  readonly kind: LayerKind;
  /** Absolute path. */
  readonly dir: string;
  /** The plugin whose folder this is in, or null. */
  readonly plugin: Plugin | null;
  /** The profile whose folder this is, or null. */
  readonly profile: string | null;
  /** The layer belongs to the installed package and not to the workspace. */
  readonly bundled: boolean;
};

export type Plugin = {
  readonly name: string;
  /** Absolute path. */
  readonly dir: string;
  readonly origin: "user" | "workspace" | "package";
  readonly title: string;
  readonly description: string;
  readonly version: string | null;
  /** No toggle can switch it off. */
  readonly alwaysEnabled: boolean;
  readonly enabled: boolean;
  /** The file that switched it off, relative to the workspace. */
  readonly disabledBy: string | null;
  /** The user's `settings.yaml` merged over the plugin's own. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** `isolate: true` in `plugin.md`: all its tools run in one worker. */
  readonly isolate: boolean;
};

export type AssetKind = "tools" | "prompts" | "extensions" | "skills";

/** A file found through the layers. */
export type Asset = {
  /** Relative to its kind's folder: `weather.ts`, `agent.system.main.md`, `system_prompt/_10_memory.ts`. */
  readonly name: string;
  /** Absolute path. */
  readonly file: string;
  readonly layer: Layer;
};

/** What is known of one callable thing (a tool, or one method of it) without importing it. */
export type CallableSpec = {
  readonly description: string;
  readonly risk: Risk;
  /** Whether `assess` may raise the risk of one call. */
  readonly assessed: boolean;
  /** As it goes to a provider: the root is `type: object`. */
  readonly inputSchema: JsonSchema;
  /** Of the structured result, as it goes to MCP clients; absent where nothing is said of it. */
  readonly outputSchema?: JsonSchema;
};

/** All that is known of a tool without importing it: plain data that survives JSON. */
export type ToolDescription = {
  /** The tool's own callable, or null for a tool that has only methods. */
  readonly self: CallableSpec | null;
  readonly methods: Readonly<Record<string, CallableSpec>>;
  readonly description: string;
  readonly risk: Risk;
  readonly interactive: boolean;
  readonly break_loop: BreakLoop;
  /** Milliseconds, or null for the profile's. */
  readonly timeout: number | null;
  readonly repeatable: boolean;
  readonly isolate: boolean;
  readonly volatile: boolean;
};

export type ToolStatus = "ok" | "failed" | "denied" | "disabled";

/**
 * The files that a tool was made of: digests of their content as it was read, by absolute path. Null stands for a file
 * that was looked for and not there.
 */
export type Sources = ReadonlyMap<string, string | null>;

/** One name on the board: the tool that won it, or why nothing can be called by it. */
export type ToolEntry = {
  readonly name: string;
  /** `local:<tool>`, `plugin:<plugin>:<tool>`, `profile:<profile>:<tool>` or `mcp:<server>:<tool>`. */
  readonly id: string;
  readonly status: ToolStatus;
  /** Why it is failed, denied or disabled, as a person and a model may read it. */
  readonly error: string | null;
  /** Null while it can not be known: the file failed to load, or its plugin is off. */
  readonly description: ToolDescription | null;
  /** Absolute paths; `file` is null for a tool that was registered from memory. */
  readonly file: string | null;
  readonly prompt: string | null;
  readonly dox: string | null;
  readonly shadows: readonly string[];
  readonly plugin: Plugin | null;
  /** Changes with the tool's source, so that an approval can be bound to it. */
  readonly fingerprint: string;
  /** What the imported tool was made of; null before it is imported, where it is from no file, and where it changed meanwhile. */
  sources(): Sources | null;
  /** Imports the tool. Concurrent calls share one import. Throws a `ToolUnavailable` where `status` is not ok. */
  load(): Promise<ToolClass>;
};

export type ExtensionEntry = {
  readonly point: ExtensionPoint;
  /** The file name, which orders and replaces. */
  readonly name: string;
  /** Absolute path. */
  readonly file: string;
  readonly plugin: Plugin | null;
  readonly extension: Extension;
};

export type IgnoredFile = {
  /** Relative to the workspace. */
  readonly file: string;
  readonly reason: string;
};

/** An immutable snapshot of everything found in a workspace for one profile. A reload makes a new one. */
export type Board = {
  /** Absolute path of the workspace. */
  readonly root: string;
  readonly profile: Profile;
  /** Highest first. */
  readonly layers: readonly Layer[];
  readonly plugins: readonly Plugin[];
  /** Every name, sorted by code unit: also the failed, the denied and the disabled. */
  readonly tools: readonly ToolEntry[];
  /** In the order in which they run, for each point. */
  readonly extensions: Readonly<Record<ExtensionPoint, readonly ExtensionEntry[]>>;
  readonly ignored: readonly IgnoredFile[];
  readonly diagnostics: readonly Diagnostic[];
  /** All files of that name through the layers, highest first. */
  find(kind: AssetKind, name: string): readonly Asset[];
  /** All names of a kind, each with its winner, sorted by code unit. */
  list(kind: AssetKind): readonly Asset[];
  /** An absolute path as people read it: relative to the workspace, with `/`. */
  relative(file: string): string;
};

/** The tool is on the board and can not be called: it failed to load, is denied, or is switched off. */
export class ToolUnavailable extends Error {
  override readonly name = "ToolUnavailable";
}
