import { Failed, defineTool } from "pegboard";
import type { AssetInfo, ToolAssets, ToolContext } from "pegboard";
import { z } from "zod";

const MOST_SHOWN = 100;
const DESCRIPTION_CHARS = 1_024;

const NAME = z.string().min(1).describe("The name of the skill");

export default defineTool({
  description:
    "Skills: written procedures for particular kinds of work, with files. Find one, read it, and follow it.",
  risk: "read",
  methods: {
    list: {
      description: "Lists the skills there are, each with what it is for.",
      args: z.strictObject({}),
      risk: "read",
      execute: (_args, context: ToolContext) => listSkills(context, null),
    },
    search: {
      description: "Finds skills whose name or description holds all of the words.",
      args: z.strictObject({ query: z.string().min(1).describe("Words to look for") }),
      risk: "read",
      execute: ({ query }: { query: string }, context: ToolContext) => listSkills(context, query),
    },
    load: {
      description:
        "Gives the text of a skill, and the names of its files. Read it before you follow it.",
      args: z.strictObject({ name: NAME }),
      risk: "read",
      execute: ({ name }: { name: string }, context: ToolContext) => loadSkill(context, name),
    },
    read_file: {
      description: "Reads a text file of a skill.",
      args: z.strictObject({
        name: NAME,
        path: z.string().min(1).describe("The file, as `load` lists it"),
      }),
      risk: "read",
      execute: ({ name, path }: { name: string; path: string }, context: ToolContext) =>
        readFile(context, name, path),
    },
  },
});

type Skill = {
  readonly name: string;
  readonly description: string;
  /** The tools that it is written for, as it says; null where it does not say. */
  readonly allowed: string | null;
  readonly body: string;
  /** Its folder, as the layers know it. */
  readonly folder: string;
  readonly layer: string;
  /** Path in the skill's folder → the name by which the file is read. */
  readonly files: ReadonlyMap<string, string>;
};

type Found = { readonly skills: ReadonlyMap<string, Skill>; readonly leftOut: readonly string[] };

async function listSkills({ assets }: ToolContext, query: string | null): Promise<string> {
  const { skills, leftOut } = await findSkills(assets);
  const words = (query ?? "").toLowerCase().split(/\s+/);
  const matching = [...skills.values()].filter(({ name, description }) => {
    const text = `${name} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const lines = matching
    .slice(0, MOST_SHOWN)
    .map(({ name, description }) => `- ${name}: ${description}`);
  if (matching.length > MOST_SHOWN)
    lines.push(`… and ${matching.length - MOST_SHOWN} more; search for words.`);
  const none = query === null ? "There are no skills." : "No skill has all of these words.";
  const warnings = leftOut.map((why) => `Left out: ${why}`);
  return [lines.length > 0 ? lines.join("\n") : none, ...warnings].join("\n\n");
}

async function loadSkill({ assets }: ToolContext, name: string): Promise<string> {
  const { allowed, body, files, layer } = await requireSkill(assets, name);
  const others = [...files.keys()].filter((path) => path !== "SKILL.md");
  const parts = [`Skill ${name}, from ${layer}`];
  if (allowed !== null) {
    parts.push(
      `It is to be carried out with these tools alone: ${allowed}. Use no others while you follow it. ` +
        `It gives you no tool that you do not have, and allows nothing that a person has to allow.`,
    );
  }
  if (others.length > 0) {
    parts.push(
      `Its files, for read_file:\n${others
        .slice(0, MOST_SHOWN)
        .map((path) => `- ${path}`)
        .join("\n")}`,
    );
  }
  return `${parts.join("\n\n")}\n\n${body.trim()}`;
}

async function readFile({ assets }: ToolContext, name: string, path: string): Promise<string> {
  const { files } = await requireSkill(assets, name);
  const asset = files.get(path.replace(/^\.\//, ""));
  const text = asset === undefined ? null : await assets.read("skills", asset);
  if (text !== null) return text;
  throw new Failed(
    `The skill ${name} has no file ${JSON.stringify(path.slice(0, 200))}. It has: ${[...files.keys()].slice(0, MOST_SHOWN).join(", ")}.`,
  );
}

async function requireSkill(assets: ToolAssets, name: string): Promise<Skill> {
  const { skills, leftOut } = await findSkills(assets);
  const skill = skills.get(name);
  if (skill !== undefined) return skill;
  const known = [...skills.keys()].slice(0, MOST_SHOWN);
  throw new Failed(
    [
      `There is no skill ${JSON.stringify(name.slice(0, 100))}. ${known.length === 0 ? "There are none." : `There are: ${known.join(", ")}.`}`,
      ...leftOut.map((why) => `Left out: ${why}`),
    ].join("\n"),
  );
}

/** Reads every SKILL.md of the layers. One that can not be read costs that skill alone, and is told. */
async function findSkills(assets: ToolAssets): Promise<Found> {
  const all = await assets.list("skills");
  const skills = new Map<string, Skill>();
  const leftOut: string[] = [];
  for (const asset of all) {
    const folder = /^(?<folder>.+)\/SKILL\.md$/.exec(asset.name)?.groups?.["folder"];
    if (folder === undefined) continue;
    const read = await readSkill(assets, asset, folder, all);
    if (typeof read === "string") leftOut.push(read);
    else if (skills.has(read.name)) {
      leftOut.push(`${asset.name} (${asset.layer}): another skill is called ${read.name} too.`);
    } else skills.set(read.name, read);
  }
  return { skills, leftOut };
}

/** @returns the skill, or why it is left out */
async function readSkill(
  assets: ToolAssets,
  asset: AssetInfo,
  folder: string,
  all: readonly AssetInfo[],
): Promise<Skill | string> {
  try {
    const document = await assets.document("skills", asset.name);
    if (document === null) return `${asset.name} (${asset.layer}): it is gone.`;
    const {
      name = folder.split("/").at(-1),
      description,
      "allowed-tools": allowed,
    } = document.data;
    if (typeof name !== "string" || typeof description !== "string" || description.trim() === "") {
      return `${asset.name} (${asset.layer}): its front matter needs a name and a description, as text.`;
    }
    return {
      name,
      description: description
        .replaceAll(/\s+/g, " ")
        .trim()
        .slice(0, DESCRIPTION_CHARS)
        .toWellFormed(),
      allowed: allowedTools(allowed),
      body: document.body,
      folder,
      layer: asset.layer,
      files: filesOf(folder, asset, all),
    };
  } catch (error) {
    if (error instanceof Failed) return error.message;
    throw error;
  }
}

/** Those of the layer that the skill comes from, and those that higher layers put over them: a lower one is another skill. */
function filesOf(
  folder: string,
  { rank }: AssetInfo,
  all: readonly AssetInfo[],
): Map<string, string> {
  const below = `${folder}/`;
  return new Map(
    all
      .filter((file) => file.name.startsWith(below) && file.rank <= rank)
      .map((file) => [file.name.slice(below.length), file.name]),
  );
}

/** The public format has them apart by spaces; lists and commas are common. */
function allowedTools(value: unknown): string | null {
  if (Array.isArray(value)) return value.map(String).join(", ") || null;
  if (typeof value !== "string" || value.trim() === "") return null;
  return value.match(/[^\s,(]+(?:\([^)]*\))?/g)?.join(", ") ?? null;
}
