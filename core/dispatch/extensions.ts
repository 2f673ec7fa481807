import type {
  ExtensionContext,
  ExtensionHandler,
  ExtensionPoint,
  ExtensionPoints,
} from "../contract/index.ts";
import type { Board, ExtensionEntry } from "../board/board.ts";
import { thrownText } from "./wording.ts";

type EventOf<P extends ExtensionPoint> = ExtensionPoints[P]["event"];

/** What one extension did: its own code may throw, hang and give back anything. */
export type Handled =
  | { readonly kind: "done"; readonly change: unknown }
  | { readonly kind: "threw"; readonly error: unknown };

/** Applies what an extension gave back; null says that nothing can be made of it. */
export type Fold<P extends ExtensionPoint> = (
  event: EventOf<P>,
  change: unknown,
) => EventOf<P> | null;

export type ExtensionsOptions = {
  readonly extensions: Board["extensions"];
  readonly agent: ExtensionContext["agent"];
  /** Absolute path of the workspace. */
  readonly workspace: string;
  readonly store: ExtensionContext["store"];
  readonly assets: ExtensionContext["assets"];
  readonly log: ExtensionContext["log"];
  /** An extension failed, or gave back what can not be used. */
  readonly report: (entry: ExtensionEntry, message: string) => void;
};

/** The extensions of a board, isolated from one another: what one does wrong is reported, and the next one runs. */
export interface Extensions {
  at(point: ExtensionPoint): readonly ExtensionEntry[];
  /** Runs one. Never rejects; settles when the extension does. */
  one<P extends ExtensionPoint>(
    point: P,
    entry: ExtensionEntry,
    event: EventOf<P>,
  ): Promise<Handled>;
  /**
   * Runs all at a point in order; each sees the event as the ones before it left it.
   *
   * @param fold - applies what one gave back, when it gave back something. Default: changes are not expected
   * @returns the event as the last one left it. Never rejects
   */
  run<P extends ExtensionPoint>(point: P, event: EventOf<P>, fold?: Fold<P>): Promise<EventOf<P>>;
  report: ExtensionsOptions["report"];
}

/** Makes the runner of a board's extensions, for dispatch and for the agent's loop. */
export function createExtensions(options: ExtensionsOptions): Extensions {
  const { extensions, agent, workspace, store, assets, log, report } = options;
  const contexts = new WeakMap<ExtensionEntry, ExtensionContext>();
  const contextFor = (entry: ExtensionEntry): ExtensionContext => {
    const known = contexts.get(entry);
    if (known !== undefined) return known;
    const settings = entry.plugin?.settings ?? {};
    const made = { agent, workspace, settings, store, assets, log };
    contexts.set(entry, made);
    return made;
  };

  async function one<P extends ExtensionPoint>(
    point: P,
    entry: ExtensionEntry,
    event: EventOf<P>,
  ): Promise<Handled> {
    try {
      // The point says which of the handler's types it is; the type of the entry does not follow it.
      const handler = entry.extension.handler as unknown as ExtensionHandler<P>;
      if (entry.extension.point !== point)
        throw new Error(`it was made for ${entry.extension.point}`);
      return { kind: "done", change: await handler(event, contextFor(entry)) };
    } catch (error) {
      return { kind: "threw", error };
    }
  }

  async function run<P extends ExtensionPoint>(
    point: P,
    event: EventOf<P>,
    fold?: Fold<P>,
  ): Promise<EventOf<P>> {
    let current = event;
    for (const entry of extensions[point]) {
      const handled = await one(point, entry, current);
      if (handled.kind === "threw") {
        report(entry, `failed and was skipped: ${thrownText(handled.error)}`);
        continue;
      }
      if (handled.change === undefined || handled.change === null) continue;
      const next = fold?.(current, handled.change) ?? null;
      if (next === null) report(entry, "gave back what can not be used there; it was ignored");
      else current = next;
    }
    return current;
  }

  return { at: (point) => extensions[point], one, run, report };
}
