import { readFile } from "node:fs/promises";
import { ProfileError } from "./agent-file.ts";
import type { Findings } from "./findings.ts";
import type { PairedTool } from "./pair.ts";
import type { Profile } from "./profile.ts";
import type { ProfileSources } from "./read-profile.ts";
import { didYouMean } from "./suggest.ts";
import { offText } from "./tool-entries.ts";

/**
 * Holds what a profile says of tools against the tools there are.
 *
 * @throws ProfileError for a name in its `tools` that no plugin provides: with the profile, the name, and the nearest one
 */
export async function checkSelection(
  profile: Profile,
  pairs: readonly PairedTool[],
  sources: ProfileSources,
  findings: Findings,
): Promise<void> {
  const byName = new Map(pairs.map((pair) => [pair.name, pair]));
  for (const name of profile.tools ?? []) {
    const pair = byName.get(name);
    if (isForeign(name)) continue;
    if (!pair) throw await unknownTool(profile, name, byName.keys(), sources);
    if (!pair.off) continue;
    findings.warn({
      code: "profile/tool-off",
      message: `the profile ${profile.name} lists ${name}, and ${offText(pair.off)}`,
      file: profile.file,
      hint: "Remove the switch, or take the tool off the list.",
    });
  }
  for (const name of Object.keys(profile.approvals.tools)) {
    if (byName.has(name) || isForeign(name)) continue;
    findings.warn({
      code: "profile/unknown-tool",
      message: `the profile ${profile.name} has an approval rule for ${JSON.stringify(name)}, and there is no such tool${didYouMean(name, byName.keys())}`,
      file: profile.file,
      hint: "Correct the name, or remove the rule.",
    });
  }
}

/** `<server>:<tool>`, of another source of tools, which may not be there at the moment. */
function isForeign(name: string): boolean {
  return name.includes(":");
}

async function unknownTool(
  profile: Profile,
  name: string,
  names: Iterable<string>,
  sources: ProfileSources,
): Promise<ProfileError> {
  const { file, line } = await whereListed(profile, name, sources);
  return new ProfileError(file, {
    problem: `The profile "${profile.name}" lists the tool ${JSON.stringify(name)}, which no plugin provides${didYouMean(name, names) || "."}`,
    hint: "Correct the name, take it off the list, or add the plugin that has it.",
    line,
    column: null,
  });
}

/** The list may stand in any of the files that the profile is put together from. */
async function whereListed(
  profile: Profile,
  name: string,
  sources: ProfileSources,
): Promise<{ file: string; line: number | null }> {
  const { readFrontMatter } = await import("./front-matter.ts");
  const chain = [profile.name, ...profile.extends];
  for (const file of chain.flatMap((one) => sources.filesOf(one))) {
    const { data, lineOf } = readFrontMatter(file, await readFile(file, "utf8"));
    const { tools } = data;
    if (Array.isArray(tools)) return { file, line: lineOf(["tools", tools.indexOf(name)]) };
  }
  return { file: profile.file, line: null };
}
