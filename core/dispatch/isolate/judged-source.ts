import { Failed, higherRisk, isToolClass } from "../../contract/index.ts";
import type { Risk, ToolClass } from "../../contract/index.ts";
import type { Sources } from "../../board/board.ts";
import type { Loader } from "../../board/load.ts";
import { digestOfFile, stampOf } from "../../board/manifest/stamp.ts";
import { declaredRisk } from "../declared-risk.ts";
import { quoted } from "../wording.ts";
import type { ToolSetup } from "./protocol.ts";

/**
 * Loads a tool in a worker, where it is made of the very files that the main thread has judged. Whatever else has come
 * into their place since then was approved by nobody.
 *
 * @throws Failed where a file has changed; Error where it can not be loaded
 */
export async function loadJudged(loader: Loader, setup: ToolSetup): Promise<ToolClass> {
  const { file, name, sources } = setup;
  // Before it is imported too: its top level shall not run either.
  if (changed(sources, new Map()).length > 0) throw stale(name);
  const tool = await load(loader, file);
  const stillOld = changedSinceRead(loader, file, sources);
  if (stillOld.length === 0) return tool;
  // Another tool of the worker may have loaded a helper before it was changed and judged anew.
  loader.forget([file, ...stillOld]);
  const fresh = await load(loader, file);
  if (changedSinceRead(loader, file, sources).length > 0) throw stale(name);
  return fresh;
}

/**
 * @param judged - the risk that the main thread judged the call by
 * @throws Failed where the tool declares a higher one here, because of what is not in its source
 */
export function refuseRaised(
  name: string,
  tool: ToolClass,
  method: string | null,
  judged: Risk,
): void {
  const declared = declaredRisk(tool, method);
  if (higherRisk(declared, judged) === judged) return;
  throw new Failed(
    `${quoted(name)} declares the risk ${declared} in its worker and was judged as ${judged}. It did not run.`,
  );
}

function stale(name: string): Failed {
  return new Failed(
    `The source of ${quoted(name)} has changed since this call was judged. It did not run. Call it again when the board is reloaded.`,
  );
}

function changedSinceRead(loader: Loader, file: string, sources: Sources): string[] {
  const uses = loader.usesOf(file);
  if (uses === null) return [...sources.keys()];
  const read = new Map(
    uses.flatMap(({ path, seen: { digest, stamp } }) =>
      digest !== null || stamp === null ? [[path, digest] as const] : [],
    ),
  );
  return changed(sources, read);
}

/** @param read - what is known to have been read; of anything else it is looked up how it is now */
function changed(sources: Sources, read: Sources): string[] {
  const isSame = (path: string, judged: string | null): boolean => {
    if (judged === null) return read.has(path) ? read.get(path) === null : stampOf(path) === null;
    return (read.get(path) ?? digestOfFile(path)) === judged;
  };
  return [...sources].flatMap(([path, judged]) => (isSame(path, judged) ? [] : [path]));
}

/** The main thread has loaded this very file before, so that it does not load here is rare, and worth another try. */
async function load(loader: Loader, file: string): Promise<ToolClass> {
  const outcome = await loader.load(file);
  if (outcome.kind === "failed") {
    loader.forget([file]);
    throw new Error(`It could not be loaded in its worker: ${outcome.cause}`);
  }
  const tool = outcome.exports.get("default");
  if (!isToolClass(tool)) {
    throw new Error("It could not be loaded in its worker: no default export is a tool");
  }
  return tool;
}
