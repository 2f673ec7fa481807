import { durationMs } from "../../contract/duration.ts";
import type { GuideView } from "../context.ts";

/** A command that a plugin's `AGENTS.md` lists under `checks:`. */
export type PluginCheck = {
  readonly plugin: string;
  /** The `AGENTS.md`, relative to the workspace. */
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly command: string;
  /** Milliseconds. */
  readonly timeout: number;
};

export type ChecksReading = {
  readonly checks: readonly PluginCheck[];
  readonly problems: readonly { readonly line: number; readonly problem: string }[];
};

/** Milliseconds for a check that says nothing itself. */
const DEFAULT_CHECK_TIMEOUT = 120_000;

/**
 * Reads `checks:` of a plugin's `AGENTS.md`: a list of commands, each a text or `{ run, name, timeout }`.
 */
export function checksOf(guide: GuideView): ChecksReading {
  const listed = guide.header.data["checks"];
  if (listed === undefined || guide.plugin === null) return { checks: [], problems: [] };
  const line = guide.header.line("checks");
  if (!Array.isArray(listed))
    return { checks: [], problems: [{ line, problem: "`checks` is no list" }] };
  const checks: PluginCheck[] = [];
  const problems: { line: number; problem: string }[] = [];
  listed.forEach((item: unknown, index) => {
    const at = guide.header.line("checks", index);
    const { run, name, timeout, ...unknown }: Record<string, unknown> =
      typeof item === "string" ? { run: item } : { ...Object(item) };
    const [extra] = Object.keys(unknown);
    const ms = timeout === undefined ? DEFAULT_CHECK_TIMEOUT : durationMs(timeout);
    if (typeof run !== "string" || run.trim() === "") {
      problems.push({ line: at, problem: "a check has no command (`run`)" });
    } else if (extra !== undefined) {
      problems.push({ line: at, problem: `a check has no key \`${extra}\`` });
    } else if (ms === null) {
      problems.push({
        line: at,
        problem: `\`timeout\` is no duration: ${JSON.stringify(timeout)}`,
      });
    } else {
      checks.push({
        plugin: guide.plugin ?? "",
        file: guide.file,
        line: at,
        name: typeof name === "string" ? name : run,
        command: run,
        timeout: ms,
      });
    }
  });
  return { checks, problems };
}
