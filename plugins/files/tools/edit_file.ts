import { InvalidArgs, defineTool } from "pegboard";
import { z } from "zod";
import { exclusively } from "../lib/exclusively.ts";
import { locateExisting, openFolder } from "../lib/folder.ts";
import { count } from "../lib/lines.ts";
import { readTextOnly } from "../lib/read.ts";
import { replaceText } from "../lib/replace.ts";
import { writeText } from "../lib/write.ts";

export default defineTool({
  description:
    "Replaces a piece of text in a file of the working folder. The old text must be there exactly once, or replace_all must be set.",
  args: z.strictObject({
    path: z.string().min(1).describe("The file, relative to the working folder"),
    old_text: z
      .string()
      .min(1)
      .describe(
        "The text to replace, exactly as it is in the file, with its spaces and line breaks",
      ),
    new_text: z.string().describe("What is put in its place; empty to delete it"),
    replace_all: z.boolean().default(false).describe("Whether to replace it wherever it is"),
  }),
  risk: "write",
  async execute({ path, old_text, new_text, replace_all }, context) {
    if (old_text === new_text) {
      throw new InvalidArgs("`old_text` and `new_text` are the same, so nothing would change.", [
        "new_text",
      ]);
    }
    const folder = await openFolder(context);
    const { real } = await locateExisting(folder, path);
    return exclusively(real, async () => {
      const place = await locateExisting(folder, path);
      const before = await readTextOnly(folder, place);
      const { text, lines } = replaceText(before.text, {
        shown: place.shown,
        oldText: old_text,
        newText: new_text,
        all: replace_all,
      });
      if (Buffer.byteLength(text) > folder.settings.max_file_bytes) {
        throw new InvalidArgs(
          `The file would be larger than the ${folder.settings.max_file_bytes} bytes that are allowed.`,
          ["new_text"],
        );
      }
      await writeText(place, text, before.stats, context.signal);
      return lines.length === 1
        ? `Edited ${place.shown}, line ${lines[0]}.`
        : `Edited ${place.shown}: ${count(lines.length, "replacement")}, from line ${lines[0]} to line ${lines.at(-1)}.`;
    });
  },
});
