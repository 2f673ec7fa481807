import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Board } from "../../board/board.ts";
import { compareText } from "../../board/diagnostic.ts";
import type { Diagnostic, Severity } from "../../board/diagnostic.ts";
import { isMapping } from "../../board/mapping.ts";
import { jsonEntry, jsonValue, readJson } from "../../check/documents/json.ts";
import type { JsonEntry } from "../../check/documents/json.ts";
import { lineAt } from "../../check/documents/text.ts";
import { readKeys } from "./config-keys.ts";
import { readServer } from "./read-server.ts";
import type { ServerConfig } from "./read-server.ts";

export type DisabledServer = { readonly name: string; readonly file: string };

export type ServerConfigs = {
  /** Sorted by name. */
  readonly servers: readonly ServerConfig[];
  /** Those that are switched off, sorted by name. */
  readonly disabled: readonly DisabledServer[];
  readonly diagnostics: readonly Diagnostic[];
};

const FILE = "mcp.json";

/** The files in which the servers of a board's profile may stand, relative to the workspace; the strongest first. */
export function configFiles({ profile }: Pick<Board, "profile">): string[] {
  const files = [profile.name, ...profile.extends].flatMap((name) => [
    `usr/agents/${name}/${FILE}`,
    `agents/${name}/${FILE}`,
  ]);
  return [...files, `usr/${FILE}`];
}

/**
 * Reads the servers of a board's profile: `mcp.json` of the profile and of those it extends, then `usr/mcp.json`. The
 * first that has a name has it. What is wrong in a file costs the server it stands at.
 */
export async function readServerConfigs(
  board: Pick<Board, "root" | "profile">,
): Promise<ServerConfigs> {
  const { root } = board;
  const servers = new Map<string, ServerConfig | null>();
  const disabled: DisabledServer[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const file of configFiles(board)) {
    const { entries, lineOf, found } = await readEntries(root, file);
    diagnostics.push(...found);
    for (const { key: name, keyStart, value } of entries) {
      if (servers.has(name)) continue;
      const tell = (severity: Severity, what: string, hint: string, key?: string): void => {
        const message = `the server ${JSON.stringify(name)} ${what}`;
        const at = (key === undefined ? undefined : jsonEntry(value, key)?.keyStart) ?? keyStart;
        const code = severity === "error" ? "mcp/config" : "mcp/ignored-key";
        diagnostics.push({ code, severity, message, file, line: lineOf(at), hint });
      };
      const entry = jsonValue(value);
      const keys = isMapping(entry) ? readKeys(entry) : [];
      for (const { key, severity, message, hint } of keys) tell(severity, message, hint, key);
      const isMisspelt = keys.some(({ severity }) => severity === "error");
      const read = readServer(name, entry, { root, file });
      if (read === null) disabled.push({ name, file });
      else if (typeof read === "string" && !isMisspelt) {
        tell("error", read, "See docs/mcp.md for the form.");
      }
      // One that is switched off, or broken, does not make way for another of its name.
      servers.set(name, typeof read === "string" || isMisspelt ? null : read);
    }
  }
  const byName = (a: Pick<ServerConfig, "name">, b: Pick<ServerConfig, "name">): number =>
    compareText(a.name, b.name);
  const usable = [...servers.values()].flatMap((server) => server ?? []);
  return { servers: usable.sort(byName), disabled: disabled.sort(byName), diagnostics };
}

type Entries = {
  readonly entries: readonly JsonEntry[];
  readonly lineOf: (offset: number) => number;
  readonly found: readonly Diagnostic[];
};

/** The servers of a file, each once; nothing of one that is not there. */
async function readEntries(root: string, file: string): Promise<Entries> {
  const wrong = (message: string, line: number | null, hint: string): Entries => ({
    entries: [],
    lineOf: () => 1,
    found: [{ code: "mcp/config", severity: "error", message, file, line, hint }],
  });
  let text: string;
  try {
    text = (await readFile(join(root, file), "utf8")).replace(/^\uFEFF/, "");
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), "code");
    if (code === "ENOENT" || code === "ENOTDIR") {
      return { entries: [], lineOf: () => 1, found: [] };
    }
    return wrong(`it can not be read: ${String(code)}`, null, "Make it readable, or remove it.");
  }
  const lineOf = (offset: number): number => lineAt(text, offset);
  const reading = readJson(text);
  if (!reading.ok) {
    const line = lineOf(reading.offset);
    return wrong(`it is no JSON: ${reading.message}`, line, "Correct it; JSON has no comments.");
  }
  const [whole, more] = reading.values;
  const named = jsonEntry(whole, "mcpServers");
  if (more !== undefined || named?.value.kind !== "object") {
    const other = jsonEntry(whole, "servers") ?? jsonEntry(whole, "mcp");
    return wrong(
      "it has no mcpServers",
      1,
      other === undefined
        ? 'Write {"mcpServers": {"<name>": {"command": "…"}}}.'
        : `What is ${other.key} for another program is mcpServers here.`,
    );
  }
  const once = named.value.entries.filter(({ key }, at, all) => {
    return all.findLastIndex((other) => other.key === key) === at;
  });
  const twice = named.value.entries.filter((entry) => !once.includes(entry));
  const found = twice.map(({ key, keyStart }) => {
    const message = `the server ${JSON.stringify(key)} is there twice; the last one counts`;
    const hint = "Give one of them another name, or remove it.";
    const line = lineOf(keyStart);
    return { code: "mcp/config", severity: "error" as const, message, file, line, hint };
  });
  return { entries: once, lineOf, found };
}
