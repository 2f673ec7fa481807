import type { CleanOrNone } from "./clean.ts";
import type { Losses } from "./losses.ts";

/** Where in the schema, and what is still allowed. */
export type Place = {
  readonly root: unknown;
  readonly losses: Losses;
  /** Dotted, as in {@link Loss}. */
  readonly field: string;
  /** The references that lead here. */
  readonly references: readonly { readonly to: string; readonly field: string }[];
  readonly depth: number;
  /** Nodes that may still be made: references can multiply without end. */
  readonly budget: { left: number };
  simplify(schema: unknown, step: string): CleanOrNone;
};
