import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExtensionPoint, ToolClass } from "../contract/index.ts";
import { EXTENSION_POINTS } from "../contract/index.ts";
import type { Board, ExtensionEntry, Plugin } from "../board/board.ts";
import { entryOf } from "../board/entry.ts";
import { DEFAULT_APPROVALS, DEFAULT_LIMITS, DEFAULT_PROFILE } from "../board/profile.ts";

export type MemoryTool = {
  readonly name: string;
  readonly tool: ToolClass;
  /** What the tool gets as its plugin's settings. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Absolute path of the folder that stands for the workspace. */
  readonly root?: string | undefined;
};

/** A board that holds one tool, which is in no file. */
export function memoryBoard({ name, tool, settings, root = tmpdir() }: MemoryTool): Board {
  const plugin: Plugin = {
    name: "test",
    dir: root,
    origin: "workspace",
    title: "Test",
    description: "",
    version: null,
    alwaysEnabled: false,
    enabled: true,
    disabledBy: null,
    settings,
    isolate: false,
  };
  const extensions: Record<ExtensionPoint, readonly ExtensionEntry[]> = Object.assign(
    {},
    ...EXTENSION_POINTS.map((point) => ({ [point]: [] })),
  );
  return {
    root,
    profile: {
      name: DEFAULT_PROFILE,
      title: "Test",
      description: "",
      context: "",
      extends: [],
      model: null,
      tools: null,
      tool_calls: "native",
      approvals: DEFAULT_APPROVALS,
      limits: DEFAULT_LIMITS,
      role: "",
      file: join(root, "agents", DEFAULT_PROFILE, "agent.md"),
    },
    layers: [],
    plugins: [plugin],
    tools: [{ ...entryOf(name, tool), plugin }],
    extensions,
    ignored: [],
    diagnostics: [],
    find: () => [],
    list: () => [],
    relative: (file) => file,
  };
}
