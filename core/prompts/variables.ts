import type { PromptContext } from "../contract/index.ts";
import type { Asset, Board } from "../board/board.ts";
import type { Loader } from "../board/load.ts";
import type { Diagnostic } from "../board/diagnostic.ts";
import { profileCards } from "./profile-cards.ts";
import type { Variables } from "./scope.ts";
import type { PromptFile } from "./sources.ts";

type Companion =
  | { readonly kind: "none" }
  | { readonly kind: "ok"; readonly file: string; readonly variables: Variables }
  | { readonly kind: "error"; readonly diagnostic: Diagnostic };

export type CompanionOptions = {
  readonly board: Board;
  /** Names of the tools that the model is offered. */
  readonly tools: readonly string[];
  /** Milliseconds that one companion may take, its import included. */
  readonly timeLimit: number;
};

/** The companions of prompts, each asked once. */
export type Companions = { of(file: PromptFile): Promise<Companion> };

const ENDINGS = [".vars.ts", ".vars.mts", ".vars.js", ".vars.mjs"];

/**
 * Finds the companion of a prompt file through the layers and asks it for its variables. `x.md` is served by
 * `x.md.vars.ts` or `x.vars.ts`: the highest there is, or for a file that was reached by `{{include original}}` the
 * highest that is not above it.
 */
export function createCompanions(options: CompanionOptions): Companions {
  const asked = new Map<string, Promise<Companion>>();
  return {
    async of(file) {
      const asset = findCompanion(options.board, file);
      if (!asset) return { kind: "none" };
      const key = JSON.stringify([asset.file, file.name]);
      let companion = asked.get(key);
      if (!companion) {
        companion = ask(options, file, asset);
        asked.set(key, companion);
      }
      return companion;
    },
  };
}

function findCompanion(board: Board, file: PromptFile): Asset | null {
  const height = (asset: Asset) => board.layers.findIndex(({ dir }) => dir === asset.layer.dir);
  const ceiling = file.rank === 0 ? 0 : height(file.asset);
  const stems = [file.name, file.name.replace(/\.md$/, "")];
  const [highest] = stems
    .flatMap((stem) => ENDINGS.map((ending) => stem + ending))
    .flatMap((name) => board.find("prompts", name))
    .map((asset) => ({ asset, at: height(asset) }))
    .filter(({ at }) => at >= ceiling)
    // A stable sort: in one layer, the spelling that comes first in the lists above.
    .sort((a, b) => a.at - b.at);
  return highest?.asset ?? null;
}

async function ask(
  { board, tools, timeLimit }: CompanionOptions,
  file: PromptFile,
  asset: Asset,
): Promise<Companion> {
  const over = new AbortController();
  const context: PromptContext = {
    prompt: file.name,
    profile: board.profile.name,
    workspace: board.root,
    tools,
    profiles: () => profileCards(board),
    settings: asset.layer.plugin?.settings ?? {},
    signal: over.signal,
  };
  let timer: NodeJS.Timeout | undefined;
  const lapse = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`it did not answer within ${timeLimit} ms`));
      over.abort();
    }, timeLimit);
  });
  try {
    const made = await Promise.race([variablesOf(board, asset.file, context), lapse]);
    return { kind: "ok", file: asset.file, variables: checked(made) };
  } catch (error) {
    return { kind: "error", diagnostic: failure(board, file, asset, error) };
  } finally {
    clearTimeout(timer);
  }
}

async function variablesOf(board: Board, file: string, context: PromptContext): Promise<unknown> {
  const loaded = await (await loaderOf(board)).load(file);
  if (loaded.kind === "failed") {
    throw new Error([loaded.cause, loaded.hint].filter((part) => part !== null).join(". "));
  }
  const provider = loaded.exports.get("default");
  const made: unknown = typeof provider === "function" ? await provider(context) : provider;
  return made;
}

/**
 * One loader for each board, so that a companion is imported once and not for every prompt. It is made for the first
 * companion: where there is none, nothing that imports is needed.
 */
const loaders = new WeakMap<Board, Promise<Loader>>();

function loaderOf(board: Board): Promise<Loader> {
  let loader = loaders.get(board);
  if (!loader) {
    loader = makeLoader(board.root);
    loaders.set(board, loader);
  }
  return loader;
}

async function makeLoader(root: string): Promise<Loader> {
  const [{ createLoader }, { findPackageRoot }] = await Promise.all([
    import("../board/load.ts"),
    import("../board/package-root.ts"),
  ]);
  const packageRoot = findPackageRoot();
  return createLoader({ roots: packageRoot === null ? [root] : [root, packageRoot] });
}

/** The variables as plain data. Throws when they are something else. */
function checked(made: unknown): Variables {
  if (typeof made !== "object" || made === null || Array.isArray(made)) {
    throw new TypeError(`expected an object of variables, got ${describe(made)}`);
  }
  const variables: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(made)) {
    if (value === undefined) continue;
    const text: unknown = JSON.stringify(value);
    if (typeof text !== "string") {
      throw new TypeError(
        `the variable \`${name}\` must be text or plain data, not ${describe(value)}`,
      );
    }
    variables[name] = JSON.parse(text);
  }
  return variables;
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  return `a ${typeof value}`;
}

function failure(board: Board, file: PromptFile, asset: Asset, error: unknown): Diagnostic {
  const why = error instanceof Error ? error.message : String(error);
  return {
    code: "prompt/variables-failed",
    severity: "error",
    message: `${board.relative(asset.file)} gives no variables, so ${board.relative(file.asset.file)} is left out: ${why}`,
    file: board.relative(asset.file),
    line: null,
    hint: "Its default export must be an object of variables, or a function that returns one.",
  };
}
