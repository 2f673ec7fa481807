import { NAME_RULE, isName } from "./asset-name.ts";
import { barePlugin } from "./bare-plugin.ts";
import type { PluginFile } from "./bare-plugin.ts";
import type { Plugin } from "./board.ts";
import { UNKNOWN_CODE, codeOf } from "./error-code.ts";
import { FileError } from "./file-error.ts";
import type { Findings } from "./findings.ts";
import type { PluginPlace, Trees } from "./layers.ts";
import type { Memory } from "./manifest/memory.ts";
import { PluginError, pluginFileOf } from "./plugin-file.ts";
import { rememberedText } from "./remembered-text.ts";
import { mergeSettings } from "./settings.ts";
import type { Settings } from "./settings.ts";
import { childrenOf, fileOf } from "./tree.ts";
import type { Tree } from "./tree.ts";

/** Any of these makes a folder in `plugins/` a plugin. */
const PARTS = ["tools", "prompts", "extensions", "skills", "agents", "plugin.md"];

const SWITCHES: Readonly<Record<string, boolean>> = { ".toggle-0": false, ".toggle-1": true };

type Folder = {
  readonly name: string;
  readonly origin: Plugin["origin"];
  readonly tree: Tree;
  readonly path: string;
};

/**
 * Finds the plugins, those that are off too: the user's in name order, then the workspace's, then the package's. A folder
 * of the user replaces one of the same name as a whole, and one of the workspace replaces the package's.
 *
 * @param profile - whose own switches count above all others
 */
export async function findPlugins(
  trees: Trees,
  profile: string,
  memory: Memory,
  findings: Findings,
): Promise<PluginPlace[]> {
  const { workspace, bundled } = trees;
  const folders = [
    ...foldersIn(workspace, "usr/plugins", "user", findings),
    ...foldersIn(workspace, "plugins", "workspace", findings),
    ...(bundled ? foldersIn(bundled, "plugins", "package", findings) : []),
  ];
  const winners = new Map<string, Folder>();
  for (const folder of folders.filter(isPlugin)) {
    const winner = winners.get(folder.name);
    if (winner) reportReplaced(folder, winner, findings);
    else winners.set(folder.name, folder);
  }
  for (const folder of folders) reportEmpty(folder, winners, findings);
  return Promise.all(
    [...winners.values()].map((folder) => readPlugin(workspace, folder, profile, memory, findings)),
  );
}

function foldersIn(
  tree: Tree,
  parent: string,
  origin: Plugin["origin"],
  findings: Findings,
): Folder[] {
  return childrenOf(tree, parent).flatMap(({ name, kind, path }) => {
    if (kind !== "folder") return [];
    if (isName(name)) return [{ name, origin, tree, path }];
    const file = fileOf(tree, path);
    if (/^[._]/.test(name)) {
      const mark = name.startsWith(".") ? "a dot" : "an underscore";
      findings.ignore(file, `its name begins with ${mark}`);
      return [];
    }
    findings.ignore(file, `not a legal name: ${NAME_RULE}`);
    findings.error({
      code: "plugin/bad-name",
      message: `${JSON.stringify(name)} can not be the name of a plugin: ${NAME_RULE}`,
      file,
      hint: "Rename the folder.",
    });
    return [];
  });
}

function isPlugin({ tree, path }: Folder): boolean {
  return childrenOf(tree, path).some(({ name }) => PARTS.includes(name));
}

/** What a plugin takes the place of is gone as a whole, which a person may not have meant. */
function reportReplaced(folder: Folder, winner: Folder, findings: Findings): void {
  const file = fileOf(winner.tree, winner.path);
  const tools = childrenOf(folder.tree, `${folder.path}/tools`).filter(({ name }) => isTool(name));
  const lost = folder.origin === "package" ? `the bundled ${folder.path}` : folder.path;
  findings.add("info", {
    code: "plugin/replaced",
    message: `${findings.relative(file)} replaces ${lost} (${tools.length} ${tools.length === 1 ? "tool" : "tools"})`,
    file,
    hint: "It replaces it as a whole. Give it another name to have both.",
  });
}

function isTool(name: string): boolean {
  return /^[A-Za-z][\w-]*\.[cm]?[jt]s$/.test(name);
}

/** A folder of the user that only switches a plugin or sets it up is none itself, and needs one to speak of. */
function reportEmpty(
  folder: Folder,
  winners: ReadonlyMap<string, Folder>,
  findings: Findings,
): void {
  const { name, origin, tree, path } = folder;
  if (isPlugin(folder) || (origin === "user" && winners.has(name))) return;
  const file = fileOf(tree, path);
  findings.ignore(file, `no plugin: it has none of ${PARTS.join(", ")}`);
  findings.warn({
    code: "plugin/empty",
    message: `${findings.relative(file)} is no plugin: it has none of ${PARTS.join(", ")}`,
    file,
    hint:
      origin === "user" && childrenOf(tree, path).length > 0
        ? `Nothing is called ${name} that it could switch or set up. Correct the name of the folder, or remove it.`
        : "Put its tools into a folder tools/ in it, or remove it.",
  });
}

