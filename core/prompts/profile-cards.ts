import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { isName } from "../board/asset-name.ts";
import type { Board, LayerKind } from "../board/board.ts";
import { compareText } from "../board/diagnostic.ts";
import type { ProfileCard } from "../contract/index.ts";

/** Layers whose folder can hold an `agents/` folder. */
const HOLDERS: ReadonlySet<LayerKind> = new Set(["user", "user-plugin", "plugin", "root"]);

/**
 * The profiles that a board's workspace has, each as its highest `agent.md` describes it, sorted by name. One that can
 * not be read is left out: whoever opens it is told why.
 */
export async function profileCards({ layers }: Board): Promise<ProfileCard[]> {
  const cards = new Map<string, ProfileCard>();
  for (const { dir } of layers.filter(({ kind }) => HOLDERS.has(kind))) {
    const agents = join(dir, "agents");
    for (const name of await readdir(agents).catch(() => [])) {
      if (!isName(name) || cards.has(name)) continue;
      const card = await readCard(name, join(agents, name, "agent.md"));
      if (card !== null) cards.set(name, card);
    }
  }
  return [...cards.values()].sort((a, b) => compareText(a.name, b.name));
}

async function readCard(name: string, file: string): Promise<ProfileCard | null> {
  try {
    const text = await readFile(file, "utf8");
    const { readFrontMatter } = await import("../board/front-matter.ts");
    const { title, description, context } = readFrontMatter(file, text).data;
    return {
      name,
      title: said(title) || name,
      description: said(description),
      context: said(context),
    };
  } catch {
    return null;
  }
}

function said(value: unknown): string {
  return typeof value === "string" ? value : "";
}
