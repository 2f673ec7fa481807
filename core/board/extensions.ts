import { EXTENSION_POINTS, defineExtension } from "../contract/index.ts";
import type { Extension, ExtensionPoint } from "../contract/index.ts";
import type { ExtensionEntry } from "./board.ts";
import { compareText } from "./diagnostic.ts";
import { exportedExtension } from "./exported.ts";
import type { Finding, Findings } from "./findings.ts";
import { sharesRung } from "./layers.ts";
import type { Loader } from "./load.ts";
import type { Memory } from "./manifest/memory.ts";
import { mapBounded } from "./map-bounded.ts";
import type { FoundExtension } from "./scan.ts";

/** How many files are imported at the same time. */
const WIDTH = 256;

type Attempt =
  | { readonly kind: "usable"; readonly extension: Extension }
  | { readonly kind: "unusable"; readonly why: string };

export type ExtensionsOptions = {
  readonly loader: Loader;
  readonly memory: Memory;
  readonly findings: Findings;
};

/**
 * Finds the extensions that win their names and puts them into the order in which they run: by file name. One that is
 * known from before is imported when it first runs.
 *
 * One that can not be used is reported and left out; but at `tool_execute_before`, where it may be there to stop a call,
 * it is replaced by one that refuses every call.
 *
 * @param found - the extensions of the ladder, highest first
 */
export async function makeExtensions(
  found: readonly FoundExtension[],
  options: ExtensionsOptions,
): Promise<Record<ExtensionPoint, ExtensionEntry[]>> {
  const { findings } = options;
  const entries = await mapBounded(winners(found, findings), WIDTH, async (file) => {
    const attempt = await attemptAt(file, options);
    const extension =
      attempt.kind === "usable" ? attempt.extension : standIn(file, attempt.why, findings);
    if (!extension) return [];
    const { point, layer } = file;
    const name = file.name.slice(point.length + 1);
    return [{ point, name, file: file.file, plugin: layer.plugin, extension }];
  });
  const all = entries.flat().sort((a, b) => compareText(a.name, b.name));
  return byPoint((point) => all.filter((entry) => entry.point === point));
}

function winners(found: readonly FoundExtension[], findings: Findings): FoundExtension[] {
  const byName = new Map<string, FoundExtension>();
  for (const file of found) {
    const winner = byName.get(file.name);
    if (!winner) byName.set(file.name, file);
    else if (sharesRung(winner.layer, file.layer)) {
      findings.warn({
        code: "extension/duplicate-name",
        message: `it is left out: ${findings.relative(winner.file)} has the same name, and neither overrides the other`,
        file: file.file,
        hint: "Rename one of them; the name is also the order in which they run.",
      });
    }
  }
  return [...byName.values()];
}

async function attemptAt(
  { file, point, refused, broken }: FoundExtension,
  { loader, memory, findings }: ExtensionsOptions,
): Promise<Attempt> {
  const held = refused ?? broken;
  if (held !== null) return { kind: "unusable", why: held };
  if (memory.extension(file)?.point === point) {
    return { kind: "usable", extension: lazyExtension(file, point, loader) };
  }
  const imported = await importExtension(file, point, loader);
  if (imported.kind === "unusable") {
    memory.doubt();
    findings.error(imported.finding);
    return imported;
  }
  const uses = loader.usesOf(file);
  if (uses) memory.keepExtension(file, { uses, point });
  else memory.doubt();
  return imported;
}

type Imported =
  | Extract<Attempt, { kind: "usable" }>
  | { readonly kind: "unusable"; readonly why: string; readonly finding: Finding };

async function importExtension(
  file: string,
  point: ExtensionPoint,
  loader: Loader,
): Promise<Imported> {
  const loaded = await loader.load(file);
  if (loaded.kind === "failed") {
    const message = `it can not be loaded: ${loaded.cause}`;
    const finding = { ...loaded, code: "extension/load-failed", message };
    return { kind: "unusable", why: loaded.cause, finding };
  }
  const exported = exportedExtension(loaded.exports);
  if (exported.kind === "none") {
    const { problem, hint } = exported;
    const finding = { code: "extension/no-default-export", message: problem, file, hint };
    return { kind: "unusable", why: problem, finding };
  }
  const { value: extension } = exported;
  if (extension.point === point) return { kind: "usable", extension };
  const problem = `it is made for ${extension.point} and lies in the folder of ${point}`;
  const hint = `Move it to extensions/${extension.point}/, or correct its point.`;
  const finding = { code: "extension/wrong-point", message: problem, file, hint };
  return { kind: "unusable", why: problem, finding };
}

/** It throws where it can not be imported any more, which refuses the call where it may be there to stop one. */
export function lazyExtension(file: string, point: ExtensionPoint, loader: Loader): Extension {
  return defineExtension<ExtensionPoint>(point, async (event, context) => {
    // The loader imports a file once.
    const imported = await importExtension(file, point, loader);
    if (imported.kind === "unusable") throw new Error(`it can not be used: ${imported.why}`);
    return Reflect.apply(imported.extension.handler, undefined, [event, context]);
  });
}

function standIn(
  { point, file }: FoundExtension,
  why: string,
  findings: Findings,
): Extension | null {
  if (point !== "tool_execute_before") return null;
  const message = `${findings.relative(file)} can not be used, and without it no call may run: ${why}`;
  return defineExtension<ExtensionPoint>(point, () => {
    throw new Error(message);
  });
}

function byPoint<T>(of: (point: ExtensionPoint) => T): Record<ExtensionPoint, T> {
  const entries = EXTENSION_POINTS.map((point) => [point, of(point)] as const);
  // Made of every point there is.
  return Object.fromEntries(entries) as Record<ExtensionPoint, T>;
}
