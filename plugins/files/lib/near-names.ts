import { readdir } from "node:fs/promises";
import { basename, dirname } from "node:path";

/**
 * Names beside a file that is not there which the caller may have meant: the same but for case, ending or separators,
 * or one that begins like it.
 */
export async function nearNames(missing: string): Promise<string[]> {
  const siblings = await readdir(dirname(missing)).catch(() => []);
  const wanted = spelling(basename(missing));
  if (wanted === "") return [];
  return siblings
    .filter((name) => {
      const other = spelling(name);
      return (
        other !== "" &&
        (other === wanted ||
          other.startsWith(wanted) ||
          wanted.startsWith(other) ||
          differBySwap(other, wanted))
      );
    })
    .sort()
    .slice(0, 3);
}

function spelling(name: string): string {
  return name
    .replace(/(?<=.)\.[^.]*$/, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** The same letters in about the same place: one swapped, or one wrong. */
function differBySwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let wrong = 0;
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) wrong += 1;
  return wrong <= 2 && a.length > 3;
}
