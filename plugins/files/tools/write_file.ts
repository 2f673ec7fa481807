import { Failed, InvalidArgs, defineTool } from "pegboard";
import { z } from "zod";
import { exclusively } from "../lib/exclusively.ts";
import { locate, openFolder } from "../lib/folder.ts";
import { count, linesOf } from "../lib/lines.ts";
import { writeText } from "../lib/write.ts";

export default defineTool({
  description:
    "Writes a whole text file of the working folder, new or instead of an old one. Folders on the way are made. To change a part of a file, edit_file is safer.",
  args: z.strictObject({
    path: z.string().min(1).describe("The file, relative to the working folder"),
    content: z.string().describe("The whole text of the file"),
    overwrite: z.boolean().default(false).describe("Whether a file that is there may be replaced"),
  }),
  risk: "write",
  async execute({ path, content, overwrite }, context) {
    const folder = await openFolder(context);
    const bytes = Buffer.byteLength(content);
    if (bytes > folder.settings.max_file_bytes) {
      throw new InvalidArgs(
        `The text has ${bytes} bytes, more than the ${folder.settings.max_file_bytes} that are allowed.`,
        ["content"],
      );
    }
    const { real } = await locate(folder, path);
    return exclusively(real, async () => {
      // Again: what was there may have changed while another call was writing it.
      const place = await locate(folder, path);
      if (place.stats && !place.stats.isFile()) {
        throw new Failed(
          `${place.shown} is ${place.stats.isDirectory() ? "a folder" : "no regular file"}.`,
        );
      }
      if (place.stats && !overwrite) {
        throw new Failed(
          `${place.shown} is there already. Use edit_file to change it, or set \`overwrite\` to replace all of it.`,
        );
      }
      await writeText(place, content, place.stats, context.signal);
      const size = `${count(linesOf(content).length, "line")}, ${count(bytes, "byte")}`;
      return `${place.stats ? "Replaced" : "Wrote"} ${place.shown}: ${size}.`;
    });
  },
});
