import { FileError } from "../../board/file-error.ts";
import { readFrontMatter } from "../../board/front-matter.ts";
import type { KeyPath } from "../../board/yaml-text.ts";

/** The front matter of a document, with the lines of its keys. */
export type Header = {
  readonly state: "absent" | "broken" | "read";
  /** Empty unless it was read. */
  readonly data: Readonly<Record<string, unknown>>;
  /** What is wrong with a broken one. */
  readonly problem: {
    readonly text: string;
    readonly line: number;
    readonly hint: string | null;
  } | null;
  /** The line of a key; the first line where it is not there. */
  line(...path: KeyPath): number;
};

export function readHeader(content: string): Header {
  const text = content.replace(/\r\n?/g, "\n");
  try {
    const { data, bodyLine, lineOf } = readFrontMatter("", text);
    return {
      state: bodyLine === 1 ? "absent" : "read",
      data,
      problem: null,
      line: (...path) => lineOf(path),
    };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const { problem, hint, line } = error;
    return {
      state: "broken",
      data: {},
      problem: { text: problem, line: line ?? 1, hint },
      line: () => 1,
    };
  }
}
