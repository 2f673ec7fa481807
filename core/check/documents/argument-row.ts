import type { Argument } from "./arguments.ts";
import { tableRow } from "./table.ts";

/** The header of an argument table, with its delimiter. */
export const TABLE_HEAD = [
  "| name | type | required | meaning |",
  "| --- | --- | --- | --- |",
] as const;

/** An argument as a row of a contract's table. */
export function rowOf({ path, type, required, description }: Argument): string {
  return tableRow([path, type, required ? "yes" : "no", description ?? ""]);
}
