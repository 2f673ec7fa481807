import type { Board } from "./board.ts";
import { makeExtensions } from "./extensions.ts";
import { Findings } from "./findings.ts";
import { deepFreeze } from "./freeze.ts";
import { layOut } from "./layout.ts";
import type { KnownLayout } from "./layout.ts";
import type { LazyToolOptions } from "./lazy-tool.ts";
import type { Memory } from "./manifest/memory.ts";
import { makeEntries } from "./tool-entries.ts";
import type { Base } from "./tree.ts";

/** What boards of one workspace have in common. */
export type Ground = LazyToolOptions & {
  /** The workspace, and below it the package, unless the one is the other. */
  readonly bases: readonly [Base, ...Base[]];
  /** What is known from before; read when it is first asked for. */
  readonly memory: () => Memory;
  /** By profile: where everything was when it was looked at the last time. */
  readonly layouts: Map<string, KnownLayout>;
  /** Saves what is remembered. */
  readonly save: () => Promise<void>;
};

/**
 * Takes a snapshot of a workspace for one profile, as it is now. What is known from before and has not changed is neither
 * read nor imported.
 *
 * @param touched - where it is told what happens: the paths that may be other than in the last snapshot. What is not among
 *   them is not looked at again.
 * @throws ProfileError for a profile that can not be read, or that lists a tool which no plugin provides
 */
export async function takeSnapshot(
  wanted: string,
  ground: Ground,
  touched: ReadonlySet<string> | null = null,
): Promise<Board> {
  const { bases, loader, relative, layouts } = ground;
  const memory = ground.memory();
  memory.look(touched);
  loader.forgetChanged((path, seen) => memory.isUnchanged(path, seen));
  const layout = await layOut(wanted, { bases, memory, relative, layouts });
  const { profile, layers, plugins, assets } = layout;
  const findings = new Findings(relative, layout.findings);
  const tools = await makeEntries(layout.pairs, { profile, findings, ground });
  const extensions = await makeExtensions(layout.extensions, { loader, memory, findings });
  const board = deepFreeze<Board>({
    root: bases[0].dir,
    profile,
    layers,
    plugins,
    tools,
    extensions,
    ignored: findings.ignored(),
    diagnostics: findings.diagnostics(),
    ...assets,
    relative,
  });
  memory.made(board);
  return board;
}
