import type { AssetKind, Board, ToolDescription, ToolEntry } from "../board.ts";
import { compareText } from "../diagnostic.ts";

/** What became different between two boards of one workspace, each as one thing that a person would tell another. */
export type BoardChange =
  | {
      readonly kind: "added" | "removed" | "well" | "off";
      readonly tool: string;
      readonly file: string | null;
    }
  /** It can not be used any more, or for another reason than before. */
  | {
      readonly kind: "failing";
      readonly tool: string;
      readonly file: string | null;
      readonly error: string;
    }
  /** Another file has its name now. */
  | {
      readonly kind: "moved";
      readonly tool: string;
      readonly file: string | null;
      readonly from: string | null;
    }
  | {
      readonly kind: "changed";
      readonly tool: string;
      readonly file: string | null;
      /** In the order in which they matter to those who use it; `code` only where nothing else did. */
      readonly what: readonly ToolPart[];
    }
  /** Something that is no tool, by its name. */
  | { readonly kind: "other"; readonly what: OtherPart; readonly how: How; readonly name: string };

export type ToolPart =
  | "risk"
  | "schema"
  | "description"
  | "settings"
  | "prompt"
  | "contract"
  | "shadows"
  | "code";

export type OtherPart =
  | "profile"
  | "plugin"
  | "extension"
  | "prompt"
  | "skill"
  | "finding"
  /** An MCP server with its tools: what stands higher adds those to a board. */
  | "server";

export type How = "added" | "removed" | "changed";

/** Whether the content of a file is another one than it was for the older board. */
export type IsEdited = (file: string) => boolean;

/** All that changed and has a name, in name order: tools first. */
export function compareBoards(before: Board, after: Board, isEdited: IsEdited): BoardChange[] {
  return [...compareTools(before, after, isEdited), ...compareOthers(before, after, isEdited)];
}

function compareTools(before: Board, after: Board, isEdited: IsEdited): BoardChange[] {
  const [old, fresh] = [toolsOf(before), toolsOf(after)];
  const names = [...new Set([...old.keys(), ...fresh.keys()])].sort(compareText);
  const settings = new Set(
    after.plugins
      .filter((plugin) => {
        const same = before.plugins.find(({ name }) => name === plugin.name);
        return same && differ(same.settings, plugin.settings);
      })
      .map(({ name }) => name),
  );
  const hasNewSettings = ({ plugin }: ToolEntry): boolean =>
    plugin !== null && settings.has(plugin.name);
  return names.flatMap(
    (name) =>
      compareTool(old.get(name), fresh.get(name), (a, b) =>
        partsChanged(a, b, { isEdited, hasNewSettings }),
      ) ?? [],
  );
}

function toolsOf({ tools }: Board): ReadonlyMap<string, ToolEntry> {
  return new Map(tools.map((tool) => [tool.name, tool]));
}

function compareTool(
  old: ToolEntry | undefined,
  fresh: ToolEntry | undefined,
  partsOf: (old: ToolEntry, fresh: ToolEntry) => ToolPart[],
): BoardChange | null {
  if (!fresh) return old ? { kind: "removed", tool: old.name, file: old.file } : null;
  const { name: tool, file, status, error } = fresh;
  if (status === "failed") {
    const isNews = old?.status !== "failed" || old.error !== error;
    return isNews ? { kind: "failing", tool, file, error: error ?? "" } : null;
  }
  if (!old) return { kind: "added", tool, file };
  if (status !== "ok") return old.status === status ? null : { kind: "off", tool, file };
  if (old.status !== "ok") return { kind: "well", tool, file };
  if (old.file !== file) return { kind: "moved", tool, file, from: old.file };
  const what = partsOf(old, fresh);
  return what.length > 0 ? { kind: "changed", tool, file, what } : null;
}

type News = {
  readonly isEdited: IsEdited;
  readonly hasNewSettings: (tool: ToolEntry) => boolean;
};

function partsChanged(
  old: ToolEntry,
  fresh: ToolEntry,
  { isEdited, hasNewSettings }: News,
): ToolPart[] {
  const parts = describedOtherwise(old.description, fresh.description);
  if (hasNewSettings(fresh)) parts.push("settings");
  if (isAnother(old.prompt, fresh.prompt, isEdited)) parts.push("prompt");
  if (isAnother(old.dox, fresh.dox, isEdited)) parts.push("contract");
  if (differ(old.shadows, fresh.shadows)) parts.push("shadows");
  return parts.length === 0 && old.fingerprint !== fresh.fingerprint ? ["code"] : parts;
}

