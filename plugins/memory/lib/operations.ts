import { findOrder } from "./orders.ts";
import type { MemorySettings } from "./settings.ts";
import { handleOf, shownEntry, shownList } from "./shown.ts";

export type Operation =
  | { readonly action: "add"; readonly text: string }
  | { readonly action: "replace"; readonly match: string; readonly text: string }
  | { readonly action: "remove"; readonly match: string };

/** `invalid` is about what was asked for, `refused` about what is there. In both cases nothing has changed. */
export type Applied =
  | {
      readonly kind: "applied";
      readonly texts: readonly string[];
      readonly done: readonly string[];
    }
  | { readonly kind: "invalid"; readonly message: string }
  | { readonly kind: "refused"; readonly message: string };

/**
 * Applies operations one after the other, all or nothing. What comes out is judged as a whole: a batch may pass the limit
 * on its way.
 *
 * @param before - the entries, oldest first
 */
export function applyOperations(
  before: readonly string[],
  operations: readonly Operation[],
  limits: MemorySettings,
): Applied {
  let texts = before;
  const done: string[] = [];
  for (const [index, operation] of operations.entries()) {
    const which = operations.length === 1 ? "" : `Operation ${index + 1}: `;
    const applied = applyOne(texts, operation, limits);
    if (applied.kind !== "applied") {
      const rest = operations.length === 1 ? "" : " None of the operations was carried out.";
      return { kind: applied.kind, message: `${which}${applied.message}${rest}` };
    }
    texts = applied.texts;
    done.push(...applied.done);
  }
  const size = sizeOf(texts);
  if (size > limits.max_chars && size > sizeOf(before)) {
    return {
      kind: "refused",
      message:
        `The memory would hold ${size} of ${limits.max_chars} characters, so nothing was changed. ` +
        `It holds ${sizeOf(before)} now. Remove or shorten entries in the same batch. They are:\n${shownList(before)}`,
    };
  }
  return { kind: "applied", texts, done };
}

/** Characters of all entries together. */
export function sizeOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

function applyOne(texts: readonly string[], operation: Operation, limits: MemorySettings): Applied {
  switch (operation.action) {
    case "add":
      return withText(operation.text, limits, (text) =>
        texts.includes(text)
          ? { kind: "applied", texts, done: ["It was noted already."] }
          : { kind: "applied", texts: [...texts, text], done: ["Noted."] },
      );
    case "remove":
      return withMatch(texts, operation.match, (index) => ({
        kind: "applied",
        texts: texts.toSpliced(index, 1),
        done: [`Removed: ${shownEntry(texts[index] ?? "")}`],
      }));
    case "replace":
      return withText(operation.text, limits, (text) =>
        withMatch(texts, operation.match, (index) => {
          const others = texts.toSpliced(index, 1);
          return {
            kind: "applied",
            texts: others.includes(text) ? others : texts.with(index, text),
            done: [`Replaced: ${shownEntry(texts[index] ?? "")}`],
          };
        }),
      );
  }
}

function withText(
  given: string,
  { max_entry_chars }: MemorySettings,
  go: (text: string) => Applied,
): Applied {
  const text = given
    .replaceAll("\r\n", "\n")
    .replaceAll("\0", "")
    .toWellFormed()
    .normalize("NFC")
    .trim();
  if (text === "") return { kind: "invalid", message: "`text` is empty. Say what is to be noted." };
  if (text.length > max_entry_chars) {
    return {
      kind: "invalid",
      message: `\`text\` has ${text.length} characters, and an entry may have ${max_entry_chars}. Note the fact alone, or make several entries of it.`,
    };
  }
  const why = findOrder(text);
  if (why === null) return go(text);
  return {
    kind: "invalid",
    message: `\`text\` is not noted, because ${why}. Memory holds facts, in words that order nothing.`,
  };
}

/** An entry that is exactly `match` comes before those that hold it. Of equal ones, the first is meant. */
function withMatch(
  texts: readonly string[],
  given: string,
  go: (index: number) => Applied,
): Applied {
  const match = given.replaceAll("\r\n", "\n").normalize("NFC").trim();
  if (match === "") {
    return {
      kind: "invalid",
      message: "`match` is empty. Give a part of the entry that is meant.",
    };
  }
  const exact = texts.findIndex((text) => text === match || handleOf(text) === match);
  if (exact !== -1) return go(exact);
  const found = texts.filter((text) => text.includes(match));
  const [first, ...others] = [...new Set(found)];
  if (first === undefined) {
    const entries = texts.length === 0 ? "There are none." : `They are:\n${shownList(texts)}`;
    return { kind: "refused", message: `No entry holds ${JSON.stringify(match)}. ${entries}` };
  }
  if (others.length === 0) return go(texts.indexOf(first));
  return {
    kind: "refused",
    message: `${others.length + 1} entries hold ${JSON.stringify(match)}. Give more of the one that is meant:\n${shownList([first, ...others])}`,
  };
}
