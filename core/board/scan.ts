import { EXTENSION_POINTS } from "../contract/index.ts";
import type { ExtensionPoint } from "../contract/index.ts";
import { NAME_RULE, isName, readCodeFileName } from "./asset-name.ts";
import type { Asset, AssetKind } from "./board.ts";
import type { Findings } from "./findings.ts";
import type { Rung } from "./layers.ts";
import { didYouMean } from "./suggest.ts";
import { allBelow, childrenOf, fileOf } from "./tree.ts";
import type { TreeEntry } from "./tree.ts";

/** A file of the framework's, found in one rung of the ladder. Nothing of it has been read. */
export type Found = Asset & {
  /** Why it is not opened (a link that leads outside), or null. */
  readonly refused: string | null;
  /** Why nothing in its layer may be used, or null. */
  readonly broken: string | null;
};

export type FoundTool = Found & {
  /** What the tool is called. */
  readonly tool: string;
  /** The contract beside it, as an absolute path, or null. */
  readonly dox: string | null;
};

export type FoundExtension = Found & { readonly point: ExtensionPoint };

const DOX = ".dox.md";

/** The tools of one rung, in name order. What is none of them is reported with the reason. */
export function scanTools(rung: Rung, findings: Findings): FoundTool[] {
  const folder = folderOf(rung, "tools");
  const names = new Set(childrenOf(rung.tree, folder).map((entry) => entry.name));
  return filesOf(rung, "tools").flatMap((entry): FoundTool[] => {
    const file = fileOf(rung.tree, entry.path);
    if (entry.path.length !== folder.length + 1 + entry.name.length)
      return ignore(findings, file, "in a sub-folder of tools/");
    if (entry.name.endsWith(DOX)) {
      const of = entry.name.slice(0, -DOX.length);
      return names.has(of)
        ? []
        : ignore(findings, file, `the contract of ${of}, which is not there`);
    }
    const read = readCodeFileName(entry.name);
    if (read.kind === "ignored") return ignore(findings, file, entry.reason ?? read.reason);
    if (!isName(read.stem)) {
      reportName(findings, file, read.stem, entry.name);
      return ignore(findings, file, `not a legal name: ${NAME_RULE}`);
    }
    const dox = names.has(entry.name + DOX) ? file + DOX : null;
    return [{ ...found(rung, "tools", entry), tool: read.stem, dox }];
  });
}

/** The prompts of one rung, those in sub-folders too, with whatever lies beside them. */
export function scanPrompts(rung: Rung, findings: Findings): Found[] {
  return scanFiles(rung, "prompts", findings);
}

/** The skills of one rung: every file of them. */
export function scanSkills(rung: Rung, findings: Findings): Found[] {
  return scanFiles(rung, "skills", findings);
}

/** The extensions of one rung. A number behind an underscore, as in `_10_memory.ts`, puts them in order. */
export function scanExtensions(rung: Rung, findings: Findings): FoundExtension[] {
  const unknown = new Set<string>();
  const files = filesOf(rung, "extensions").flatMap((entry): FoundExtension[] => {
    const file = fileOf(rung.tree, entry.path);
    const [folder, ...rest] = nameIn(rung, "extensions", entry).split("/");
    if (folder === undefined || rest.length === 0) {
      return ignore(findings, file, "not in the folder of an extension point");
    }
    const point = EXTENSION_POINTS.find((known) => known === folder);
    if (!point) {
      unknown.add(folder);
      return ignore(findings, file, `there is no extension point ${folder}`);
    }
    if (rest.length > 1) return ignore(findings, file, `in a sub-folder of ${folder}/`);
    const read = readCodeFileName(entry.name.replace(/^_(?=\d)/, ""));
    if (read.kind === "ignored") return ignore(findings, file, entry.reason ?? read.reason);
    return [{ ...found(rung, "extensions", entry), point }];
  });
  for (const folder of unknown) reportPoint(rung, findings, folder);
  return files;
}

function scanFiles(rung: Rung, kind: AssetKind, findings: Findings): Found[] {
  return filesOf(rung, kind).flatMap((entry) => {
    if (entry.name.startsWith(".")) {
      return ignore(findings, fileOf(rung.tree, entry.path), "its name begins with a dot");
    }
    return entry.reason === null ? [found(rung, kind, entry)] : [];
  });
}

function filesOf(rung: Rung, kind: AssetKind): TreeEntry[] {
  return allBelow(rung.tree, folderOf(rung, kind));
}

function folderOf({ path }: Rung, kind: AssetKind): string {
  return path === "" ? kind : `${path}/${kind}`;
}

function nameIn(rung: Rung, kind: AssetKind, entry: TreeEntry): string {
  return entry.path.slice(folderOf(rung, kind).length + 1);
}

function found(rung: Rung, kind: AssetKind, entry: TreeEntry): Found {
  return {
    name: nameIn(rung, kind, entry),
    file: fileOf(rung.tree, entry.path),
    layer: rung.layer,
    refused: entry.reason,
    broken: rung.broken,
  };
}

function ignore(findings: Findings, file: string, reason: string): [] {
  findings.ignore(file, reason);
  return [];
}

function reportName(findings: Findings, file: string, stem: string, fileName: string): void {
  const legal = stem
    .normalize("NFD")
    .replace(/[^A-Za-z0-9_-]+/g, "_")
    .replace(/_{2,}/g, "_")
    .replace(/^[^A-Za-z]+|_+$/g, "")
    .slice(0, 64);
  const better = isName(legal) ? `, for instance to ${legal}${fileName.slice(stem.length)}` : "";
  findings.error({
    code: "tool/bad-name",
    message: `${JSON.stringify(stem)} can not be the name of a tool: ${NAME_RULE}`,
    file,
    hint: `Rename the file${better}.`,
  });
}

function reportPoint(rung: Rung, findings: Findings, folder: string): void {
  findings.error({
    code: "extension/unknown-point",
    message: `there is no extension point ${JSON.stringify(folder)}${didYouMean(folder, EXTENSION_POINTS)}`,
    file: fileOf(rung.tree, `${folderOf(rung, "extensions")}/${folder}`),
    hint: `The points are ${EXTENSION_POINTS.join(", ")}.`,
  });
}
