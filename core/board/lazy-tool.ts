import { setTimeout } from "node:timers/promises";
import type { ToolClass } from "../contract/index.ts";
import { ToolUnavailable } from "./board.ts";
import type { Sources, ToolDescription, ToolEntry } from "./board.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { importTool } from "./examine-tool.ts";
import type { Described, Examined } from "./examine-tool.ts";
import { placeOf } from "./load-place.ts";
import type { Loader } from "./load.ts";

/** A tool of a board, imported when it is needed. */
export type ToolHandle = {
  /** Concurrent calls share one import. Throws a `ToolUnavailable`. */
  load(): Promise<ToolClass>;
  /** Of the source that was imported, or will be. */
  fingerprint(): string;
  /** See `ToolEntry.sources`. */
  sources(): Sources | null;
};

export type LazyToolOptions = {
  readonly loader: Loader;
  readonly relative: (file: string) => string;
  /** Told what is found out about a tool after the board was made. */
  readonly tell: (diagnostic: Diagnostic) => void;
  /** What is known of it does not hold: of the same source it says something else, or its source is another. */
  readonly unlearn: (file: string, because: "unsteady" | "changed") => Promise<void>;
};

/**
 * A tool as it stands on a board.
 *
 * @param fingerprint - of its source as it is known
 * @param open - makes what can be called, when it is first needed
 */
export function toolEntry(
  known: Omit<ToolEntry, "fingerprint" | "sources" | "load">,
  fingerprint: string,
  open: () => ToolHandle,
): ToolEntry {
  let tool: ToolHandle | undefined;
  const { name, id, status, error, description, file, prompt, dox, shadows, plugin } = known;
  return {
    name,
    id,
    status,
    error,
    description,
    file,
    prompt,
    dox,
    shadows,
    plugin,
    // Of what would run: it may be another source by the time it is imported.
    get fingerprint() {
      return tool ? tool.fingerprint() : fingerprint;
    },
    sources: () => tool?.sources() ?? null,
    load: () => (tool ??= open()).load(),
  };
}

/** A tool that can not be called. */
export function unavailable(name: string, error: string, fingerprint: string): ToolHandle {
  return {
    load: async () => {
      throw new ToolUnavailable(`${name} can not be called: ${error}`);
    },
    fingerprint: () => fingerprint,
    sources: () => null,
  };
}

/**
 * A tool that can be called. Where it is known from before, it is imported at the first call, and what it then says of
 * itself is held against what is known: a difference is told, and never remembered.
 */
export function lazyTool(
  name: string,
  file: string,
  known: Pick<Described, "description" | "fingerprint" | "tool" | "sources">,
  options: LazyToolOptions,
): ToolHandle {
  const { tool } = known;
  let { fingerprint, sources } = known;
  if (tool) {
    return { load: async () => tool, fingerprint: () => fingerprint, sources: () => sources };
  }
  let loading: Promise<ToolClass> | undefined;

  const load = async (): Promise<ToolClass> => {
    const examined = await importWritten(file, known.fingerprint, options.loader);
    const fault = faultOf(examined, options.relative);
    if (fault !== null || examined.kind !== "described" || !examined.tool) {
      await options.unlearn(file, "changed");
      throw new ToolUnavailable(`${name} can not be called: ${fault}`);
    }
    const differences = compare(known.description, examined.description);
    if (differences.length > 0) {
      options.tell(difference(name, options.relative(file), differences));
      const isSameSource = examined.fingerprint === known.fingerprint;
      await options.unlearn(file, isSameSource ? "unsteady" : "changed");
    }
    ({ fingerprint, sources } = examined);
    return examined.tool;
  };

  return {
    load() {
      loading ??= load().catch((error: unknown) => {
        // What failed may be mended before the next call.
        loading = undefined;
        throw error;
      });
      return loading;
    },
    fingerprint: () => fingerprint,
    sources: () => sources,
  };
}

/** How often, and after how many milliseconds, a file is tried again that may be about to be written. */
const TRIES = 3;
const PAUSE_MS = 100;

/** Imports a file. One that is another than it is known to be, and broken, may be half-written, and gets a moment. */
async function importWritten(file: string, fingerprint: string, loader: Loader): Promise<Examined> {
  for (let tries = 1; ; tries += 1) {
    const { examined } = await importTool(file, loader);
    const isOver = examined.kind === "described" || examined.fingerprint === fingerprint;
    if (isOver || tries === TRIES) return examined;
    await setTimeout(PAUSE_MS);
    loader.forget([file]);
  }
}

function faultOf(examined: Examined, relative: (file: string) => string): string | null {
  switch (examined.kind) {
    case "failed":
      return `${placeOf(examined.failure, relative)}: ${examined.failure.cause}`;
    case "no-tool":
      return examined.problem;
    case "described":
      return examined.problems.find(({ fatal }) => fatal)?.message ?? null;
  }
}

/** What a tool says of itself in other words than before: `risk (read, now write)`. */
function compare(before: ToolDescription, now: ToolDescription): string[] {
  const keys = Object.keys(now) as (keyof ToolDescription)[];
  return keys.flatMap((key) => {
    const [old, fresh] = [before[key], now[key]].map((value) => JSON.stringify(value) ?? "");
    if (old === fresh) return [];
    const short = typeof now[key] !== "object" && `${old}${fresh}`.length < 80;
    return short ? `${key} (${old}, now ${fresh})` : key;
  });
}

function difference(name: string, file: string, differences: readonly string[]): Diagnostic {
  return {
    code: "tool/not-as-known",
    severity: "warning",
    message: `${name} is not what it was known to be before it was imported: ${differences.join(", ")}. Whichever risk is the higher one counts.`,
    file,
    line: null,
    hint: "Where its definition depends on more than its source, say `volatile: true`.",
  };
}
