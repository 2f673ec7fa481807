import type { CheckContext, TextView } from "../context.ts";

type Documents = Pick<CheckContext, "tools" | "fragments" | "prompts" | "guides" | "skills">;

/** The documents that go to models and into repositories, with their text. */
export function textsOf({ tools, fragments, prompts, guides, skills }: Documents): TextView[] {
  return [
    ...tools.flatMap(({ contract }) =>
      contract ? [{ file: contract.file, text: contract.document.text }] : [],
    ),
    ...[...fragments, ...prompts, ...guides, ...skills].map(({ file, document }) => ({
      file,
      text: document.text,
    })),
  ];
}
