import { compareText } from "./diagnostic.ts";

/** No name that can be on a board is longer, with its method; a longer one is not worth comparing. */
const LONGEST = 150;

/**
 * The names that come nearest to one that does not exist: for a typing error, another way of writing it
 * (`N8nWebhookTool` for `n8n_webhook`) or a part of it.
 *
 * @param name - what was asked for; may be anything, of any length
 * @param names - what there is
 * @param limit - how many to give at most
 * @returns the nearest first; empty when nothing comes near
 */
export function nearNames(name: string, names: Iterable<string>, limit = 3): string[] {
  if (name.length > LONGEST) return [];
  const wanted = plain(name);
  if (wanted === "") return [];
  const near: { name: string; distance: number }[] = [];
  for (const candidate of names) {
    const given = plain(candidate);
    const allowed = Math.max(1, Math.floor(Math.min(wanted.length, given.length) / 3));
    const contained =
      Math.min(wanted.length, given.length) >= 3 &&
      (given.includes(wanted) || wanted.includes(given));
    const distance = editDistance(wanted, given, allowed);
    if (distance <= allowed) near.push({ name: candidate, distance });
    else if (contained) near.push({ name: candidate, distance: allowed + 1 });
  }
  return near
    .toSorted((a, b) => a.distance - b.distance || compareText(a.name, b.name))
    .slice(0, limit)
    .map((found) => found.name);
}

/** `; did you mean …?` for the end of a message, or nothing. */
export function didYouMean(name: string, names: Iterable<string>): string {
  const near = nearNames(name, names);
  return near.length === 0 ? "" : `; did you mean ${near.join(" or ")}?`;
}

/** What is left of a name when case, separators and the word "tool" at its end do not count. */
function plain(name: string): string {
  const letters = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return letters.replace(/(?<=.)tool$/, "");
}

/** Optimal string alignment: insertions, deletions, changes and swaps of neighbours. Stops counting above `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, at(before, j - 2) + 1);
      }
      row.push(best);
    }
    if (Math.min(...row) > limit) return limit + 1;
    before = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
