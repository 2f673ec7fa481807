import type { ChildKind } from "./manifest/known.ts";

/** The folders of files of each kind. */
export const ASSET_FOLDERS = ["tools", "prompts", "extensions", "skills"];

/** The file that makes a folder in `agents/` a profile. */
export const AGENT_FILE = "agent.md";

/** The folders at which listing begins, and `usr` with half of them: a link at one of these must be seen to be one. */
export const BEGINNINGS = [
  "usr",
  ...["", "usr/"].flatMap((at) => [...ASSET_FOLDERS, "plugins", "agents"].map((name) => at + name)),
];

/** What to list: the places below a base where something of the framework's can lie, or all below a folder. */
export type Wanted =
  /** `without`: beginnings that are links, which are followed apart. */
  { readonly kind: "places"; readonly without: readonly string[] } | { readonly kind: "all" };

export type Listed = {
  /** Paths relative to the folder at which listing began, with `/`. */
  readonly found: readonly { readonly path: string; readonly kind: ChildKind }[];
  readonly unreadable: readonly { readonly path: string; readonly code: string }[];
};
