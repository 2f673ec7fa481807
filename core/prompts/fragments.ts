import { compareText } from "../board/diagnostic.ts";
import type { ToolEntry } from "../board/board.ts";
import { fragmentName } from "../board/pair.ts";
import type { Registry, ToolSpec } from "../registry/registry.ts";
import { dropCallBlocks } from "./fences.ts";
import { makeFragment } from "./made-fragment.ts";
import type { ToolCalls } from "./made-fragment.ts";
import { mentionedTools } from "./mentions.ts";
import { renderPrompt } from "./render.ts";
import type { Renderer } from "./render.ts";
import { joinText } from "./segments.ts";
import type { PromptFile } from "./sources.ts";

/** What the model reads about one tool. */
export type Fragment = {
  readonly tool: string;
  /** The file it was rendered from; null for one that was made from the tool's description. */
  readonly source: PromptFile | null;
  readonly text: string;
};

export type FragmentOptions = {
  readonly renderer: Renderer;
  readonly registry: Registry;
  readonly toolCalls: ToolCalls;
  /** Tools of the board that the model is not offered. */
  readonly absent: ReadonlySet<string>;
};

/** The tools that the model is offered, sorted by name: no failed, denied or disabled one. */
export function offeredTools(registry: Registry): ToolEntry[] {
  const names = new Set(registry.specs().map(({ tool }) => tool));
  return [...names].sort(compareText).flatMap((name) => registry.get(name) ?? []);
}

/**
 * The fragments of the tools that the model is offered, sorted by tool. A fragment that can not be read or rendered is
 * reported and left out; a tool without one gets one made.
 */
export async function collectFragments(options: FragmentOptions): Promise<Fragment[]> {
  const specs = options.registry.specs();
  const fragments: Fragment[] = [];
  for (const entry of offeredTools(options.registry)) {
    const source = options.renderer.sources.find(fragmentName(entry.name));
    const fragment = source
      ? await readFragment(entry, source, options)
      : madeFragment(entry, specs, options);
    if (fragment && fragment.text !== "") fragments.push(fragment);
  }
  return fragments;
}

async function readFragment(
  entry: ToolEntry,
  source: PromptFile,
  { renderer, toolCalls, absent }: FragmentOptions,
): Promise<Fragment | null> {
  const segments = await renderPrompt(renderer, source);
  if (!segments) return null;
  const text = joinText(segments);
  for (const tool of mentionedTools(text, absent)) {
    renderer.report({
      code: "prompt/absent-tool",
      severity: "warning",
      message: `the fragment of \`${entry.name}\` mentions \`${tool}\`, which the profile does not have`,
      file: renderer.sources.label(source),
      line: null,
      hint: `Put what is said of it between {{if has.${tool}}} and {{endif}}, or override the fragment in the profile.`,
    });
  }
  return {
    tool: entry.name,
    source,
    text: (toolCalls === "native" ? dropCallBlocks(text) : text).trim(),
  };
}

function madeFragment(
  entry: ToolEntry,
  specs: readonly ToolSpec[],
  { renderer, toolCalls }: FragmentOptions,
): Fragment {
  // A tool that no file holds (of an MCP server, say) has nowhere to keep a fragment.
  if (entry.file !== null) {
    renderer.report({
      code: "prompt/missing",
      severity: "warning",
      message: `\`${entry.name}\` has no fragment, so one is made from its description and schema`,
      file: renderer.sources.relative(entry.file),
      line: null,
      hint: `Write prompts/${fragmentName(entry.name)} beside its tools/ folder; \`npx pegboard check --fix\` makes a first one.`,
    });
  }
  const nameOf = (method: string | null) => {
    if (toolCalls === "text") return method === null ? entry.name : `${entry.name}:${method}`;
    const spec = specs.find((each) => each.tool === entry.name && each.method === method);
    return spec?.name ?? entry.name;
  };
  return { tool: entry.name, source: null, text: makeFragment(entry, toolCalls, nameOf) };
}
