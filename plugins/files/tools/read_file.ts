import { InvalidArgs, defineTool } from "pegboard";
import { z } from "zod";
import { openFolder } from "../lib/folder.ts";
import { count, cutLine, linesOf } from "../lib/lines.ts";
import { readTextOnly } from "../lib/read.ts";
import type { FilesSettings } from "../lib/settings.ts";
import { locateToRead } from "../lib/spilled.ts";

export default defineTool({
  description:
    "Reads a text file of the working folder. Gives its lines, each with its number. Long files come in pieces.",
  args: z.strictObject({
    path: z.string().min(1).describe("The file, relative to the working folder"),
    offset: z.int().min(1).default(1).describe("Number of the first line to read"),
    limit: z.int().min(1).default(500).describe("How many lines to read at most"),
  }),
  risk: "read",
  async execute({ path, offset, limit }, context) {
    const folder = await openFolder(context);
    const place = await locateToRead(folder, path, context);
    const { text } = await readTextOnly(folder, place);
    context.signal.throwIfAborted();

    // Before a line is cut: the rest of a secret could not be recognised any more.
    const lines = linesOf(await context.mask(text));
    if (lines.length === 0) return `${place.shown} is empty.`;
    if (offset > lines.length) {
      throw new InvalidArgs(
        `${place.shown} has only ${count(lines.length, "line")}; \`offset\` ${offset} lies behind its end.`,
        ["offset"],
      );
    }
    const shown = numbered(lines, offset, limit, folder.settings);
    const last = offset + shown.length - 1;
    const rest = lines.length - last;
    const more = rest > 0 ? `\n\n${count(rest, "more line")}. Go on with offset ${last + 1}.` : "";
    return `${place.shown}, lines ${offset}-${last} of ${lines.length}\n\n${shown.join("\n")}${more}`;
  },
});

/** As many lines from `offset` on as the limits allow, one at least. */
function numbered(
  lines: readonly string[],
  offset: number,
  limit: number,
  settings: FilesSettings,
): string[] {
  const wanted = lines.slice(offset - 1, offset - 1 + Math.min(limit, settings.max_lines));
  const width = String(offset + wanted.length - 1).length;
  const shown: string[] = [];
  let characters = 0;
  for (const [index, line] of wanted.entries()) {
    const text = `${String(offset + index).padStart(width)}\t${cutLine(line, settings.max_line_chars)}`;
    characters += text.length + 1;
    if (characters > settings.max_read_chars && shown.length > 0) break;
    shown.push(text);
  }
  return shown;
}
