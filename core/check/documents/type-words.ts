/** The words people use for a type, and the one that the code is compared with. */
const WORDS: Readonly<Record<string, string>> = {
  string: "string",
  str: "string",
  text: "string",
  integer: "integer",
  int: "integer",
  number: "number",
  float: "number",
  double: "number",
  boolean: "boolean",
  bool: "boolean",
  null: "null",
  none: "null",
  object: "object",
  map: "object",
  record: "object",
  dict: "object",
  dictionary: "object",
  array: "array",
  list: "array",
  any: "any",
  unknown: "any",
};

/** Whether a word is one of those for a type, and not a choice or a remark. */
function isTypeWord(word: string): boolean {
  const lower = word.toLowerCase();
  return lower in WORDS || lower.replace(/s$/, "") in WORDS;
}

const JOINING = new Set(["of", "or", "one", "enum", "true", "false"]);

/**
 * Reads a type that stands in a sentence, where a bare word is more likely a remark than a choice.
 *
 * @returns as `readType`; null also where it is no plain type
 */
export function saysType(text: string): string | null {
  const found = tokens(text);
  if (found === null || /^[\s`*]*(?:none|null)[\s`*]*$/i.test(text)) return null;
  const words = found.filter(({ kind }) => kind === "word");
  if (words.some((word) => !isTypeWord(word.text) && !JOINING.has(word.text.toLowerCase())))
    return null;
  const choices = found.filter(({ kind }) => kind === "literal");
  const quoted = choices.every((choice) => choice.text.startsWith('"'));
  if (!words.some((word) => isTypeWord(word.text)) && !(quoted && choices.length > 0)) return null;
  return readType(text);
}

/**
 * Whether what a person says of a type holds for the code's: the same, or less of it (`string` for choices, `list` for a
 * list of something, nothing of null).
 */
export function typeHolds(written: string, code: string): boolean {
  const said = readMembers(written);
  const real = readMembers(code);
  if (said === null || real === null) return true;
  if (said.includes("any") || real.includes("any")) return true;
  const needed = said.includes("null") ? real : real.filter((member) => member !== "null");
  return (
    needed.every((member) => said.some((one) => covers(one, member))) &&
    said.every((one) => real.some((member) => covers(one, member)))
  );
}

function covers(said: string, real: string): boolean {
  if (said === real) return true;
  const inside = /^(?<outer>array|object) of \((?<inner>.*)\)$/;
  const [a, b] = [inside.exec(said)?.groups, inside.exec(real)?.groups];
  if (a && b) return a["outer"] === b["outer"] && typeHolds(a["inner"] ?? "", b["inner"] ?? "");
  if (said === "array") return real.startsWith("array") || real.startsWith("[");
  if (said === "object") return real.startsWith("object");
  if (said === "string") return real.startsWith('"');
  if (said === "boolean") return real === "true" || real === "false";
  return said === "number" ? /^-?\d/.test(real) : said === "integer" && /^-?\d+$/.test(real);
}

type Token = { readonly kind: "word" | "literal" | "mark"; readonly text: string };

/**
 * Reads a type as a person wrote it into a contract.
 *
 * @returns the same text for types that mean the same (`int[]`, `list of integers`, `array of integer`), or null where it
 *   can not be read
 */
export function readType(text: string): string | null {
  const members = readMembers(text);
  return members && join(members);
}

function readMembers(text: string): string[] | null {
  const found = tokens(text);
  if (found === null || found.length === 0) return null;
  const reader = new Reader(found);
  const members = reader.union(true);
  return members !== null && reader.atEnd() ? members : null;
}

const TOKEN =
  /\s*(?:(?<literal>"(?:[^"\\]|\\.)*"|'[^']*'|“[^”]*”|-?\d+(?:\.\d+)?(?![\w]))|(?<word>[\p{L}_$][\p{L}\p{N}_$.-]*)|(?<mark>\[\]|[|/,()[\]<>?]))/uy;

function tokens(text: string): Token[] | null {
  const plain = withoutRemarks(text.replace(/\\\|/g, "|")).trim();
  const found: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < plain.length) {
    const groups = TOKEN.exec(plain)?.groups;
    if (!groups) return null;
    const { literal, word, mark } = groups;
    if (literal !== undefined) found.push({ kind: "literal", text: literalText(literal) });
    else if (word !== undefined) found.push({ kind: "word", text: word });
    else if (mark !== undefined) found.push({ kind: "mark", text: mark });
  }
  return found;
}

