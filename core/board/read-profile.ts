import { ProfileError, agentFileOf } from "./agent-file.ts";
import type { AgentFile } from "./agent-file.ts";
import { NAME_RULE, isName } from "./asset-name.ts";
import { compareText } from "./diagnostic.ts";
import { DEFAULT_APPROVALS, DEFAULT_LIMITS, DEFAULT_PROFILE } from "./profile.ts";
import type { Profile } from "./profile.ts";
import { Memory } from "./manifest/memory.ts";
import { rememberedText } from "./remembered-text.ts";
import { didYouMean } from "./suggest.ts";

/** Where profiles come from. A name is looked up here before anything is read. */
export type ProfileSources = {
  /** The `agent.md` files of a profile, absolute and highest first; none where there is no such profile. */
  filesOf(profile: string): readonly string[];
  /** The profiles there are. */
  names(): Iterable<string>;
};

/**
 * Reads a profile with all that it extends. Several files of one profile, and then those of what it extends, are merged
 * key by key, `approvals` and `limits` each by their own keys; the first that has a key wins.
 *
 * @param name - may come from outside: it is only ever looked up
 * @throws ProfileError - for an unknown profile (names those there are), an unknown parent, a circle of `extends`, or a
 *   file that is not as it must be
 */
export async function readProfile(
  name: string,
  sources: ProfileSources,
  memory: Memory = new Memory(),
): Promise<Profile> {
  const chain: string[] = [];
  const files: AgentFile[] = [];
  let next: Step | null = { profile: name, from: null };
  while (next) {
    const { profile, from }: Step = next;
    const place = { line: from?.extendsLine ?? null, column: null };
    if (chain.includes(profile)) {
      throw new ProfileError(from?.file ?? null, {
        problem: `The profiles extend each other in a circle: ${[...chain, profile].join(" → ")}.`,
        hint: "Remove one `extends`.",
        ...place,
      });
    }
    const own = await readFiles(profile, sources, memory);
    if (own.length === 0) {
      const wanted = JSON.stringify(profile.slice(0, 80));
      const by = from === null ? "" : `, which the profile "${chain.at(-1)}" extends`;
      throw new ProfileError(from?.file ?? null, {
        problem: `There is no profile ${wanted}${by}${didYouMean(profile, sources.names()) || "."}`,
        hint: known(profile, sources),
        ...place,
      });
    }
    chain.push(profile);
    files.push(...own);
    next = parentOf(profile, own, sources);
    if (profile === DEFAULT_PROFILE && next) {
      throw new ProfileError(next.from?.file ?? null, {
        problem: `The profile "${DEFAULT_PROFILE}" extends nothing; the others extend it.`,
        hint: "Remove `extends`.",
        line: next.from?.extendsLine ?? null,
        column: null,
      });
    }
  }
  return merge(name, chain.slice(1), files);
}

type Step = {
  readonly profile: string;
  /** The file that asks for it, or null where nothing does by name. */
  readonly from: AgentFile | null;
};

async function readFiles(
  profile: string,
  sources: ProfileSources,
  memory: Memory,
): Promise<AgentFile[]> {
  if (!isName(profile)) return [];
  const files = sources.filesOf(profile);
  return Promise.all(
    files.map((file) =>
      rememberedText(file, memory, {
        async parse(text) {
          const { agentSource } = await import("./read-agent-file.ts");
          return agentSource(file, text);
        },
        read: (source) => agentFileOf(file, source),
      }).catch((error: unknown) => {
        if (error instanceof ProfileError) throw error;
        const problem = `The profile "${profile}" can not be read: ${error instanceof Error ? error.message : String(error)}.`;
        throw new ProfileError(file, { problem, hint: null, line: null, column: null });
      }),
    ),
  );
}

function parentOf(
  profile: string,
  own: readonly AgentFile[],
  sources: ProfileSources,
): Step | null {
  const from = own.find((file) => file.extends !== undefined);
  if (from?.extends !== undefined) return { profile: from.extends, from };
  const hasDefault = profile !== DEFAULT_PROFILE && sources.filesOf(DEFAULT_PROFILE).length > 0;
  return hasDefault ? { profile: DEFAULT_PROFILE, from: null } : null;
}

function known(profile: string, sources: ProfileSources): string {
  if (!isName(profile)) return `Of a profile, ${NAME_RULE}.`;
  const names = [...sources.names()].sort(compareText);
  if (names.length === 0) return "Make it: agents/<profile>/agent.md.";
  const more = names.length > 20 ? ` and ${names.length - 20} more` : "";
  return `There are: ${names.slice(0, 20).join(", ")}${more}.`;
}

/** @param files - highest first, at least one */
function merge(name: string, parents: readonly string[], files: readonly AgentFile[]): Profile {
  const first = <K extends keyof AgentFile>(key: K): AgentFile[K] | undefined =>
    files.find((file) => file[key] !== undefined)?.[key];
  const holder = files.find(({ role }) => role !== "") ?? files[0];
  return {
    name,
    title: first("title") ?? name,
    description: first("description") ?? "",
    context: first("context") ?? "",
    extends: parents,
    model: first("model") ?? null,
    tools: first("tools") ?? null,
    tool_calls: first("tool_calls") ?? "native",
    approvals: files.reduceRight<Profile["approvals"]>(
      (below, { approvals }) => ({
        ...below,
        ...approvals,
        tools: { ...below.tools, ...approvals.tools },
      }),
      DEFAULT_APPROVALS,
    ),
    limits: files.reduceRight<Profile["limits"]>(
      (below, { limits }) => ({ ...below, ...limits }),
      DEFAULT_LIMITS,
    ),
    role: holder?.role ?? "",
    file: holder?.file ?? "",
  };
}
