import type { Plugin } from "../board/board.ts";
import type { Diagnostic } from "../board/diagnostic.ts";
import type { CheckContext } from "./context.ts";
import { withLine } from "./place.ts";
import { readContext } from "./read/read-context.ts";
import type { ReadOptions } from "./read/read-context.ts";
import { toReport } from "./report.ts";
import type { CheckReport } from "./report.ts";
import { toDiagnostic } from "./rule.ts";
import { RULES, ruleOf } from "./rules/index.ts";

export type CheckOptions = ReadOptions & {
  /** Files and folders, relative to the workspace, that the report is limited to. Default: all. */
  readonly paths?: readonly string[];
  /** Warnings count as failures too. */
  readonly strict?: boolean;
  /** Told of each path in which nothing is checked, because no profile has the plugin that it is of. */
  readonly onUnchecked?: (path: string, plugin: Plugin) => void;
};

/**
 * Compares the code, contracts, fragments and profiles of a workspace with one another (DESIGN, "Contracts and `check`").
 *
 * @returns what was found, sorted by file and line
 * @throws WorkspaceError, ProfileError - where there is nothing that could be checked
 */
export async function check(options: CheckOptions): Promise<CheckReport> {
  return reportOf(await readContext(options), options);
}

/** The report of what was read. */
export function reportOf(
  context: CheckContext,
  { paths = [], strict, onUnchecked }: Pick<CheckOptions, "paths" | "strict" | "onUnchecked">,
): CheckReport {
  for (const path of paths) {
    const plugin = switchedOff(plain(path), context);
    if (plugin) onUnchecked?.(plain(path), plugin);
  }
  return toReport(limited(findingsOf(context), paths), strict);
}

/** What all rules find, with what the board and the prompts have found; unsorted. A pure function of what was read. */
export function findingsOf(context: CheckContext): Diagnostic[] {
  const found = context.found
    .filter(({ code }) => isFoundElsewhere(code))
    .map((diagnostic) => withLine(diagnostic, context));
  const own = RULES.flatMap((rule) =>
    rule.check(context).map((finding) => toDiagnostic(rule, finding)),
  );
  return [...found, ...own];
}

/** What no rule here looks for, with or without one that explains it. */
function isFoundElsewhere(code: string): boolean {
  const rule = ruleOf(code);
  return rule === undefined || rule.elsewhere === true;
}

/** Only what is in one of the paths; a path is a file, or a folder with all below it. */
function limited(found: readonly Diagnostic[], paths: readonly string[]): readonly Diagnostic[] {
  if (paths.length === 0) return found;
  const wanted = paths.map(plain);
  return found.filter(({ file }) =>
    wanted.some(
      (path) => path === "." || path === "" || file === path || file?.startsWith(`${path}/`),
    ),
  );
}

function plain(path: string): string {
  return path.replace(/^\.\//, "").replace(/\/+$/, "");
}

/** The plugin that a path lies in, where it is off in every profile. */
function switchedOff(path: string, { profiles }: CheckContext): Plugin | null {
  const found = profiles.map(({ board }) =>
    board.plugins.find(({ dir }) => `${path}/`.startsWith(`${board.relative(dir)}/`)),
  );
  const [first] = found;
  return first && found.every((plugin) => plugin?.enabled === false) ? first : null;
}
