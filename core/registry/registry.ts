import type { JsonSchema } from "../contract/index.ts";
import type { CallableSpec, ToolEntry } from "../board/board.ts";

/** What a model sees of one callable. */
export type ToolSpec = {
  /** The wire name: `weather`, `skills_tool__load`, at most 64 characters of `[a-zA-Z0-9_-]`. */
  readonly name: string;
  readonly tool: string;
  readonly method: string | null;
  readonly description: string;
  readonly inputSchema: JsonSchema;
};

/** What a name that came from outside stands for. */
export type Lookup =
  | {
      readonly kind: "found";
      readonly entry: ToolEntry;
      readonly method: string | null;
      readonly spec: CallableSpec;
    }
  | { readonly kind: "unavailable"; readonly entry: ToolEntry; readonly reason: string }
  /** The tool has only methods, and none was named; the suggestions are their wire names. */
  | {
      readonly kind: "needs_method";
      readonly entry: ToolEntry;
      readonly suggestions: readonly string[];
    }
  | { readonly kind: "unknown"; readonly suggestions: readonly string[] };

/** The tools of a board by name (DESIGN, "Registry"). */
export interface Registry {
  register(entry: ToolEntry): void;
  get(name: string): ToolEntry | undefined;
  names(): string[];
  specs(): ToolSpec[];
  only(names: readonly string[]): Registry;
  without(names: readonly string[]): Registry;
  /** Takes a wire name or a written one (`skills_tool:load`). */
  lookUp(name: string): Lookup;
}
