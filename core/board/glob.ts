import { readdir } from "node:fs";
import type { Dirent } from "node:fs";
import { sep } from "node:path";
import fastGlob from "fast-glob";
import { codeOf } from "./error-code.ts";
import { childrenOf, kindOf } from "./manifest/children.ts";
import type { Memory } from "./manifest/memory.ts";
import { lookAt } from "./manifest/stamp.ts";
import { AGENT_FILE, ASSET_FOLDERS } from "./places.ts";
import type { Listed, Wanted } from "./places.ts";

const PATTERNS = ["", "usr/"].flatMap((at) => [
  `${at}plugins/*`,
  `${at}plugins/*/*`,
  `${at}agents/*/plugins/*/.toggle-*`,
  ...["", "plugins/*/"].flatMap((within) => [
    `${at}${within}agents/*/${AGENT_FILE}`,
    ...["", "agents/*/"].flatMap((of) =>
      ASSET_FOLDERS.map((kind) => `${at}${within}${of}${kind}/**`),
    ),
  ]),
]);

type WithTypes = { withFileTypes: true };
type NamesDone = (error: NodeJS.ErrnoException | null, names: string[]) => void;
type EntriesDone = (error: NodeJS.ErrnoException | null, entries: Dirent[]) => void;

/** Lists all that is wanted below a folder by reading every folder of it, and remembers each. */
export async function glob(dir: string, wanted: Wanted, memory: Memory): Promise<Listed> {
  const unreadable: { path: string; code: string }[] = [];
  // One folder that can not be read must not hide all the others.
  const tolerant = (path: string, options: WithTypes | NamesDone, done?: EntriesDone): void => {
    if (typeof options === "function") return readdir(path, options);
    const seen = lookAt(path, "folder");
    readdir(path, options, (error, entries) => {
      if (!error) memory.keepFolder(path, seen, childrenOf(entries));
      const code = error ? codeOf(error) : null;
      if (code === "ENOENT" || code === "ENOTDIR") memory.noteAbsent(path);
      else if (code !== null) {
        memory.doubt();
        const relative = path.slice(dir.length + 1);
        unreadable.push({ path: relative.split(sep).join("/"), code });
      }
      done?.(null, error ? [] : entries);
    });
  };
  const found = await fastGlob.glob(patternsOf(wanted), {
    cwd: dir,
    dot: true,
    onlyFiles: false,
    followSymbolicLinks: false,
    ignore: ["**/node_modules/**", "**/.git/**"],
    objectMode: true,
    fs: { readdir: tolerant },
  });
  return { found: found.map(({ path, dirent }) => ({ path, kind: kindOf(dirent) })), unreadable };
}

function patternsOf(wanted: Wanted): string[] {
  if (wanted.kind === "all") return ["**"];
  return PATTERNS.filter(
    (pattern) => !wanted.without.some((link) => pattern.startsWith(`${link}/`)),
  );
}
