import type { ToolClass } from "../contract/index.ts";
import type { Sources, ToolDescription } from "./board.ts";
import type { ToolProblem } from "./tool-problem.ts";
import { exportedTool } from "./exported.ts";
import { fingerprint, fingerprintOf, sourcesOf } from "./fingerprint.ts";
import type { LoadFailure, Loader } from "./load.ts";
import { isPlain } from "./mapping.ts";
import type { Use } from "./manifest/known.ts";
import type { Memory } from "./manifest/memory.ts";
import { lookAt } from "./manifest/stamp.ts";

/** What a file is as a tool. */
export type Examined =
  /** It says what it is; whether that can be used, the problems tell. */
  | {
      readonly kind: "described";
      readonly description: ToolDescription;
      readonly problems: readonly ToolProblem[];
      readonly fingerprint: string;
      /** It says different things at different times. */
      readonly unsteady: boolean;
      /** Null where it is known from before, and was not imported. */
      readonly tool: ToolClass | null;
      /** Of the imported tool. */
      readonly sources: Sources | null;
    }
  | { readonly kind: "failed"; readonly failure: LoadFailure; readonly fingerprint: string }
  | {
      readonly kind: "no-tool";
      readonly problem: string;
      readonly hint: string;
      readonly fingerprint: string;
    };

export type Described = Extract<Examined, { kind: "described" }>;

/** Finds out what a file is as a tool: by what is known from before, or else by importing it. */
export async function examineTool(file: string, loader: Loader, memory: Memory): Promise<Examined> {
  const known = memory.tool(file);
  if (known && !known.unsteady) {
    const { description, problems, fingerprint: print } = known;
    return {
      kind: "described",
      description,
      problems,
      fingerprint: print,
      unsteady: false,
      tool: null,
      sources: null,
    };
  }
  const { examined, uses } = await importTool(file, loader);
  // Once found to be unsteady it stays so as long as its source is the same.
  if (known && examined.kind === "described") {
    memory.doubt();
    return { ...examined, unsteady: true };
  }
  if (uses && examined.kind === "described" && canBeKept(examined)) {
    const { description, problems, fingerprint: print } = examined;
    memory.keepTool(file, { uses, description, problems, fingerprint: print, unsteady: false });
  } else {
    memory.doubt();
    for (const path of [file, ...loader.importsOf(file)]) {
      memory.noteUse({ path, seen: lookAt(path) });
    }
  }
  return examined;
}

function canBeKept({ description, problems }: Described): boolean {
  return (
    !description.volatile && !problems.some((problem) => problem.fatal) && isPlain(description)
  );
}

/** @returns `uses`: what it was made of; null where that is not known, so that nothing can be remembered by it */
export async function importTool(
  file: string,
  loader: Loader,
): Promise<{ readonly examined: Examined; readonly uses: readonly Use[] | null }> {
  const loaded = await loader.load(file);
  const uses = loaded.kind === "loaded" ? loader.usesOf(file) : null;
  const print = uses ? fingerprintOf(uses) : await fingerprint([file, ...loader.importsOf(file)]);
  if (loaded.kind === "failed") {
    return { examined: { kind: "failed", failure: loaded, fingerprint: print }, uses };
  }
  const exported = exportedTool(loaded.exports);
  if (exported.kind === "none") {
    const { problem, hint } = exported;
    return { examined: { kind: "no-tool", problem, hint, fingerprint: print }, uses };
  }
  const { describeTool } = await import("./describe.ts");
  const tool = exported.value;
  const sources = uses && sourcesOf(uses);
  const described = { ...describeTool(tool), fingerprint: print, unsteady: false, tool, sources };
  return { examined: { kind: "described", ...described }, uses };
}
