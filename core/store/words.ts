/** Longer words are cut, in the index and in queries alike, so that both databases hold the same. */
const LONGEST_WORD = 64;
/** Words of one message that are indexed. Beyond, a message of megabytes would fill the index by itself. */
const MOST_WORDS = 50_000;

/** Scripts that put no space between words, or stick endings to them: found by pairs of letters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = /[\p{L}\p{N}_]/u;

type Kind = "word" | "unspaced" | "between";

/**
 * The words by which a text is found. Made here and not by the databases, whose own tokenizers differ: so SQLite and
 * PostgreSQL give the same answers. A run of a script without spaces gives its letters and its pairs of letters.
 *
 * @returns distinct words of letters, digits and `_`, in lower case and without accents
 */
export function indexWords(text: string): string[] {
  return collect(text, (letters) => [...letters, ...pairs(letters)]);
}

/** The words that a text must have to be found by `query`; none when the query holds nothing that can be looked for. */
export function queryWords(query: string): string[] {
  return collect(query, (letters) => (letters.length === 1 ? letters : pairs(letters)));
}

function collect(text: string, split: (letters: readonly string[]) => readonly string[]): string[] {
  const words = new Set<string>();
  for (const { kind, letters } of runs(fold(text))) {
    const found = kind === "word" ? [letters.slice(0, LONGEST_WORD).join("")] : split(letters);
    for (const each of found) words.add(each);
    if (words.size >= MOST_WORDS) break;
  }
  return [...words].slice(0, MOST_WORDS);
}

/** Letter by letter: a regular expression over a run of megabytes exhausts the stack. */
function* runs(text: string): Generator<{ kind: "word" | "unspaced"; letters: string[] }> {
  let kind: Kind = "between";
  let letters: string[] = [];
  for (const letter of text) {
    const next = kindOf(letter);
    if (next !== kind) {
      if (kind !== "between") yield { kind, letters };
      kind = next;
      letters = [];
    }
    if (kind !== "between") letters.push(letter);
  }
  if (kind !== "between") yield { kind, letters };
}

function kindOf(letter: string): Kind {
  if (UNSPACED.test(letter)) return "unspaced";
  return WORD.test(letter) ? "word" : "between";
}

function pairs(letters: readonly string[]): string[] {
  return letters.slice(1).map((letter, index) => `${letters[index] ?? ""}${letter}`);
}

/** Width, case and accents make no difference to what is found. */
function fold(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .normalize("NFC");
}
