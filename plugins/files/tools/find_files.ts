import { Failed, InvalidArgs, defineTool } from "pegboard";
import { z } from "zod";
import { locateExisting, openFolder } from "../lib/folder.ts";
import { parseGlob } from "../lib/glob.ts";
import { count } from "../lib/lines.ts";
import { walk } from "../lib/walk.ts";

export default defineTool({
  description:
    "Finds files of the working folder by a glob pattern on their paths. Gives the paths, sorted. Says nothing of what is in the files.",
  args: z.strictObject({
    pattern: z
      .string()
      .min(1)
      .describe(
        "A glob: *, ?, [a-z], {a,b}, and ** for any folders. Without a / it counts for the name in any folder",
      ),
    path: z
      .string()
      .min(1)
      .default(".")
      .describe("The folder to look in, relative to the working folder"),
    type: z.enum(["file", "folder", "any"]).default("file").describe("What to find"),
    limit: z.int().min(1).default(100).describe("How many paths to give at most"),
  }),
  risk: "read",
  async execute({ pattern, path, type, limit }, context) {
    const folder = await openFolder(context);
    const matches = parseGlob(pattern);
    if (typeof matches === "string") throw new InvalidArgs(`\`pattern\`: ${matches}.`, ["pattern"]);
    const start = await locateExisting(folder, path);
    if (!start.stats.isDirectory()) {
      throw new Failed(`${start.shown} is a file. \`path\` must be a folder.`);
    }

    const most = Math.min(limit, folder.settings.max_results);
    const below = start.shown === "." ? 0 : start.shown.length + 1;
    const found: string[] = [];
    let more = false;
    for await (const entry of walk(folder, start, context.signal)) {
      if (type !== "any" && entry.type !== type) continue;
      if (!matches(entry.shown.slice(below))) continue;
      more = found.length === most;
      if (more) break;
      found.push(entry.type === "folder" ? `${entry.shown}/` : entry.shown);
    }
    const where = start.shown === "." ? "the working folder" : start.shown;
    const what = type === "any" ? "entry" : type;
    if (found.length === 0) return `No ${what} of ${where} matches ${pattern}.`;
    const end = more
      ? `There are more than ${found.length}. Narrow the pattern or the path, or raise the limit (up to ${folder.settings.max_results}).`
      : `${count(found.length, what, what === "entry" ? "entries" : `${what}s`)}.`;
    return `${found.join("\n")}\n\n${end}`;
  },
});
