import { Failed } from "pegboard";
import { count, linesOf } from "./lines.ts";

/** Lines that an error names at most, and places that are looked for to tell that there are too many. */
const NAMED = 10;
const COUNTED = 1_000;

/** Lines beyond which an error does not look for what the caller may have meant. */
const COMPARED_LINES = 50_000;
const COMPARED_OLD_LINES = 200;

export type Replacement = {
  readonly text: string;
  /** 1-based numbers of the lines where the old text began. */
  readonly lines: readonly number[];
};

/**
 * Replaces text that must match exactly. A file with `\r\n` keeps its line ends, whichever the texts use.
 *
 * @param shown - the file, for messages
 * @param all - whether it may be there more than once
 * @throws Failed that says what is wrong when it is not there, or more than once without `all`
 */
export function replaceText(
  text: string,
  {
    shown,
    oldText,
    newText,
    all,
  }: { shown: string; oldText: string; newText: string; all: boolean },
): Replacement {
  const { from, to } = withLineEndsOf(text, oldText, newText);
  // Overlapping places count too where it is asked whether there is only one.
  const places = all ? findAll(text, from, from.length) : findAll(text, from, 1, COUNTED);
  const lines = lineNumbers(text, places);
  if (places.length === 0) throw new Failed(notThere(text, shown, oldText));
  if (places.length > 1 && !all) {
    throw new Failed(
      `\`old_text\` is in ${shown} ${places.length === COUNTED ? "at least " : ""}${places.length} times, on lines ${named(lines)}. Add lines around it until it is there once, or set \`replace_all\`.`,
    );
  }
  let replaced = "";
  let end = 0;
  for (const place of places) {
    replaced += text.slice(end, place) + to;
    end = place + from.length;
  }
  return { text: replaced + text.slice(end), lines };
}

/** The two texts as they must be in a file that ends its lines with `\r\n`, when only that keeps them from matching. */
function withLineEndsOf(text: string, oldText: string, newText: string) {
  const toDos =
    text.includes("\r\n") && !oldText.includes("\r\n") && (oldText + newText).includes("\n");
  return toDos
    ? { from: withDosEnds(oldText), to: withDosEnds(newText) }
    : { from: oldText, to: newText };
}

function withDosEnds(text: string): string {
  return text.replaceAll(/\r?\n/g, "\r\n");
}

function findAll(text: string, wanted: string, step: number, most = Infinity): number[] {
  const places: number[] = [];
  let at = text.indexOf(wanted);
  while (at !== -1 && places.length < most) {
    places.push(at);
    at = text.indexOf(wanted, at + step);
  }
  return places;
}

function lineNumbers(text: string, places: readonly number[]): number[] {
  let line = 1;
  let at = 0;
  return places.map((place) => {
    for (; at < place; at += 1) if (text[at] === "\n") line += 1;
    return line;
  });
}

function named(lines: readonly number[]): string {
  const more = lines.length - NAMED;
  return `${lines.slice(0, NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Says how near the text came: the usual cause is white space, or the line numbers that read_file puts before a line. */
function notThere(text: string, shown: string, oldText: string): string {
  const wanted = linesOf(oldText);
  const beginning = `\`old_text\` is not in ${shown}.`;
  const lines = linesOf(text).map(squeeze);
  if (lines.length > COMPARED_LINES || wanted.length > COMPARED_OLD_LINES) return beginning;
  const isAt = (tidy: readonly string[]) => (_line: string, at: number) =>
    tidy.length > 0 && tidy.every((each, index) => lines[at + index] === each);
  const spaced = lines.findIndex(isAt(wanted.map(squeeze)));
  if (spaced !== -1) {
    return `${beginning} Line ${spaced + 1} differs only in white space. Copy it exactly as read_file shows it.`;
  }
  const unnumbered = wanted.map((line) => squeeze(line.replace(/^\s*\d+\t/, "")));
  const numbered = lines.findIndex(isAt(unnumbered));
  if (numbered !== -1) {
    return `${beginning} It is there on line ${numbered + 1} without the line numbers. Leave out the number and the tab that read_file puts before each line.`;
  }
  const first = squeeze(wanted.find((line) => line.trim() !== "") ?? "");
  const near = first === "" ? [] : lines.flatMap((line, at) => (line === first ? [at + 1] : []));
  return near.length > 0
    ? `${beginning} Its first line is on ${near.length === 1 ? "line" : "lines"} ${named(near)}, but what follows is different. Read the file again.`
    : `${beginning} Read the file again (${count(lines.length, "line")}); it may have changed.`;
}

function squeeze(line: string): string {
  return line.replaceAll(/\s+/g, " ").trim();
}
