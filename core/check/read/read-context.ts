import { join } from "node:path";
import type { Board } from "../../board/board.ts";
import type { Diagnostic } from "../../board/diagnostic.ts";
import { FileError } from "../../board/file-error.ts";
import { openGround } from "../../board/open.ts";
import { DEFAULT_PROFILE } from "../../board/profile.ts";
import type { Ground } from "../../board/snapshot.ts";
import { takeSnapshot } from "../../board/snapshot.ts";
import { buildSystemPrompt } from "../../prompts/system-prompt.ts";
import { tokenCounter } from "../../prompts/tokens.ts";
import { createRegistry } from "../../registry/create.ts";
import type { CheckContext, ProfileView } from "../context.ts";
import { LOCK_FILE, readLock } from "../lock/lock-file.ts";
import { checksOf } from "../run/checks-of.ts";
import type { PluginCheck } from "../run/checks-of.ts";
import { runChecks } from "../run/run-checks.ts";
import { openFiles } from "./files.ts";
import type { Files } from "./files.ts";
import { readGuides } from "./guides.ts";
import { findProfiles } from "./profiles.ts";
import { readPrompts } from "./prompts.ts";
import { readSkills } from "./skills.ts";
import { textsOf } from "./texts.ts";
import { readTools } from "./tools.ts";
import { surfaceOf } from "./surface.ts";

export type ReadOptions = {
  /** Absolute path of the workspace. */
  readonly root: string;
  /** Default: every profile of the workspace. */
  readonly profile?: string | undefined;
  readonly frozen?: boolean;
  /** Tokens that one fragment may take. */
  readonly budget?: number;
  /** Run the checks of plugins. */
  readonly run?: boolean;
  readonly onRun?: (check: PluginCheck) => void;
  /** Finds what is wrong with what stands higher: with the MCP servers of a profile. Default: nothing is looked for. */
  readonly findMore?: (board: Board) => Promise<readonly Diagnostic[]>;
  /** As for `openBoard`: the package whose folders are the lowest layers; null for none. */
  readonly packageRoot?: string | null | undefined;
  /** What is known of the workspace from before, so that nothing that is unchanged is imported again. Default: what is kept on disk. */
  readonly ground?: Ground | undefined;
};

/** Tokens that a fragment may take unless somebody says otherwise. */
const DEFAULT_BUDGET = 1_000;

/**
 * Reads a workspace, each file once, for the rules.
 *
 * @throws WorkspaceError where there is no workspace; ProfileError for a named profile that can not be opened
 */
export async function readContext(options: ReadOptions): Promise<CheckContext> {
  const { root } = options;
  const found: Diagnostic[] = [];
  const files = openFiles();
  // One ground for all: what several profiles share is looked at, and imported, once.
  const ground = options.ground ?? (await openGround(options));
  const { boards, profileFiles } = await openBoards(options, { ground, files, found });
  await ground.save();
  const profiles: ProfileView[] = [];
  for (const board of boards) {
    const registry = createRegistry(board);
    const offered = new Set(registry.specs().map(({ tool }) => tool));
    profiles.push({ board, offered });
    found.push(...board.diagnostics);
    found.push(...((await options.findMore?.(board)) ?? []));
    found.push(...(await buildSystemPrompt({ board, registry })).diagnostics);
  }
  const { tools, sources } = readTools(boards, files);
  const count = await tokenCounter();
  const { fragments, borrowed, prompts } = readPrompts(boards, { files, tools, count });
  const guides = readGuides(root, files);
  const skills = readSkills(boards, files);
  const { surface, unreadable } = surfaceOf(boards, files);
  const checks = options.run ? guides.flatMap((guide) => checksOf(guide).checks) : [];
  return {
    root,
    profiles,
    tools,
    sources,
    fragments,
    borrowed,
    prompts,
    strayContracts: strayContracts(boards),
    guides,
    skills,
    texts: [
      ...textsOf({ tools, fragments, prompts, guides, skills }),
      ...profileFiles.map((file) => ({ file, text: files.text(join(root, file)) ?? "" })),
    ],
    found,
    lock: readLock(files.text(join(root, LOCK_FILE))),
    surface,
    unreadable,
    frozen: options.frozen ?? false,
    budget: options.budget ?? DEFAULT_BUDGET,
    runs: await runChecks(root, onlyEnabled(checks, boards), options.onRun),
  };
}

async function openBoards(
  { root, profile }: ReadOptions,
  { ground, files, found }: { ground: Ground; files: Files; found: Diagnostic[] },
): Promise<{ readonly boards: readonly Board[]; readonly profileFiles: readonly string[] }> {
  if (profile !== undefined) {
    const board = await takeSnapshot(profile, ground);
    return { boards: [board], profileFiles: findProfiles(root, files).files };
  }
  const { names, diagnostics, files: profileFiles } = findProfiles(root, files);
  found.push(...diagnostics);
  const boards: Board[] = [];
  // A workspace without profiles of its own has those of the package.
  for (const name of names.length > 0 ? names : [DEFAULT_PROFILE]) {
    try {
      boards.push(await takeSnapshot(name, ground));
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      // The one fault of a profile that is about something else than its own file.
      const code = /^The profile .* lists the tool /.test(error.problem)
        ? "profile/unknown-tool"
        : "profile/broken";
      found.push(error.toDiagnostic(code, (file) => relativeTo(root, file)));
    }
  }
  return { boards, profileFiles };
}

function relativeTo(root: string, file: string): string {
  return file.startsWith(root)
    ? file
        .slice(root.length + 1)
        .split("\\")
        .join("/")
    : file;
}

function strayContracts(boards: readonly Board[]): string[] {
  const files = boards.flatMap(({ ignored }) =>
    ignored.flatMap(({ file, reason }) =>
      file.endsWith(".dox.md") && !file.startsWith("..") && reason.includes("not there")
        ? [file]
        : [],
    ),
  );
  return [...new Set(files)].sort();
}

/** A plugin that is off in every profile has nothing to check. */
function onlyEnabled(checks: readonly PluginCheck[], boards: readonly Board[]): PluginCheck[] {
  const on = new Set(
    boards.flatMap(({ plugins }) =>
      plugins.filter(({ enabled }) => enabled).map(({ name }) => name),
    ),
  );
  return checks.filter(({ plugin }) => on.has(plugin));
}
