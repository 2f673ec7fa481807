import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CheckContext, TextView } from "../context.ts";

type Documents = Pick<CheckContext, "tools" | "fragments" | "prompts" | "guides" | "skills"> & {
  readonly profiles: readonly string[];
};

/** The documents that go to models and into repositories, with their text. */
export async function readTexts(root: string, documents: Documents): Promise<TextView[]> {
  const { tools, fragments, prompts, guides, skills, profiles } = documents;
  const texts: TextView[] = [
    ...tools.flatMap(({ contract }) =>
      contract ? [{ file: contract.file, text: contract.document.text }] : [],
    ),
    ...[...fragments, ...prompts, ...guides, ...skills].map(({ file, document }) => ({
      file,
      text: document.text,
    })),
  ];
  for (const file of profiles) {
    const text = await readFile(join(root, file), "utf8").catch(() => null);
    if (text !== null) texts.push({ file, text });
  }
  return texts;
}
