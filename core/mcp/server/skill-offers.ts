import type { Board } from "../../board/board.ts";
import { toolAssets } from "../../dispatch/assets.ts";
import { thrownText } from "../../dispatch/wording.ts";
import type { Offering } from "./offers.ts";

const SKILL_FILE = /^(?<name>[^/]+)\/SKILL\.md$/;

/**
 * Each skill as a prompt `skill:<name>`, and each file of it as a resource `pegboard://skills/<name>/…`.
 *
 * @param report - told of a skill that can not be read and is left out
 */
export async function skillOffers(
  board: Board,
  report: (message: string) => void,
): Promise<Offering> {
  const assets = toolAssets(board);
  const files = await assets.list("skills");
  if (files.length === 0) return { prompts: [], resources: [] };
  const { readFrontMatter } = await import("../../board/front-matter.ts");
  const text = async (name: string): Promise<string> => {
    const read = await assets.read("skills", name);
    if (read === null) throw new Error(`${name} is not there any more.`);
    return read;
  };
  const skills = await Promise.all(
    files.map(async (file) => {
      const name = SKILL_FILE.exec(file.name)?.groups?.["name"];
      if (name === undefined) return [];
      try {
        const { data } = readFrontMatter(file.name, await text(file.name));
        const description = typeof data["description"] === "string" ? data["description"] : "";
        return [{ file: file.name, name, description }];
      } catch (error) {
        report(`The skill ${name} is left out: ${thrownText(error)}`);
        return [];
      }
    }),
  );
  const described = new Map(skills.flat().map((skill) => [skill.file, skill.description]));
  return {
    prompts: skills.flat().map(({ file, name, description }) => ({
      name: `skill:${name}`,
      title: name,
      description,
      get: async () => readFrontMatter(file, await text(file)).body.trim(),
    })),
    resources: files.map((file) => ({
      uri: `pegboard://skills/${file.name.split("/").map(encodeURIComponent).join("/")}`,
      name: file.name,
      description: described.get(file.name) ?? "",
      mimeType: file.name.endsWith(".md") ? "text/markdown" : "text/plain",
      read: () => text(file.name),
    })),
  };
}
