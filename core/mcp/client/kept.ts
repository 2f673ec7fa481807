import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { readOfferedTool, serverDigest } from "./offered.ts";
import type { OfferedTool } from "./offered.ts";
import type { ServerConfig } from "./read-server.ts";

/** What is remembered of what a server offers lies here, relative to the workspace. */
const FOLDER = ".pegboard/mcp";

const FORMAT = 2;

/** Who was writing so long ago, in milliseconds, is not any more. */
const LEFT_OVER = 60_000;

/** What was kept of a server's tools; null where nothing was, or the server is another by now. */
export async function readKept(
  root: string,
  server: ServerConfig,
): Promise<readonly OfferedTool[] | null> {
  const { tools } = await readFileOf(root, server);
  return Array.isArray(tools) ? tools.flatMap((tool) => readOfferedTool(tool) ?? []) : null;
}

/** Keeps what a server offers. Where nothing can be written it is asked again next time. */
export function keep(root: string, server: ServerConfig, tools: readonly OfferedTool[]): void {
  write(fileOf(root, server), { format: FORMAT, key: serverDigest(server), tools });
}

/** Why a server of which nothing is known was not there the last time. */
export type Failure = {
  /** With its secrets covered. */
  readonly cause: string;
  /** ISO 8601. */
  readonly at: string;
};

/** What was kept of that; null where nothing was, or the server is another by now. */
export async function readFailure(root: string, server: ServerConfig): Promise<Failure | null> {
  const { cause, at } = await readFileOf(root, server);
  return typeof cause === "string" && typeof at === "string" ? { cause, at } : null;
}

/** Keeps why a server of which nothing is known was not there, until it is. */
export async function keepFailure(
  root: string,
  server: ServerConfig,
  cause: string,
): Promise<void> {
  // Another process may have found it there meanwhile.
  if ((await readKept(root, server)) !== null) return;
  const at = new Date().toISOString();
  write(fileOf(root, server), { format: FORMAT, key: serverDigest(server), cause, at });
}

async function readFileOf(
  root: string,
  server: ServerConfig,
): Promise<Readonly<Record<string, unknown>>> {
  try {
    const kept: unknown = JSON.parse(await readFile(fileOf(root, server), "utf8"));
    const { format, key, ...said }: Readonly<Record<string, unknown>> = Object(kept);
    return format === FORMAT && key === serverDigest(server) ? said : {};
  } catch {
    return {};
  }
}

function fileOf(root: string, { name }: ServerConfig): string {
  return join(root, FOLDER, `${name}.json`);
}

/** Without a pause in between: a process that ends by itself leaves nothing half done. */
function write(file: string, content: object): void {
  const fresh = `${file}.${process.pid}.${Date.now()}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    sweep(file);
    writeFileSync(fresh, JSON.stringify(content));
    renameSync(fresh, file);
  } catch {
    // A folder that can not be written costs time alone; what was begun is swept by who can write there.
  }
}

/** Removes what a process left that was killed while it wrote this file. */
function sweep(file: string): void {
  for (const name of readdirSync(dirname(file))) {
    if (!/^\.\d+\.\d+$/.test(name.slice(basename(file).length))) continue;
    if (!name.startsWith(basename(file))) continue;
    const path = join(dirname(file), name);
    const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - written > LEFT_OVER) rmSync(path, { force: true });
  }
}
