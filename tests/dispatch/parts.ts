import { join, relative } from "node:path";
import { EXTENSION_POINTS, defineTool } from "../../core/contract/index.ts";
import type {
  Extension,
  ExtensionHandler,
  ExtensionPoint,
  ToolClass,
} from "../../core/contract/index.ts";
import type { Board, ExtensionEntry, ToolEntry } from "../../core/board/board.ts";
import { entryOf as bareEntryOf } from "../../core/board/entry.ts";
import type { ApprovalPolicy, Limits, Profile } from "../../core/board/profile.ts";

/** A tool that is on a board without a file. */
export function entryOf(name: string, tool: ToolClass, more: Partial<ToolEntry> = {}): ToolEntry {
  return { ...bareEntryOf(name, tool), ...more };
}

export function extensionAt<P extends ExtensionPoint>(
  point: P,
  name: string,
  handler: ExtensionHandler<P>,
): ExtensionEntry {
  const extension = { point, handler } as unknown as Extension;
  return { point, name, file: `/nowhere/extensions/${point}/${name}`, plugin: null, extension };
}

export type Shape = {
  readonly tools: Readonly<Record<string, ToolClass>> | readonly ToolEntry[];
  readonly extensions?: readonly ExtensionEntry[];
  readonly approvals?: Partial<ApprovalPolicy>;
  readonly limits?: Partial<Limits>;
  readonly root?: string;
};

export function boardOf({ tools, extensions = [], approvals, limits, root }: Shape): Board {
  const dir = root ?? "/nowhere";
  const profile: Profile = {
    name: "tester",
    title: "Tester",
    description: "",
    context: "",
    extends: [],
    model: null,
    tools: null,
    tool_calls: "native",
    approvals: { read: "allow", write: "ask", tools: {}, ...approvals },
    limits: {
      rounds: 50,
      parallel: 8,
      tool_timeout: 10_000,
      approval_timeout: 10_000,
      result_chars: 50_000,
      delegate_depth: 1,
      delegate_width: 3,
      ...limits,
    },
    role: "",
    file: join(dir, "agents/tester/agent.md"),
  };
  const entries = Array.isArray(tools)
    ? tools
    : Object.entries(tools).map(([name, tool]) => entryOf(name, tool));
  const at = (point: ExtensionPoint): ExtensionEntry[] =>
    extensions.filter((extension) => extension.point === point);
  return {
    root: dir,
    profile,
    layers: [],
    plugins: [],
    tools: entries,
    extensions: Object.fromEntries(
      EXTENSION_POINTS.map((point) => [point, at(point)]),
    ) as unknown as Board["extensions"],
    ignored: [],
    diagnostics: [],
    find: () => [],
    list: () => [],
    relative: (file) => relative(dir, file),
  };
}

/** A tool that answers at once; `read` unless said otherwise. */
export function toolOf(definition: Partial<Parameters<typeof defineTool>[0]> = {}): ToolClass {
  return defineTool({ description: "A tool.", risk: "read", execute: () => "done", ...definition });
}

export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));
