/** One entry of an env file, or the place where it stops being one. `line` is 1-based. */
export type EnvLine =
  | { readonly kind: "entry"; readonly name: string; readonly value: string; readonly line: number }
  | { readonly kind: "bad"; readonly problem: string; readonly line: number };

const ENTRY_START = /^(?:export[ \t]+)?(?<name>[A-Za-z_][A-Za-z0-9_.-]*)[ \t]*=/;

/** What a backslash in double quotes makes of the next character; before any other it stands for itself. */
const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  '"': '"',
  "\\": "\\",
  $: "$",
  "`": "`",
};

/**
 * Reads the text of an env file: `NAME=value`, `export NAME=value`, `# comment`. A value may stand in single quotes
 * (literal) or double quotes (which know `\n`, `\r`, `\t`, `\"`, `\\`, `\$`); in quotes it may run over several lines. Without quotes it ends before a `#` that follows a space. Nothing is expanded: `$X` is two
 * characters. Stops at the first bad line.
 *
 * Problems never quote what stands in the line: it may be a value.
 */
export function parseEnv(source: string): EnvLine[] {
  const lines = source.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const found: EnvLine[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = at + 1;
    const text = (lines[at] ?? "").trim();
    if (text === "" || text.startsWith("#")) continue;
    const start = ENTRY_START.exec(text);
    const name = start?.groups?.["name"];
    if (start === null || name === undefined) {
      found.push({ kind: "bad", line, problem: "This line is not NAME=value." });
      return found;
    }
    const rest = text.slice(start[0].length);
    const quote = rest.trimStart()[0];
    if (quote !== '"' && quote !== "'") {
      found.push({ kind: "entry", name, value: unquoted(rest), line });
      continue;
    }
    const read = quoted(quote, lines, at);
    if (read === null) {
      found.push({ kind: "bad", line, problem: `The value of \`${name}\` has no closing quote.` });
      return found;
    }
    if (!/^\s*(?:#.*)?$/.test(read.after)) {
      found.push({
        kind: "bad",
        line: read.last + 1,
        problem: `There is text after the closing quote of \`${name}\`.`,
      });
      return found;
    }
    found.push({ kind: "entry", name, value: read.value, line });
    at = read.last;
  }
  return found;
}

function unquoted(rest: string): string {
  return rest.replace(/(?<=\s)#.*$/, "").trim();
}

/**
 * Reads from the first `quote` in line `at` up to the one that closes it, in line `last`. Null where none does.
 */
function quoted(
  quote: '"' | "'",
  lines: readonly string[],
  at: number,
): { readonly value: string; readonly after: string; readonly last: number } | null {
  const parts: string[] = [];
  for (let last = at; last < lines.length; last++) {
    const text = lines[last] ?? "";
    let part = "";
    for (let column = last === at ? text.indexOf(quote) + 1 : 0; column < text.length; column++) {
      const char = text.charAt(column);
      if (char === quote) {
        return { value: [...parts, part].join("\n"), after: text.slice(column + 1), last };
      }
      if (char === "\\" && quote === '"' && column + 1 < text.length) {
        column++;
        part += ESCAPES[text.charAt(column)] ?? text.slice(column - 1, column + 1);
      } else {
        part += char;
      }
    }
    parts.push(part);
  }
  return null;
}
