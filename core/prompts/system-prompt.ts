import type { Board } from "../board/board.ts";
import type { Diagnostic } from "../board/diagnostic.ts";
import type { Registry } from "../registry/registry.ts";
import { collectFragments, offeredTools } from "./fragments.ts";
import type { Fragment } from "./fragments.ts";
import type { ToolCalls } from "./made-fragment.ts";
import { renderPrompt } from "./render.ts";
import type { Renderer } from "./render.ts";
import { createReport } from "./report.ts";
import type { Report } from "./report.ts";
import type { Variables } from "./scope.ts";
import { Passage, joinBlocks, mergeSegments, trimSegments } from "./segments.ts";
import type { Segment } from "./segments.ts";
import { createPromptSources } from "./sources.ts";
import type { PromptFile, PromptSources } from "./sources.ts";
import { tokenCounter } from "./tokens.ts";
import { namesUsed } from "./usage.ts";
import { createCompanions } from "./variables.ts";

/** Who the agent is and how it works; and the tools it has. */
const MAIN = "agent.system.main.md";
const TOOLS = "agent.system.tools.md";

/** Milliseconds for one companion, its import included. */
const VARIABLES_TIME = 5_000;

/** What a `system_prompt` extension adds. */
export type ExtensionText = {
  /** Absolute path of the extension, or null. */
  readonly file: string | null;
  readonly text: string;
};

export type SystemPromptOptions = {
  readonly board: Board;
  /** The tools that the model is offered. */
  readonly registry: Registry;
  readonly extensions?: readonly ExtensionText[];
  /** Stronger than those of any companion. */
  readonly variables?: Variables;
  /** Default: as the profile says. */
  readonly toolCalls?: ToolCalls;
  /** Milliseconds that a companion may take. Default: 5,000. */
  readonly variablesTime?: number;
};

type PromptPart = {
  /** Relative to the workspace; null for text that no file holds. */
  readonly file: string | null;
  readonly tokens: number;
  readonly text: string;
};

/** What the model reads about one tool. */
export type FragmentPart = PromptPart & { readonly tool: string };

export type SystemPrompt = {
  readonly system: string;
  /** An estimate: the sum over the parts. */
  readonly tokens: number;
  /** In order; their texts put together are `system`. */
  readonly parts: readonly PromptPart[];
  /** The fragments among it, sorted by tool. */
  readonly fragments: readonly FragmentPart[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Builds the system prompt of a profile: `agent.system.main.md`, then `agent.system.tools.md` with the fragments of the
 * tools that the model is offered, then what extensions add (DESIGN, "Prompts"). The same input gives the same bytes.
 * A prompt that is bad is left out and reported in `diagnostics`; nothing that a prompt file holds makes this throw.
 */
export async function buildSystemPrompt(options: SystemPromptOptions): Promise<SystemPrompt> {
  const { board, registry, extensions = [], variables = {} } = options;
  const toolCalls = options.toolCalls ?? board.profile.tool_calls;
  const offered = offeredTools(registry).map(({ name }) => name);
  const sources = createPromptSources(board);
  const { report, all } = createReport();
  const timeLimit = options.variablesTime ?? VARIABLES_TIME;
  const role = new Passage(trimSegments([{ file: board.profile.file, text: board.profile.role }]));
  const builtin: Variables = {
    profile: board.profile.name,
    title: board.profile.title,
    description: board.profile.description,
    role,
    workspace: board.root,
    tool_calls: toolCalls,
    has: Object.fromEntries(offered.map((name) => [name, true])),
  };
  const renderer: Renderer = {
    sources,
    companions: createCompanions({ board, tools: offered, timeLimit }),
    given: variables,
    builtin,
    report,
  };

  const absent = namesAbsent(board, offered);
  const fragments = await collectFragments({ renderer, registry, toolCalls, absent });
  const tools = new Passage(joinBlocks(fragments.map(segmentsOf)));
  const withTools: Renderer = { ...renderer, builtin: { ...builtin, tools } };
  const main = sources.find(MAIN);
  const list = sources.find(TOOLS);
  if (!main) reportMissingMain(report);
  const blocks = [
    (main && (await renderPrompt(withTools, main))) ?? role.segments,
    (list && (await renderPrompt(withTools, list))) ?? tools.segments,
    ...extensions.map(({ file, text }) => [{ file, text }]),
  ];

  const prompts = [main, list, ...fragments.map(({ source }) => source)].filter(
    (file) => file !== null,
  );
  reportUnused(sources, prompts, Object.keys(variables), report);
  if (main && role.segments.length > 0) reportLost("role", sources, main, report);
  if (list && tools.segments.length > 0) reportLost("tools", sources, list, report);
  const count = await tokenCounter();
  return {
    ...toParts(board, blocks, count),
    fragments: fragments.map(({ tool, source, text }) => ({
      tool,
      file: source && board.relative(source.asset.file),
      tokens: count(text),
      text,
    })),
    diagnostics: all(),
  };
}

function segmentsOf({ source, text }: Fragment): Segment[] {
  return [{ file: source?.asset.file ?? null, text }];
}

function namesAbsent(board: Board, offered: readonly string[]): ReadonlySet<string> {
  const absent = new Set(board.tools.map(({ name }) => name));
  for (const name of offered) absent.delete(name);
  return absent;
}

function toParts(
  board: Board,
  blocks: readonly (readonly Segment[])[],
  count: (text: string) => number,
): Pick<SystemPrompt, "system" | "tokens" | "parts"> {
  const merged = mergeSegments(joinBlocks(blocks.map(trimSegments)));
  const parts = merged.map(({ file, text }) => ({
    file: file === null ? null : board.relative(file),
    tokens: count(text),
    text,
  }));
  return {
    system: parts.map(({ text }) => text).join(""),
    tokens: parts.reduce((sum, { tokens }) => sum + tokens, 0),
    parts,
  };
}

function reportMissingMain(report: Report): void {
  report({
    code: "prompt/missing-main",
    severity: "warning",
    message: `no prompt folder has ${MAIN}; the role of the profile stands alone`,
    file: null,
    line: null,
    hint: `Write prompts/${MAIN}.`,
  });
}

function reportUnused(
  sources: PromptSources,
  prompts: readonly PromptFile[],
  names: readonly string[],
  report: Report,
): void {
  if (names.length === 0) return;
  const used = prompts.map((file) => namesUsed(sources, file));
  for (const name of names.filter((each) => !used.some((set) => set.has(each)))) {
    report({
      code: "prompt/unused-variable",
      severity: "warning",
      message: `no prompt uses the variable \`${name}\` that was given`,
      file: null,
      line: null,
      hint: `Put {{${name}}} where it belongs, or do not give it.`,
    });
  }
}

/** What the framework itself puts in must not get lost in silence when somebody overrides the prompt that shows it. */
function reportLost(name: string, sources: PromptSources, file: PromptFile, report: Report): void {
  if (namesUsed(sources, file).has(name)) return;
  report({
    code: "prompt/unused-variable",
    severity: "warning",
    message: `nothing in ${sources.label(file)} uses the variable \`${name}\`, so the model does not see it`,
    file: sources.label(file),
    line: null,
    hint: `Put {{${name}}} where it belongs.`,
  });
}
