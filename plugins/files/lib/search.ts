import { createContext, Script } from "node:vm";
import { Failed, InvalidArgs } from "pegboard";

export type Query = {
  readonly text: string;
  readonly regex: boolean;
  readonly ignoreCase: boolean;
};

/** Finds, in each of several files' lines, the indexes of those that match. */
export type Matcher = (files: readonly (readonly string[])[]) => readonly (readonly number[])[];

/** Milliseconds for one batch of files; a pattern that needs more is one that backtracks without end. */
const PATTERN_TIME = 1_000;

/** Runs apart from this module only because a script of its own is what the time limit of `node:vm` can stop. */
const SEARCH = `
  const pattern = new RegExp(source, flags);
  JSON.stringify(files.map((lines) => {
    const found = [];
    for (let index = 0; index < lines.length; index += 1) if (pattern.test(lines[index])) found.push(index);
    return found;
  }));
`;

/** Prepares a search. Throws `InvalidArgs` for a pattern that is none. */
export function createMatcher(query: Query): Matcher {
  if (/[\n\r]/.test(query.text)) {
    throw new InvalidArgs("The search goes line by line, so `query` can not hold a line break.", [
      "query",
    ]);
  }
  return query.regex ? patternMatcher(query) : textMatcher(query);
}

function textMatcher({ text, ignoreCase }: Query): Matcher {
  const fold = (line: string) => (ignoreCase ? line.toLowerCase() : line);
  const wanted = fold(text);
  return (files) =>
    files.map((lines) =>
      lines.flatMap((line, index) => (fold(line).includes(wanted) ? [index] : [])),
    );
}

function patternMatcher({ text, ignoreCase }: Query): Matcher {
  const flags = ignoreCase ? "iu" : "u";
  requirePattern(text, flags);
  const script = new Script(`{${SEARCH}}`);
  return (files) => {
    const context = createContext({ source: text, flags, files });
    try {
      const found: unknown = JSON.parse(
        String(script.runInContext(context, { timeout: PATTERN_TIME })),
      );
      return asIndexes(found);
    } catch (error) {
      if (isTimeout(error)) {
        throw new Failed(
          `The pattern takes longer than ${PATTERN_TIME} ms; it backtracks too much. Make it simpler (no repetition inside a repetition), or search for plain text.`,
        );
      }
      throw error;
    }
  };
}

/** Here and not in the script: its error names the pattern's fault in this module's own Error. */
function requirePattern(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new InvalidArgs(`\`query\` is no regular expression: ${why}`, ["query"]);
  }
}

function asIndexes(found: unknown): number[][] {
  if (!Array.isArray(found)) return [];
  return found.map((indexes: unknown) =>
    Array.isArray(indexes) ? indexes.filter((index) => typeof index === "number") : [],
  );
}

function isTimeout(error: unknown): boolean {
  // An error of another context is no instance of this one's Error.
  return (
    typeof error === "object" &&
    error !== null &&
    Reflect.get(error, "code") === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}
