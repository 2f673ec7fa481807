import { InvalidArgs, defineTool } from "pegboard";
import type { ToolContext } from "pegboard";
import { z } from "zod";
import { openFolder } from "../lib/folder.ts";
import type { Place, WorkingFolder } from "../lib/folder.ts";
import { parseGlob } from "../lib/glob.ts";
import type { Glob } from "../lib/glob.ts";
import { count, cutLine, linesOf } from "../lib/lines.ts";
import { readText } from "../lib/read.ts";
import { createMatcher } from "../lib/search.ts";
import { locateToRead } from "../lib/spilled.ts";
import { walk } from "../lib/walk.ts";

/** Files that are searched together: starting a search costs more than searching a small file. */
const BATCH = 16;

/** Characters of a line that a match shows. */
const SHOWN = 300;

export default defineTool({
  description:
    "Searches the text of files in the working folder, line by line. Gives each matching line as path:line: text. Binary files are left out.",
  args: z.strictObject({
    query: z
      .string()
      .min(1)
      .describe("The text to look for; with regex, a regular expression (JavaScript)"),
    regex: z.boolean().default(false).describe("Whether query is a regular expression"),
    ignore_case: z.boolean().default(false).describe("Whether upper and lower case are the same"),
    path: z
      .string()
      .min(1)
      .default(".")
      .describe("The folder or file to search, relative to the working folder"),
    glob: z
      .string()
      .min(1)
      .default("**/*")
      .describe("Search only files whose path below path matches, as in find_files"),
    limit: z.int().min(1).default(100).describe("How many lines to give at most"),
  }),
  risk: "read",
  async execute({ query, regex, ignore_case, path, glob, limit }, context) {
    const folder = await openFolder(context);
    const inName = parseGlob(glob);
    if (typeof inName === "string") throw new InvalidArgs(`\`glob\`: ${inName}.`, ["glob"]);
    const match = createMatcher({ text: query, regex, ignoreCase: ignore_case });
    const start = await locateToRead(folder, path, context);

    const most = Math.min(limit, folder.settings.max_results);
    const hits: string[] = [];
    let hitFiles = 0;
    let searched = 0;
    let searchedBatches = 0;
    let skipped = 0;
    let more = false;
    for await (const batch of batches(folder, start, inName, context)) {
      const texts = await Promise.all(batch.map((file) => linesToSearch(folder, file)));
      const files = texts.filter((lines) => lines !== null);
      searched += files.length;
      skipped += texts.length - files.length;
      const found = match(files.map(({ lines }) => lines));
      for (const [index, { shown, lines }] of files.entries()) {
        const indexes = found[index] ?? [];
        if (indexes.length > 0 && !more) hitFiles += 1;
        for (const at of indexes) {
          more ||= hits.length === most;
          if (more) break;
          // Before it is cut: the rest of a secret could not be recognised any more.
          const line = await context.mask((lines[at] ?? "").trimEnd());
          hits.push(`${shown}:${at + 1}: ${cutLine(line, SHOWN)}`);
        }
      }
      if (more) break;
      // Now and then: a small search is over before anybody could read it.
      searchedBatches += 1;
      if (searchedBatches % 32 === 0) await context.progress.set(`searched ${searched} files`);
    }
    return summary({ hits, hitFiles, searched, skipped, more, most: folder.settings.max_results });
  },
});

type Lines = { readonly shown: string; readonly lines: readonly string[] };

type Target = Pick<Place, "real" | "shown">;

async function* batches(
  folder: WorkingFolder,
  start: Place,
  inName: Glob,
  { signal }: Pick<ToolContext, "signal">,
): AsyncGenerator<readonly Target[]> {
  if (!start.stats?.isDirectory()) {
    yield [start];
    return;
  }
  const below = start.shown === "." ? 0 : start.shown.length + 1;
  let batch: Target[] = [];
  for await (const { type, real, shown } of walk(folder, start, signal)) {
    if (type !== "file" || !inName(shown.slice(below))) continue;
    batch.push({ real, shown });
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The lines of a file, or null for one that is no text, too large, or gone. */
async function linesToSearch(
  folder: WorkingFolder,
  { real, shown }: Target,
): Promise<Lines | null> {
  const file = await readText(folder, { real, shown }).catch(() => null);
  if (file?.kind !== "text") return null;
  return { shown, lines: linesOf(file.text) };
}

type Summary = {
  readonly hits: readonly string[];
  readonly hitFiles: number;
  readonly searched: number;
  readonly skipped: number;
  readonly more: boolean;
  readonly most: number;
};

function summary({ hits, hitFiles, searched, skipped, more, most }: Summary): string {
  const left =
    skipped > 0 ? ` ${count(skipped, "file")} left out: not text, too large, or unreadable.` : "";
  if (hits.length === 0) return `No line matches, in ${count(searched, "file")}.${left}`;
  const end = more
    ? `There are more than ${hits.length}. Narrow query, path or glob, or raise the limit (up to ${most}).`
    : `${count(hits.length, "line")} in ${count(hitFiles, "file")}.`;
  return `${hits.join("\n")}\n\n${end}${left}`;
}
