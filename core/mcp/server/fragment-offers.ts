import type { Board } from "../../board/board.ts";
import { fragmentName } from "../../board/pair.ts";
import { offeredTools } from "../../prompts/fragments.ts";
import type { Registry } from "../../registry/registry.ts";
import type { Offering } from "./offers.ts";

/**
 * What the prompts say about each tool that is offered and has a fragment of its own: as a prompt `tool:<name>` and as a
 * resource `pegboard://tools/<name>`. Rendered when it is first asked for.
 */
export async function fragmentOffers(board: Board, registry: Registry): Promise<Offering> {
  const written = offeredTools(registry).filter(
    ({ name }) => board.find("prompts", fragmentName(name)).length > 0,
  );
  let rendering: Promise<ReadonlyMap<string, string>> | null = null;
  const textOf = async (tool: string): Promise<string> => {
    rendering ??= render(board, registry);
    const text = (await rendering).get(tool);
    if (text === undefined) throw new Error(`The fragment of ${tool} can not be rendered.`);
    return text;
  };
  return {
    prompts: written.map(({ name, description }) => ({
      name: `tool:${name}`,
      title: name,
      description: `How to use ${name}: ${description?.description ?? ""}`,
      get: () => textOf(name),
    })),
    resources: written.map(({ name }) => ({
      uri: `pegboard://tools/${name}`,
      name: fragmentName(name),
      description: `What a model reads about ${name}`,
      mimeType: "text/markdown",
      read: () => textOf(name),
    })),
  };
}

async function render(board: Board, registry: Registry): Promise<ReadonlyMap<string, string>> {
  const { buildSystemPrompt } = await import("../../prompts/system-prompt.ts");
  const { fragments } = await buildSystemPrompt({ board, registry, toolCalls: "native" });
  return new Map(fragments.map(({ tool, text }) => [tool, text]));
}
