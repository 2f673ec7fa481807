import { existsSync } from "node:fs";
import { join } from "node:path";
import { EXTENSION_POINTS } from "../../contract/extension.ts";
import type { ExtensionPoint } from "../../contract/extension.ts";
import type { Board } from "../../board/board.ts";
import { agentFolders } from "../../board/agent-folders.ts";
import { didYouMean } from "../../board/suggest.ts";
import type { ExitCode, Invocation } from "../command.ts";
import { CommandFault } from "../fault.ts";
import { ASKING_NONE, openWorkspace } from "../open-workspace.ts";
import { tellDiagnostics } from "../output/diagnostics.ts";
import { placeNamer } from "../output/place.ts";
import { OWN_NAME } from "../own-name.ts";
import {
  extensionFiles,
  pluginFiles,
  profileFiles,
  profilePartFiles,
  skillFiles,
  toolFiles,
} from "./assets.ts";
import { requireExtensionName, requireName, requireSkillName } from "./name.ts";
import type { Files } from "./template.ts";
import { askForTool, askIn, withDefaults } from "./ask-tool.ts";
import type { ToolWishes } from "./ask-tool.ts";
import {
  exampleOf,
  parseToolArgument,
  requireDistinct,
  requireSentence,
} from "./tool-arguments.ts";
import { writeAllNew } from "./write-files.ts";

/** The plugin that holds what a person makes without naming one. */
const OWN_PLUGIN = "mine";

type Plan = {
  readonly files: Files;
  /** Commands to try next. */
  readonly next: readonly string[];
  /** What a person may not expect of it. */
  readonly note?: string;
};

/**
 * Makes what `pegboard new` was asked for, opens the board again, and tells what is wrong with what was made.
 *
 * @returns 0 when the new files are on the board without a fault, 1 when they are not, or the person broke off
 */
export async function makeAsset(invocation: Invocation): Promise<ExitCode> {
  const { json, out, err } = invocation;
  const kind = invocation.argument("kind") ?? "";
  const before = await openWorkspace(invocation, ASKING_NONE);
  const plan = await planOf(kind, invocation, before);
  if (plan === null) {
    err.line("Nothing was made.");
    return 1;
  }
  const { made, undo } = writeAllNew(before.root, plan.files);

  // A new profile is looked at as itself; anything else from where the person stands.
  const profile = kind === "profile" ? invocation.argument("name") : invocation.profile;
  const after = await openWorkspace({ ...invocation, profile }, ASKING_NONE).catch(
    (error: unknown) => {
      // Where the workspace can not be opened with it, no command could be used any more.
      undo();
      throw error;
    },
  );
  const wrong = after.diagnostics.filter(({ file }) => file !== null && plan.files.has(file));
  if (json) {
    out.json({ root: before.root, made, diagnostics: wrong });
  } else {
    const colors = await out.colors();
    for (const file of made) out.line(`${colors.green("made")}  ${file}`);
    const note =
      kind === "tool"
        ? rivalry(invocation.argument("name") ?? "", plan, after)
        : (plan.note ?? null);
    if (note !== null) err.line(`${colors.yellow("note")}: ${note}`);
    await tellDiagnostics(wrong, after.root, err);
    if (wrong.length === 0) {
      err.line(
        `\nNext:\n${plan.next.map((step) => `  ${step.replace(/^pegboard/, OWN_NAME)}`).join("\n")}`,
      );
    }
  }
  return wrong.length === 0 ? 0 : 1;
}

/** Null when a person who was asked broke off. */
async function planOf(kind: string, invocation: Invocation, board: Board): Promise<Plan | null> {
  const name = invocation.argument("name") ?? "";
  const described = invocation.option("description");
  const description = described === undefined ? null : requireSentence("a description", described);
  switch (kind) {
    case "tool":
      return toolPlan(requireName("tool", name), description, invocation, board);
    case "plugin": {
      requireName("plugin", name);
      const there = board.plugins.find((plugin) => plugin.name === name);
      if (there) throw pluginIsThere(name, board.relative(there.dir));
      return {
        files: pluginFiles(name, description ?? `What belongs to ${name}.`),
        next: [`pegboard new tool <tool> --plugin ${name}`],
      };
    }
    case "profile":
      return profilePlan(requireName("profile", name), description, board);
    case "skill": {
      requireSkillName(name);
      const folder = pluginFolder(invocation.option("plugin"), board);
      return {
        files: skillFiles(name, description ?? `How to do ${name}, step by step.`, folder),
        next: [`edit ${folder}/skills/${name}/SKILL.md`],
      };
    }
    default: {
      requireExtensionName(name);
      const point = requirePoint(invocation.option("point"));
      const folder = pluginFolder(invocation.option("plugin"), board);
      return {
        files: extensionFiles(name, point, folder),
        next: [`edit ${folder}/extensions/${point}/${name}.ts`],
      };
    }
  }
}

