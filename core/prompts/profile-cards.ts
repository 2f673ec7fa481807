import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { agentFolders } from "../board/agent-folders.ts";
import { isName } from "../board/asset-name.ts";
import type { Board } from "../board/board.ts";
import { compareText } from "../board/diagnostic.ts";
import type { ProfileCard } from "../contract/index.ts";

type Said = Omit<ProfileCard, "name">;

/**
 * The profiles that a board's workspace has, each as its `agent.md` files describe it, the highest first, sorted by name.
 * A file that can not be read is left out: whoever opens its profile is told why.
 */
export async function profileCards(board: Board): Promise<ProfileCard[]> {
  const cards = new Map<string, Said>();
  for (const agents of agentFolders(board)) {
    for (const name of await readdir(agents).catch(() => [])) {
      if (!isName(name)) continue;
      const said = await readSaid(join(agents, name, "agent.md"));
      if (said !== null) cards.set(name, completed(cards.get(name), said));
    }
  }
  return [...cards]
    .map(([name, said]) => ({ name, ...said, title: said.title || name }))
    .sort((a, b) => compareText(a.name, b.name));
}

/** What a higher file leaves out is taken from the one below. */
function completed(higher: Said | undefined, below: Said): Said {
  return {
    title: higher?.title || below.title,
    description: higher?.description || below.description,
    context: higher?.context || below.context,
  };
}

async function readSaid(file: string): Promise<Said | null> {
  try {
    const text = await readFile(file, "utf8");
    const { readFrontMatter } = await import("../board/front-matter.ts");
    const { title, description, context } = readFrontMatter(file, text).data;
    return { title: words(title), description: words(description), context: words(context) };
  } catch {
    return null;
  }
}

function words(value: unknown): string {
  return typeof value === "string" ? value : "";
}