/** Remarks are for people: `string (a date)`, `integer, at least 1`, `string, optional`. What is in quotes is no remark. */
function withoutRemarks(text: string): string {
  const quoted: string[] = [];
  const plain = text
    .replace(/"(?:[^"\\]|\\.)*"/g, (literal) => {
      quoted.push(literal);
      return `\uE000${quoted.length - 1}\uE001`;
    })
    .replace(/[`*]/g, "")
    .replace(/,\s*(?:optional|required|default|at least|at most|min|max)\b.*$/i, "")
    .replace(/([\p{L}\p{N}_]+|[\uE001'\]])\s*\((?!\s*of\b)[^()]*\)/giu, (whole, before: string) =>
      /^(?:of|enum)$/i.test(before) ? whole : before,
    );
  return plain.replace(/\uE000(\d+)\uE001/g, (_, index: string) => quoted[Number(index)] ?? "");
}

function literalText(raw: string): string {
  if (/^["'“]/.test(raw)) {
    if (raw.startsWith('"')) {
      try {
        return JSON.stringify(JSON.parse(raw));
      } catch {
        // taken as it stands
      }
    }
    return JSON.stringify(raw.slice(1, -1));
  }
  return JSON.stringify(Number(raw));
}

class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(found: readonly Token[]) {
    this.#tokens = found;
  }

  atEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  /** The members of a union. `commas`: a comma parts them too, which it does not between the items of a tuple. */
  union(commas: boolean): string[] | null {
    const members: string[] = [];
    do {
      const item = this.#item();
      if (item === null) return null;
      members.push(...item);
    } while (this.#separator(commas));
    return members.includes("any") ? ["any"] : members;
  }

  #item(): string[] | null {
    let members = this.#atom();
    while (members !== null) {
      if (this.#take("[]")) members = [of("array", members)];
      else if (!this.#take("?")) break;
    }
    return members;
  }

  #atom(): string[] | null {
    const token = this.#tokens[this.#at];
    if (!token) return null;
    this.#at++;
    if (token.kind === "literal") return [token.text];
    if (token.kind === "mark") {
      if (token.text === "(") return this.#closed(this.union(true), ")");
      return token.text === "[" ? this.#tuple() : null;
    }
    const word = token.text.toLowerCase();
    if (word === "enum" && this.#take("(")) return this.#closed(this.union(true), ")");
    if (word === "one" && this.#takeWord("of")) return this.#item();
    const type = WORDS[word] ?? WORDS[word.replace(/s$/, "")];
    if (type === "array" || type === "object") return this.#of(type);
    if (word === "true" || word === "false") return [word];
    // Any other bare word is a choice written without quotes.
    return [type ?? JSON.stringify(token.text)];
  }

  /** What follows `array` or `object`: `of string`, `<string>`, `(of string)`, or nothing. */
  #of(type: "array" | "object"): string[] | null {
    if (this.#takeWord("of")) {
      const inner = this.#item();
      return inner && [of(type, inner)];
    }
    if (this.#take("<")) {
      const first = this.union(false);
      // `Record<string, number>`: the type of the key says nothing.
      const inner = this.#take(",") ? this.union(false) : first;
      return inner === null || !this.#take(">") ? null : [of(type, inner)];
    }
    if (this.#peek("(") && this.#tokens[this.#at + 1]?.text.toLowerCase() === "of") {
      this.#at += 2;
      const inner = this.#closed(this.union(true), ")");
      return inner && [of(type, inner)];
    }
    return [type];
  }

  #tuple(): string[] | null {
    const items: string[] = [];
    do {
      const item = this.union(false);
      if (item === null) return null;
      items.push(join(item));
    } while (this.#take(","));
    return this.#closed([`[${items.join(",")}]`], "]");
  }

  #closed(members: string[] | null, mark: string): string[] | null {
    return this.#take(mark) ? members : null;
  }

  #separator(commas: boolean): boolean {
    if (this.#take("|") || this.#take("/")) return true;
    const comma = commas && this.#take(",");
    return this.#takeWord("or") || comma;
  }

  #peek(mark: string): boolean {
    const token = this.#tokens[this.#at];
    return token?.kind === "mark" && token.text === mark;
  }

  #take(mark: string): boolean {
    if (!this.#peek(mark)) return false;
    this.#at++;
    return true;
  }

  #takeWord(word: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.kind !== "word" || token.text.toLowerCase() !== word) return false;
    this.#at++;
    return true;
  }
}

function join(members: readonly string[]): string {
  return [...new Set(members)].sort().join("|");
}

function of(outer: string, members: readonly string[]): string {
  return members.includes("any") ? outer : `${outer} of (${join(members)})`;
}

const YES = new Set(["yes", "y", "true", "required", "x", "✓", "✔", "✅", "always"]);
const NO = new Set(["no", "n", "false", "optional", "", "-", "–", "—", "✗", "✘", "❌"]);

/** Reads the `required` cell of a contract: true, false, or null where it says neither. A remark in parentheses is fine. */
export function readRequired(text: string): boolean | null {
  const word = text
    .replace(/[`*]/g, "")
    .replace(/\(.*\)/, "")
    .replace(/[,;:.].*$/, "")
    .trim()
    .toLowerCase();
  return YES.has(word) ? true : NO.has(word) ? false : null;
}
