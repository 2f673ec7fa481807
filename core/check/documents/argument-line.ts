import { readRequired, saysType } from "./type-words.ts";

/** What stands behind the name that leads a row of a list. */
export type RowForm = {
  /** `typed`: a type, or whether it must be given, in parentheses; `told`: only a meaning. */
  readonly kind: "typed" | "told";
  /** As it is written. Null where the row does not say it. */
  readonly type: string | null;
  readonly required: boolean | null;
};

const PARENTHESES = /^[\s*_]*(?:[:：—–-]\s*)?\((?<inside>(?:[^()]|\([^()]*\))*)\)(?<rest>.*)$/su;
const BEHIND = /^[\s*_]*[:：,，—–]/u;

/**
 * Reads a row that says what an argument is: `` `city` (string, required): City name ``, `` `city`, required: … ``.
 *
 * @param after - the row behind the name
 * @returns null where the row goes on in another way: the name may be anything
 */
export function rowForm(after: string): RowForm | null {
  const { inside, rest } = PARENTHESES.exec(after)?.groups ?? {};
  if (inside !== undefined) {
    const said = saidIn(inside);
    if (said.type !== null || said.required !== null) return { kind: "typed", ...said };
    return BEHIND.test(rest ?? "") ? { kind: "told", ...said } : null;
  }
  const word = /^[\s*_]*[,，]\s*(?<word>optional|required|mandatory)\b/iu.exec(after)?.groups?.[
    "word"
  ];
  if (word !== undefined) return { kind: "typed", type: null, required: requiredBy(word) };
  return BEHIND.test(after) ? { kind: "told", type: null, required: null } : null;
}

function saidIn(inside: string): Pick<RowForm, "type" | "required"> {
  const parts = splitParts(inside);
  let required: boolean | null = null;
  const others: string[] = [];
  for (const part of parts) {
    const whole = requiredBy(part);
    const leading = /^(?<word>optional|required|mandatory)\s+(?<rest>.+)$/i.exec(part)?.groups;
    const led = leading ? saysType(leading["rest"] ?? "") !== null : false;
    if (whole !== null) required = whole;
    else if (led) required = requiredBy(leading?.["word"] ?? "");
    if (whole === null) others.push(led ? (leading?.["rest"] ?? "") : part);
  }
  // Behind the type come remarks; a comma may also part the choices of which it consists.
  for (let count = others.length; count > 0; count--) {
    const text = others.slice(0, count).join(", ");
    if (saysType(text) !== null) return { type: text, required };
  }
  return { type: null, required };
}

function requiredBy(text: string): boolean | null {
  if (/^mandatory$/i.test(text)) return true;
  if (/^not required$/i.test(text)) return false;
  return /^(?:required|optional)$/i.test(text) ? readRequired(text) : null;
}

/** Parted at commas and semicolons that stand in no quotes and no parentheses. */
function splitParts(text: string): string[] {
  const parts =
    text.match(/(?:"(?:[^"\\]|\\.)*"|\((?:[^()])*\)|<[^<>]*>|\[[^[\]]*\]|[^,;])+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}
