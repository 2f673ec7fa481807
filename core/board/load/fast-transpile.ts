import { transform } from "sucrase";
import type { ImportSite, Transpiled } from "./transpile.ts";

/** What Sucrase leaves out, leaves as it is, or makes something else of than Babel. Better once too often than once too few. */
const BEYOND = new RegExp(
  [
    /\brequire\s*\(/,
    /\bimport\s*\./,
    // With anything but one plain text in it.
    /\bimport\s*\((?!\s*(?:"[^"\\]*"|'[^'\\]*')\s*\))/,
    /\b(?:namespace|module)\s+[\w$.]+\s*\{/,
    /\bexport\s*=/,
    /\bexport\s*\{[^}]*\bdefault\b[^}]*\}\s*from\b/,
    /\bexport\s+(?:let|var)\b/,
    /\bexport\s+const\s*[{[]/,
    /^\s*@/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "m",
);

const MODULE_WORDS = /\b(?:import|export)\b/;

const EXPORTED_FUNCTION =
  /^export\s+(?<isDefault>default\s+)?(?:async\s+)?function\b\s*\*?\s*(?<name>[\w$]+)/gm;

/** `export const a = 1, b = 2` as Sucrase makes it, which is wrong. */
const SECOND_CONSTANT = /; exports\.(?<name>[\w$]+) = \k<name>\s*,/;

/**
 * The same as `transpile`, many times faster: by Sucrase, which keeps lines as they are. Line breaks matter more here than a
 * little speed, because stacks are then true without source maps.
 *
 * @returns null where that can not do it, or there is something wrong with the source, which Babel can say better
 */
export function fastTranspile(file: string, source: string): Transpiled | null {
  if (BEYOND.test(source)) return null;
  const isTypeScript = /\.[cm]?ts$/.test(file);
  if (!isTypeScript && !MODULE_WORDS.test(source)) return { code: source, imports: [] };
  try {
    const { code: transformed } = transform(source, {
      transforms: isTypeScript ? ["typescript", "imports"] : ["imports"],
      disableESTransforms: true,
    });
    const code = withOwnImport(transformed);
    if (SECOND_CONSTANT.test(code) || countOf(IMPORT, source) !== countOf(OWN_IMPORT, code)) {
      return null;
    }
    return { code: withEarlyFunctions(source, code), imports: importsIn(code) };
  } catch {
    return null;
  }
}

const IMPORT = /\bimport\s*\(/g;
const OWN_IMPORT = /\bjitiImport\(/g;

/** `import("x")` as Sucrase makes it, which would be `require`. */
const REQUIRED_LATER =
  /Promise\.resolve\(\)\.then\(\(\) => _interopRequireWildcard\(require\((?<quoted>"[^"]*"|'[^']*')\)\)\)/g;

function withOwnImport(code: string): string {
  return code.replaceAll(
    REQUIRED_LATER,
    "jitiImport($<quoted>).then((m) => _interopRequireWildcard(m))",
  );
}

function countOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}

/** Functions are there before the code runs, and in a circle of imports somebody may call them before it has. */
function withEarlyFunctions(source: string, code: string): string {
  const early = [...source.matchAll(EXPORTED_FUNCTION)].flatMap(({ groups }) => {
    const { isDefault, name } = groups ?? {};
    const set = `exports.${isDefault === undefined ? name : "default"} = ${name};`;
    return code.includes(`} ${set}`) ? [set] : [];
  });
  const strict = '"use strict";';
  return early.length > 0 && code.startsWith(strict)
    ? `${strict}${early.join("")}${code.slice(strict.length)}`
    : code;
}

/** The source itself has no `require`, so that every one in the code is an import. */
function importsIn(code: string): ImportSite[] {
  const found: ImportSite[] = [];
  let line = 1;
  let counted = 0;
  for (const match of code.matchAll(/\brequire\((?<quoted>'(?:[^'\\]|\\.)*')\)/g)) {
    for (; counted < match.index; counted += 1) if (code[counted] === "\n") line += 1;
    found.push({ specifier: textOf(match.groups?.["quoted"] ?? "''"), line });
  }
  return found;
}

/** A text as Sucrase writes it: what stood between the quotes of the source. */
function textOf(quoted: string): string {
  return quoted.slice(1, -1).replaceAll(/\\(?<letter>.)/g, "$<letter>");
}
