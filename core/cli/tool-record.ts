import type { Board, ToolEntry, ToolStatus } from "../board/board.ts";
import type { BreakLoop, JsonSchema, Risk } from "../contract/index.ts";

export type MethodRecord = {
  readonly description: string;
  readonly risk: Risk;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
};

/** A tool as `list --json` and `explain --json` show it. Files are relative to the workspace, null where absent. */
export type ToolRecord = {
  readonly name: string;
  readonly id: string;
  readonly status: ToolStatus;
  readonly risk: Risk | null;
  readonly interactive: boolean | null;
  readonly break_loop: BreakLoop | null;
  readonly description: string | null;
  readonly file: string | null;
  readonly prompt: string | null;
  readonly dox: string | null;
  readonly shadows: readonly string[];
  /** Null for a tool that has only methods, and for one that can not be known. */
  readonly inputSchema: JsonSchema | null;
  /** Only of a tool that says what its structured result is. */
  readonly outputSchema?: JsonSchema;
  readonly methods: Readonly<Record<string, MethodRecord>>;
  readonly error: string | null;
};

export function toolRecord(board: Board, entry: ToolEntry): ToolRecord {
  const { description: known } = entry;
  const relative = (file: string | null): string | null =>
    file === null ? null : board.relative(file);
  const methods = Object.entries(known?.methods ?? {}).map(
    ([name, { description, risk, inputSchema, outputSchema }]) =>
      [name, { description, risk, inputSchema, ...given({ outputSchema }) }] as const,
  );
  return {
    name: entry.name,
    id: entry.id,
    status: entry.status,
    risk: known?.risk ?? null,
    interactive: known?.interactive ?? null,
    break_loop: known?.break_loop ?? null,
    description: known?.description ?? null,
    file: relative(entry.file),
    prompt: relative(entry.prompt),
    dox: relative(entry.dox),
    shadows: entry.shadows.map((file) => board.relative(file)),
    inputSchema: known?.self?.inputSchema ?? null,
    ...given({ outputSchema: known?.self?.outputSchema }),
    methods: Object.fromEntries(methods),
    error: entry.error,
  };
}

function given({ outputSchema }: { readonly outputSchema: JsonSchema | undefined }) {
  return outputSchema === undefined ? {} : { outputSchema };
}
