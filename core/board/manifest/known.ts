import type { ExtensionPoint } from "../../contract/index.ts";
import type { ToolDescription } from "../board.ts";
import type { ToolProblem } from "../tool-problem.ts";
import type { Seen } from "./stamp.ts";

export type ChildKind = "file" | "folder" | "link" | "other";

/** What lies in a folder. */
export type Child = { readonly name: string; readonly kind: ChildKind };

export type KnownFolder = { readonly seen: Seen; readonly children: readonly Child[] };

/** A path that a thing depends on, with how it was when the thing was made of it. */
export type Use = { readonly path: string; readonly seen: Seen };

/** What a file says in YAML, with the lines of its keys. */
export type KnownText = {
  readonly uses: readonly Use[];
  readonly data: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly bodyLine: number;
  /** Of the keys at the top; under the empty name, of none of them. */
  readonly lines: ReadonlyMap<string, number>;
};

/** A tool that was imported and found well. */
export type KnownTool = {
  readonly uses: readonly Use[];
  readonly description: ToolDescription;
  /** None of them fatal. */
  readonly problems: readonly ToolProblem[];
  readonly fingerprint: string;
  /** Of the same source it said different things at different times, so it is imported at every start. */
  readonly unsteady: boolean;
};

/** An extension that was imported and found well. */
export type KnownExtension = {
  readonly uses: readonly Use[];
  readonly point: ExtensionPoint;
};

/** What was found out about a workspace, by absolute paths. */
export type Known = {
  readonly folders: ReadonlyMap<string, KnownFolder>;
  readonly texts: ReadonlyMap<string, KnownText>;
  readonly tools: ReadonlyMap<string, KnownTool>;
  readonly extensions: ReadonlyMap<string, KnownExtension>;
};

export const NOTHING_KNOWN: Known = {
  folders: new Map(),
  texts: new Map(),
  tools: new Map(),
  extensions: new Map(),
};
