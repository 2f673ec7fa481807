import type { Output } from "./output.ts";
import { cutToWidth, padToWidth, textWidth } from "./width.ts";

/** Room for the last column where the text goes to a file or a pipe. */
const UNLIMITED = 120;

const GAP = "  ";

/** Colours one padded cell, by its row (0 is the head) and its column. */
type Paint = (cell: string, row: number, column: number) => string;

/**
 * Lines of columns, as wide as their content; the last column is cut to what is left of the terminal.
 *
 * @param rows - the first is the head; all have the same number of cells, each one line
 * @param columns - of the terminal, or null where there is none
 * @param paint - colours the cells
 */
export function formatTable(
  rows: readonly (readonly string[])[],
  columns: number | null,
  paint: Paint = (cell) => cell,
): string {
  const count = rows[0]?.length ?? 0;
  const widths = Array.from({ length: count - 1 }, (_, column) =>
    Math.max(...rows.map((row) => textWidth(row[column] ?? ""))),
  );
  const used = widths.reduce((sum, width) => sum + width + GAP.length, 0);
  const room = Math.max(20, (columns ?? UNLIMITED) - used);
  return rows
    .map((row, index) =>
      row
        .map((cell, column) => {
          const width = widths[column];
          const text = width === undefined ? cutToWidth(cell, room) : padToWidth(cell, width);
          return paint(text, index, column);
        })
        .join(GAP)
        .trimEnd(),
    )
    .join("\n");
}

/** A table for one of the outputs: as wide as it is, and masked before anything is cut. */
export function tableFor(
  { columns, mask }: Pick<Output, "columns" | "mask">,
  rows: readonly (readonly string[])[],
  paint?: Paint,
): string {
  return formatTable(
    rows.map((row) => row.map(mask)),
    columns,
    paint,
  );
}
