import { readFile } from "node:fs/promises";
import type { FrontMatter } from "./front-matter.ts";
import { isPlain } from "./mapping.ts";
import type { KnownText } from "./manifest/known.ts";
import type { Memory } from "./manifest/memory.ts";
import { digestOf, lookAt } from "./manifest/stamp.ts";

export type TextReader<T> = {
  /** Text to data. What it needs is heavy, and imported there. */
  parse(text: string): Promise<FrontMatter>;
  /** Data to what is wanted; throws where it is not as it must be. */
  read(source: FrontMatter): T;
};

/**
 * Reads a file that people write, and parses it only where it is not known from before: the parser of YAML takes longer to
 * import than all the rest of a start.
 *
 * @param file - absolute path
 * @throws what reading the file, `parse` and `read` throw
 */
export async function rememberedText<T>(
  file: string,
  memory: Memory,
  { parse, read }: TextReader<T>,
): Promise<T> {
  const known = memory.text(file);
  if (known) return read(asSource(known));
  try {
    const seen = lookAt(file);
    const content = await readFile(file);
    const source = await parse(content.toString("utf8"));
    const value = read(source);
    const { data, body, bodyLine, lineOf } = source;
    if (isPlain(data)) {
      const keys = ["", ...Object.keys(data)];
      const lines = new Map(keys.map((key) => [key, lineOf(key === "" ? [] : [key])]));
      const uses = [{ path: file, seen: { ...seen, digest: digestOf(content) } }];
      memory.keepText(file, { uses, data, body, bodyLine, lines });
    } else memory.doubt();
    return value;
  } catch (error) {
    memory.doubt();
    throw error;
  }
}

function asSource({ data, body, bodyLine, lines }: KnownText): FrontMatter {
  return {
    data,
    body,
    bodyLine,
    lineOf: ([key]) => lines.get(`${key ?? ""}`) ?? lines.get("") ?? 1,
  };
}