function describedOtherwise(
  old: ToolDescription | null,
  fresh: ToolDescription | null,
): ToolPart[] {
  // What was not read anew is the very same object.
  if (old === fresh || !differ(old, fresh)) return [];
  const parts: ToolPart[] = [];
  if (differ(risksOf(old), risksOf(fresh))) parts.push("risk");
  if (differ(schemasOf(old), schemasOf(fresh))) parts.push("schema");
  return parts.length > 0 ? parts : ["description"];
}

function risksOf(description: ToolDescription | null): unknown {
  const { risk, self, methods = {} } = description ?? {};
  const each = Object.entries(methods).map(([name, spec]) => [name, spec.risk, spec.assessed]);
  return [risk, self?.risk, self?.assessed, each];
}

function schemasOf(description: ToolDescription | null): unknown {
  const { self, methods = {} } = description ?? {};
  const each = Object.entries(methods).map(([name, spec]) => [
    name,
    spec.inputSchema,
    spec.outputSchema,
  ]);
  return [self?.inputSchema, self?.outputSchema, each];
}

function isAnother(old: string | null, fresh: string | null, isEdited: IsEdited): boolean {
  return old !== fresh || (fresh !== null && isEdited(fresh));
}

function compareOthers(before: Board, after: Board, isEdited: IsEdited): BoardChange[] {
  const [old, fresh] = [othersOf(before), othersOf(after)];
  return OTHERS.flatMap(([what]) =>
    compareMaps(old.get(what) ?? NONE, fresh.get(what) ?? NONE, isEdited).map(
      ([name, how]) => ({ kind: "other", what, how, name }) as const,
    ),
  );
}

/** What makes another of something that has a name. */
type Mark = {
  readonly data?: unknown;
  /** All files of it through the layers; their content counts too. */
  readonly files?: readonly string[];
};

type Named = ReadonlyMap<string, Mark>;

const NONE: Named = new Map();

type Others = ReadonlyMap<OtherPart, Named>;

/** Each board is compared twice: with the one before it, and with the one after. */
const KNOWN_OTHERS = new WeakMap<Board, Others>();

function othersOf(board: Board): Others {
  const known = KNOWN_OTHERS.get(board);
  if (known) return known;
  const others = new Map(OTHERS.map(([what, of]) => [what, of(board)]));
  KNOWN_OTHERS.set(board, others);
  return others;
}

const OTHERS: readonly (readonly [OtherPart, (board: Board) => Named])[] = [
  ["profile", ({ profile }) => new Map([[profile.name, { data: profile }]])],
  ["plugin", ({ plugins }) => new Map(plugins.map((plugin) => [plugin.name, { data: plugin }]))],
  ["extension", (board) => filesOf(board, "extensions")],
  ["prompt", (board) => filesOf(board, "prompts")],
  ["skill", (board) => filesOf(board, "skills")],
  [
    "finding",
    ({ diagnostics }) =>
      new Map(diagnostics.map(({ file, code, message }) => [`${file} ${code} ${message}`, {}])),
  ],
];

/** All files of a kind, but for the fragments of tools, which change with their tools. */
function filesOf(board: Board, kind: Exclude<AssetKind, "tools">): Named {
  const fragments = new Set(board.tools.map(({ prompt }) => prompt));
  return new Map(
    board.list(kind).flatMap(({ name, file }): [string, Mark][] => {
      const files = board.find(kind, name).map((asset) => asset.file);
      // Below the one that is used others may come and go.
      return fragments.has(file) && files.length === 1 ? [] : [[name, { files }]];
    }),
  );
}

function compareMaps(old: Named, fresh: Named, isEdited: IsEdited): [string, How][] {
  const names = [...new Set([...old.keys(), ...fresh.keys()])].sort(compareText);
  return names.flatMap((name): [string, How][] => {
    const [a, b] = [old.get(name), fresh.get(name)];
    if (!a || !b) return [[name, a ? "removed" : "added"]];
    return differ(a, b) || b.files?.some(isEdited) === true ? [[name, "changed"]] : [];
  });
}

function differ(a: unknown, b: unknown): boolean {
  return a !== b && JSON.stringify(a) !== JSON.stringify(b);
}
