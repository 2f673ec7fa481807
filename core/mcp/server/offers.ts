import type { McpPrompt, McpResource } from "../../contract/index.ts";
import type { Board } from "../../board/board.ts";
import { compareText } from "../../board/diagnostic.ts";
import type { Extensions } from "../../dispatch/extensions.ts";
import type { Registry } from "../../registry/registry.ts";
import { fragmentOffers } from "./fragment-offers.ts";
import { skillOffers } from "./skill-offers.ts";

/** What a board offers beside its tools. Sorted, each name and each URI once. */
export type Offers = {
  readonly prompts: readonly McpPrompt[];
  /** Without the templates. */
  readonly resources: readonly McpResource[];
  readonly templates: readonly McpResource[];
};

/** What one kind of file makes. */
export type Offering = {
  readonly prompts: readonly McpPrompt[];
  readonly resources: readonly McpResource[];
};

/**
 * Collects what extensions offer, then skills, then fragments. What an extension names stands for what a file would.
 *
 * @param report - told what is left out, and why
 */
export async function collectOffers(
  board: Board,
  registry: Registry,
  extensions: Extensions,
  report: (message: string) => void,
): Promise<Offers> {
  const profile = board.profile.name;
  const [{ prompts }, { resources }] = await Promise.all([
    extensions.run("mcp_prompts", { profile, prompts: [] }, (event, change) =>
      Array.isArray(change) && change.every(isPrompt)
        ? { ...event, prompts: [...event.prompts, ...change] }
        : null,
    ),
    extensions.run("mcp_resources", { profile, resources: [] }, (event, change) =>
      Array.isArray(change) && change.every(isResource)
        ? { ...event, resources: [...event.resources, ...change] }
        : null,
    ),
  ]);
  const skills = await skillOffers(board, report);
  const fragments = await fragmentOffers(board, registry);
  const all = distinct(
    [...resources, ...skills.resources, ...fragments.resources],
    ({ uri }) => uri,
    report,
  );
  return {
    prompts: distinct(
      [...prompts, ...skills.prompts, ...fragments.prompts],
      ({ name }) => name,
      report,
    ),
    resources: all.filter(({ uri }) => !isTemplate(uri)),
    templates: all.filter(({ uri }) => isTemplate(uri)),
  };
}

export function isTemplate(uri: string): boolean {
  return uri.includes("{");
}

function distinct<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  report: (message: string) => void,
): T[] {
  const kept = new Map<string, T>();
  for (const item of items) {
    if (kept.has(keyOf(item))) report(`${keyOf(item)} is offered twice; the first one stands.`);
    else kept.set(keyOf(item), item);
  }
  return [...kept.values()].sort((a, b) => compareText(keyOf(a), keyOf(b)));
}

function isPrompt(value: unknown): value is McpPrompt {
  const { name, get }: Readonly<Record<string, unknown>> = Object(value);
  return typeof name === "string" && name !== "" && typeof get === "function";
}

function isResource(value: unknown): value is McpResource {
  const { uri, name, read }: Readonly<Record<string, unknown>> = Object(value);
  return typeof uri === "string" && typeof name === "string" && typeof read === "function";
}
