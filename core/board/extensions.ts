import { EXTENSION_POINTS, defineExtension } from "../contract/index.ts";
import type { Extension, ExtensionPoint } from "../contract/index.ts";
import type { ExtensionEntry } from "./board.ts";
import { compareText } from "./diagnostic.ts";
import { exportedExtension } from "./exported.ts";
import type { Findings } from "./findings.ts";
import { sharesRung } from "./layers.ts";
import type { Loader } from "./load.ts";
import { mapBounded } from "./map-bounded.ts";
import type { FoundExtension } from "./scan.ts";

/** How many files are imported at the same time. */
const WIDTH = 16;

type Attempt =
  | { readonly kind: "usable"; readonly extension: Extension }
  | { readonly kind: "unusable"; readonly why: string };

/**
 * Imports the extensions that win their names and puts them into the order in which they run: by file name.
 *
 * One that can not be used is reported and left out; but at `tool_execute_before`, where it may be there to stop a call,
 * it is replaced by one that refuses every call.
 *
 * @param found - the extensions of the ladder, highest first
 */
export async function loadExtensions(
  found: readonly FoundExtension[],
  loader: Loader,
  findings: Findings,
): Promise<Record<ExtensionPoint, ExtensionEntry[]>> {
  const entries = await mapBounded(winners(found, findings), WIDTH, async (file) => {
    const attempt = await tryLoad(file, loader, findings);
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

async function tryLoad(file: FoundExtension, loader: Loader, findings: Findings): Promise<Attempt> {
  const held = file.refused ?? file.broken;
  if (held !== null) return { kind: "unusable", why: held };
  const loaded = await loader.load(file.file);
  if (loaded.kind === "failed") {
    findings.error({
      ...loaded,
      code: "extension/load-failed",
      message: `it can not be loaded: ${loaded.cause}`,
    });
    return { kind: "unusable", why: loaded.cause };
  }
  const exported = exportedExtension(loaded.exports);
  if (exported.kind === "none") {
    const { problem, hint } = exported;
    findings.error({
      code: "extension/no-default-export",
      message: problem,
      file: file.file,
      hint,
    });
    return { kind: "unusable", why: problem };
  }
  if (exported.value.point !== file.point) {
    const problem = `it is made for ${exported.value.point} and lies in the folder of ${file.point}`;
    findings.error({
      code: "extension/wrong-point",
      message: problem,
      file: file.file,
      hint: `Move it to extensions/${exported.value.point}/, or correct its point.`,
    });
    return { kind: "unusable", why: problem };
  }
  return { kind: "usable", extension: exported.value };
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
