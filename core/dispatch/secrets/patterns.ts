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
 * which values commonly travel: JSON-escaped, URL-encoded and base64. A text that belongs to two secrets goes to the
 * first, where the values themselves come before their other forms.
 *
 * @param values - name → value
 */
export function patternsOf(values: ReadonlyMap<string, string>): Pattern[] {
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
  ]);
}

function jsonForms(text: string): string[] {
  const once = JSON.stringify(text).slice(1, -1);
  const twice = JSON.stringify(once).slice(1, -1);
  return [once, twice];
}

function urlForms(text: string): string[] {
  // Half a pair of surrogates can not be encoded.
  if (/\p{Surrogate}/u.test(text)) return [];
  const forms = [encodeURIComponent(text), new URLSearchParams({ x: text }).toString().slice(2)];
  return forms.flatMap((form) => [
    form,
    form.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
  ]);
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