async function readPlugin(
  workspace: Tree,
  { name, origin, tree, path }: Folder,
  profile: string,
  memory: Memory,
  findings: Findings,
): Promise<PluginPlace> {
  const { facts, broken } = await readFacts(workspace, { name, tree, path }, memory, findings);
  const off = switchOf(workspace, { name, tree, path }, profile, findings);
  if (off && facts.alwaysEnabled) {
    findings.warn({
      code: "plugin/always-enabled",
      message: `the plugin ${name} says always_enabled, so it stays on`,
      file: off,
      hint: "Remove the switch.",
    });
  }
  const disabledBy = off && !facts.alwaysEnabled ? findings.relative(off) : null;
  const plugin: Plugin = {
    ...facts,
    name,
    dir: fileOf(tree, path),
    origin,
    enabled: disabledBy === null,
    disabledBy,
  };
  return { plugin, tree, path, broken };
}

type Facts = {
  readonly facts: PluginFile;
  /** Why nothing of the plugin may be used, or null: without what its files say, it might do what they forbid. */
  readonly broken: string | null;
};

/** What `plugin.md` and the user's `settings.yaml` say. */
async function readFacts(
  workspace: Tree,
  { name, tree, path }: Pick<Folder, "name" | "tree" | "path">,
  memory: Memory,
  findings: Findings,
): Promise<Facts> {
  const pluginFile = fileIn(tree, path, "plugin.md");
  const settingsFile = fileIn(workspace, `usr/plugins/${name}`, "settings.yaml");
  const bare = barePlugin(name);
  try {
    const own = pluginFile === null ? bare : await readOwn(name, pluginFile, memory);
    const facts = settingsFile === null ? own : await withSettings(own, settingsFile, memory);
    return { facts, broken: null };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    findings.take(error.toDiagnostic("plugin/invalid", (file) => findings.relative(file)));
    const place = [error.file === null ? name : findings.relative(error.file), error.line];
    const at = place.filter((part) => part !== null).join(":");
    return { facts: bare, broken: `its plugin can not be used: ${at}: ${error.problem}` };
  }
}

function readOwn(name: string, file: string, memory: Memory): Promise<PluginFile> {
  return rememberedText(file, memory, {
    async parse(text) {
      const { pluginSource } = await import("./read-plugin-file.ts");
      return pluginSource(file, text);
    },
    read: (source) => pluginFileOf(name, file, source),
  }).catch(asPluginError(file));
}

async function withSettings(own: PluginFile, file: string, memory: Memory): Promise<PluginFile> {
  const user = await rememberedText<Settings>(file, memory, {
    async parse(text) {
      const { readSettings } = await import("./read-plugin-file.ts");
      return { data: readSettings(file, text), body: "", bodyLine: 1, lineOf: () => 1 };
    },
    read: ({ data }) => data,
  }).catch(asPluginError(file));
  return { ...own, settings: mergeSettings(own.settings, user) };
}

/** What goes wrong with reading a file is told like what is wrong in it. */
function asPluginError(file: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Error) || codeOf(error) === UNKNOWN_CODE) throw error;
    throw new PluginError(file, {
      problem: `It can not be read: ${error.message}.`,
      hint: "Make it readable, or remove it.",
      line: null,
      column: null,
    });
  };
}

function fileIn(tree: Tree, folder: string, name: string): string | null {
  const entry = childrenOf(tree, folder).find((child) => child.name === name);
  return entry ? fileOf(tree, entry.path) : null;
}

/** The file that switches a plugin off, or null. The first of the places that has a switch decides. */
function switchOf(
  workspace: Tree,
  { name, tree, path }: Pick<Folder, "name" | "tree" | "path">,
  profile: string,
  findings: Findings,
): string | null {
  const places: [Tree, string][] = [
    [workspace, `usr/agents/${profile}/plugins/${name}`],
    [workspace, `usr/plugins/${name}`],
    [tree, path],
  ];
  for (const [at, folder] of places) {
    const switches = childrenOf(at, folder).filter((entry) => Object.hasOwn(SWITCHES, entry.name));
    const off = switches.find((entry) => SWITCHES[entry.name] === false);
    if (switches.length > 1) {
      findings.warn({
        code: "plugin/two-switches",
        message: `the plugin ${name} is switched on and off in one folder, so it is off`,
        file: fileOf(at, folder),
        hint: "Remove .toggle-0 or .toggle-1.",
      });
    }
    if (switches.length > 0) return off ? fileOf(at, off.path) : null;
  }
  return null;
}