/** A profile of its own; of one that is there already, the person's part, which changes nothing until it is edited. */
function profilePlan(name: string, description: string | null, board: Board): Plan {
  const next = [`pegboard chat --profile ${name}`, `edit usr/agents/${name}/agent.md`];
  const [below] = profileFilesBelow(name, board).map((file) => placeNamer(board.root)(file));
  return below === undefined
    ? { files: profileFiles(name, description ?? `An agent of its own, called ${name}.`), next }
    : {
        files: profilePartFiles(name, description, below),
        next: next.toReversed(),
        note: `there is a profile ${name}. This is your part of it: what it says takes the place of what ${below} says, and the rest stays.`,
      };
}

/** The `agent.md` files of a profile, highest first, as `Board.relative` names them. */
function profileFilesBelow(name: string, board: Board): string[] {
  return agentFolders(board)
    .map((folder) => join(folder, name, "agent.md"))
    .filter((file) => existsSync(file))
    .map(board.relative);
}

async function toolPlan(
  name: string,
  description: string | null,
  invocation: Invocation,
  board: Board,
): Promise<Plan | null> {
  const folder = pluginFolder(invocation.option("plugin"), board);
  const rival = board.tools.find((tool) => tool.name === name)?.file;
  const rivalFile = rival ? board.relative(rival) : null;
  if (rivalFile?.startsWith("usr/plugins/") && !rivalFile.startsWith(`${folder}/`)) {
    throw new CommandFault(
      `A tool ${name} is there already: ${rivalFile}.`,
      "Two plugins of yours can not have a tool of one name. Choose another name, or change that one.",
    );
  }
  const wishes = await wishesOf(description, invocation);
  return (
    wishes && {
      files: toolFiles({ name, ...wishes, folder }),
      next: [
        `edit ${folder}/tools/${name}.ts`,
        `pegboard explain ${name}`,
        `pegboard call ${name} '${JSON.stringify(exampleOf(wishes.args))}'`,
      ],
    }
  );
}

/** What was said of a new tool, and what a person at a terminal says when they are asked for the rest. */
async function wishesOf(
  description: string | null,
  { json, option, options, input, err }: Invocation,
): Promise<ToolWishes | null> {
  const args = options("arg").map(parseToolArgument);
  requireDistinct(args);
  const risk = option("risk");
  const said: Partial<ToolWishes> = {
    ...(description !== null && { description }),
    ...(args.length > 0 && { args }),
    ...((risk === "read" || risk === "write") && { risk }),
  };
  const isAttended = !json && input().isTTY === true && process.stderr.isTTY;
  return isAttended
    ? askForTool(said, askIn(input(), process.stderr), err.line)
    : withDefaults(said);
}

/** What to say of other tools of the name: the higher layer wins. Null where there are none. */
function rivalry(name: string, { files }: Plan, { root, tools, relative }: Board): string | null {
  const entry = tools.find((tool) => tool.name === name);
  if (!entry || entry.file === null || entry.shadows.length === 0) return null;
  const place = placeNamer(root);
  const winner = relative(entry.file);
  return files.has(winner)
    ? `it takes the place of ${entry.shadows.map((file) => place(relative(file))).join(", ")}, which is in a lower layer.`
    : `${place(winner)} is in a higher layer, so that one is called and not this.`;
}

/** The folder of a plugin, relative to the workspace: its own where there is one, else a new one of the person's. */
function pluginFolder(typed: string | undefined, board: Board): string {
  const name = requireName("plugin", typed ?? OWN_PLUGIN);
  const plugin = board.plugins.find((candidate) => candidate.name === name);
  if (plugin?.origin === "package") throw pluginIsThere(name, plugin.dir);
  return plugin ? board.relative(plugin.dir) : `usr/plugins/${name}`;
}

function pluginIsThere(name: string, dir: string): CommandFault {
  return new CommandFault(
    `A plugin ${name} is there already: ${dir}.`,
    "A folder of that name in usr/plugins/ would replace it as a whole. Choose another name.",
  );
}

function requirePoint(typed: string | undefined): ExtensionPoint {
  const point = EXTENSION_POINTS.find((candidate) => candidate === typed);
  if (point !== undefined) return point;
  throw new CommandFault(
    typed === undefined
      ? "An extension needs --point: where in the loop it runs."
      : `There is no extension point ${JSON.stringify(typed)}${didYouMean(typed, EXTENSION_POINTS) || "."}`,
    `Points: ${EXTENSION_POINTS.join(", ")}.`,
  );
}
