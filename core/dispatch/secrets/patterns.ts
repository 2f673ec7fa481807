import { Buffer } from "node:buffer";

/** Values with fewer characters are not masked: they would turn up everywhere. */
export const MASKED_FROM = 4;

/** Shorter pieces of base64 turn up by chance. */
const BASE64_FROM = 8;

/** A line of a longer value (of a private key, say) is masked by itself from this length on. */
const LINE_FROM = 16;

/** One text to look for, and what takes its place. */
export type Pattern = { readonly text: string; readonly replacement: string };

/**
 * All texts that give a secret away: each value as it is, the long lines of a value of several lines, and the forms in
 * which values commonly travel: JSON-escaped, URL-encoded, base64 and hex. A text that belongs to two secrets goes to the
 * first, where the values themselves come before their other forms.
 *
 * @param values - names with their values; a name may come more than once
 */
export function patternsOf(values: Iterable<readonly [name: string, value: string]>): Pattern[] {
  const masked = [...values].filter(([, value]) => [...value].length >= MASKED_FROM);
  const found = new Map<string, string>();
  const add = (text: string, name: string): void => {
    if (!found.has(text)) found.set(text, name);
  };
  for (const [name, value] of masked) add(value, name);
  for (const [name, value] of masked) for (const form of formsOf(value)) add(form, name);
  const texts = [...found.keys()];
  const replacements = new Map(masked.map(([name]) => [name, replacementFor(name, texts)]));
  return [...found].map(([text, name]) => ({ text, replacement: replacements.get(name) ?? "***" }));
}

/**
 * The placeholder of the secret, so that a model can go on with it. Not where the placeholder itself holds a secret: a
 * value such as `secret`, or one that equals a name.
 */
function replacementFor(name: string, texts: readonly string[]): string {
  const candidates = [`§§secret(${name})`, "[masked]"];
  // Three characters are fewer than any text that is masked.
  return candidates.find((one) => !texts.some((text) => one.includes(text))) ?? "***";
}

function formsOf(value: string): string[] {
  const lines = value.split("\n").filter((line) => line.length >= LINE_FROM && !/^-{5}/.test(line));
  const written = value.includes("\n") ? lines : [];
  return [value, ...written].flatMap((text) => [
    text,
    ...jsonForms(text),
    ...urlForms(text),
    ...base64Forms(text),
    ...hexForms(text),
  ]);
}

/** The ways in which writers of JSON differ: each may be on or off. */
type JsonHabits = {
  /** Python, PHP: everything beyond ASCII is escaped. */
  readonly ascii: boolean;
  /** PHP: `\/`. */
  readonly slash: boolean;
  /** Go, PHP: `<`, `>`, `&` and the like are escaped. */
  readonly html: boolean;
  /** `\u00E4` for `\u00e4`. */
  readonly upper: boolean;
};

const JSON_HABITS: readonly JsonHabits[] = [false, true].flatMap((ascii) =>
  [false, true].flatMap((slash) =>
    [false, true].flatMap((html) => [false, true].map((upper) => ({ ascii, slash, html, upper }))),
  ),
);

function jsonForms(text: string): string[] {
  const once = new Set(JSON_HABITS.map((habits) => jsonText(text, habits)));
  return [...once].flatMap((form) => [form, JSON.stringify(form).slice(1, -1)]);
}

/** What stands between the quotes. */
function jsonText(text: string, { ascii, slash, html, upper }: JsonHabits): string {
  const unit = (char: string): string => {
    if (char === "/") return slash ? "\\/" : char;
    const written = JSON.stringify(char).slice(1, -1);
    const isEscaped =
      (ascii && /[^\t\n\f\r\b -~]/.test(char)) || (html && /[<>&\u2028\u2029]/.test(char));
    const code = char.charCodeAt(0).toString(16).padStart(4, "0");
    const escape = isEscaped ? `\\u${code}` : written;
    return upper && escape.startsWith("\\u") ? `\\u${code.toUpperCase()}` : escape;
  };
  // By code units where they are escaped; else by characters, so that no pair is taken apart.
  return (ascii ? text.split("") : [...text]).map(unit).join("");
}

function urlForms(text: string): string[] {
  // Half a pair of surrogates can not be encoded.
  if (/\p{Surrogate}/u.test(text)) return [];
  const component = encodeURIComponent(text);
  // As Python, PHP and RFC 3986 have it.
  const strict = component.replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const forms = [
    component,
    strict,
    strict.replaceAll("%20", "+"),
    new URLSearchParams({ x: text }).toString().slice(2),
    encodeURI(text),
  ];
  return forms
    .flatMap((form) => [form, form.replaceAll("%2F", "/")])
    .flatMap((form) => [form, form.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase())]);
}

function hexForms(text: string): string[] {
  const hex = Buffer.from(text, "utf8").toString("hex");
  return [hex, hex.toUpperCase()];
}

/**
 * How the value looks in base64, alone and inside a longer text (`user:value`): there it begins at any of three places
 * within a group, and what its first and last bytes share with their neighbours is left out.
 */
function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text, "utf8");
  const inside = [0, 1, 2].map((offset) => {
    const all = Buffer.concat([Buffer.alloc(offset), bytes]);
    const own = all.toString("base64").replace(/=+$/, "");
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor((all.length * 8) / 6);
    return own.slice(first, last);
  });
  const whole = bytes.toString("base64");
  return [whole, whole.replace(/=+$/, ""), ...inside]
    .flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")])
    .filter((form) => form.length >= BASE64_FROM);
}
