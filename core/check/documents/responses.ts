import type { Source } from "./source.ts";
import { lineAt } from "./text.ts";

/** A Response that a tool makes, and whether it ends the turn. */
export type MadeResponse = { readonly line: number; readonly ends: "yes" | "maybe" | "no" };

/** The Responses in a tool's source that say something about `break_loop`, in order. */
export function endsTurn({ bare }: Source): MadeResponse[] {
  const found: MadeResponse[] = [];
  for (const match of bare.matchAll(/\bnew\s+Response\s*\(/g)) {
    const start = match.index + match[0].length;
    const inside = bare.slice(start, closing(bare, start));
    const said = /(?<![\w$.])break_loop\s*(?<value>:\s*[^,}\n]+|(?=[,}]))/.exec(inside);
    if (!said) continue;
    const value = said.groups?.["value"]?.replace(/^:\s*/, "").trim();
    const ends = value === "true" ? "yes" : value === "false" ? "no" : "maybe";
    found.push({ line: lineAt(bare, start + said.index), ends });
  }
  return found;
}

function closing(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return at;
  }
  return text.length;
}
