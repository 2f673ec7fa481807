import matter from "gray-matter";
import { FileError } from "./file-error.ts";
import type { FileProblem } from "./file-error.ts";
import { isMapping } from "./mapping.ts";
import { parseYamlMapping } from "./yaml-text.ts";
import type { KeyPath, YamlMapping } from "./yaml-text.ts";

export type FrontMatter = {
  /** Empty where the file has no front matter. */
  readonly data: Readonly<Record<string, unknown>>;
  /** What follows the front matter. */
  readonly body: string;
  /** The line of the file where the body begins; 1-based. */
  readonly bodyLine: number;
  /** The line of the file where the key at `path` stands, or the nearest key around it; 1-based. */
  lineOf(path: KeyPath): number;
};

/** The front matter of a file can not be read. */
export class FrontMatterError extends FileError {
  override readonly name: string = "FrontMatterError";
}

/**
 * Reads the front matter of a file as data: YAML, read strictly, never anything that is run. Every reader of front
 * matter goes through here.
 *
 * @param file - names the file in errors; nothing is read from it
 * @param text - the content of the file
 * @throws FrontMatterError - names file, line, what is wrong and what to do; the same again for the same text
 */
export function readFrontMatter(file: string, text: string): FrontMatter {
  const content = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const fences = findFences(content);
  if (fences.kind === "broken") throw new FrontMatterError(file, fences.problem);
  if (fences.kind === "none") return { data: {}, body: content, bodyLine: 1, lineOf: () => 1 };

  let yaml: YamlMapping | null = null;
  // With an options object gray-matter keeps no cache, in which a text that is broken once would be empty ever after.
  const parsed = matter(content, {
    engines: {
      yaml(source) {
        // The line end before the closing fence is cut off, of CRLF only the half.
        const outcome = parseYamlMapping(`${source}\n`);
        if (outcome.kind === "broken") throw new FrontMatterError(file, outcome.problem);
        if (outcome.kind === "empty") return {};
        yaml = outcome;
        return outcome.data;
      },
      // Would be evaluated by default. The fence is checked before; this holds should the two ever see it differently.
      javascript: refuse(file),
      js: refuse(file),
      coffee: refuse(file),
      json: refuse(file),
    },
  });
  if (!isMapping(parsed.data)) throw new TypeError(`${file}: front matter is not a mapping`);
  return {
    data: parsed.data,
    body: content.split("\n").slice(fences.closing).join("\n"),
    bodyLine: fences.closing + 1,
    lineOf: (path) => yaml?.lineOf(path) ?? 1,
  };
}

function refuse(file: string): () => never {
  return () => {
    throw new FrontMatterError(file, unknownLanguage("that"));
  };
}

function unknownLanguage(language: string): FileProblem {
  return {
    problem: `Front matter in ${language} is never read; it is YAML.`,
    hint: "Begin the file with a line that holds `---` and nothing else.",
    line: 1,
    column: 1,
  };
}

type Fences =
  | { readonly kind: "none" }
  /** `closing` is the line of the second fence, 1-based. */
  | { readonly kind: "found"; readonly closing: number }
  | { readonly kind: "broken"; readonly problem: FileProblem };

/** gray-matter takes `---foo` for a closing fence and a missing one for the end of the file. */
function findFences(content: string): Fences {
  const lines = content.split(/\r?\n/);
  const first = lines[0] ?? "";
  if (!first.startsWith("---") || first.startsWith("----")) return findStray(lines);
  const language = first.slice(3).trim();
  if (language !== "" && language !== "yaml" && language !== "yml") {
    return { kind: "broken", problem: unknownLanguage(JSON.stringify(language.slice(0, 40))) };
  }
  const closing = lines.findIndex((line, index) => index > 0 && line.startsWith("---"));
  const problem = {
    hint: "Close the front matter with a line that holds `---` and nothing else.",
    column: 1,
  };
  if (closing === -1) {
    const found = "The front matter that begins here is never closed.";
    return { kind: "broken", problem: { ...problem, problem: found, line: 1 } };
  }
  if ((lines[closing] ?? "").trimEnd() !== "---") {
    const found = "The line begins with `---` and does not close the front matter.";
    return { kind: "broken", problem: { ...problem, problem: found, line: closing + 1 } };
  }
  return { kind: "found", closing: closing + 1 };
}

/** Front matter that comes too late would be silently taken for text. */
function findStray(lines: readonly string[]): Fences {
  const start = lines.findIndex((line) => line.trim() !== "");
  const stray =
    lines[start]?.trim() === "---" &&
    /^[\w-]+:(?:\s|$)/.test(lines[start + 1] ?? "") &&
    lines.some((line, index) => index > start && line.trimEnd() === "---");
  if (!stray) return { kind: "none" };
  return {
    kind: "broken",
    problem: {
      problem: "Front matter must begin on the first line, at its first character.",
      hint: "Remove what stands before `---`.",
      line: start + 1,
      column: 1,
    },
  };
}
