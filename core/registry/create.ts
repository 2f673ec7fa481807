import type { Board, CallableSpec, ToolEntry } from "../board/board.ts";
import { compareText } from "../board/diagnostic.ts";
import { deepFreeze } from "../board/freeze.ts";
import { didYouMean, nearNames } from "../board/suggest.ts";
import type { Lookup, Registry, ToolSpec } from "./registry.ts";
import { wireName, writtenName } from "./wire-names.ts";

/** Names in an answer to a model: enough to find the right one, and bounded. */
const SUGGESTIONS = 5;

type Callable = {
  readonly entry: ToolEntry;
  readonly method: string | null;
  readonly spec: CallableSpec;
};

/**
 * The tools of a board by name: all but those that its profile leaves out or whose plugin is off. Failed and denied ones
 * are known, so that a call to them is told why.
 *
 * @param board - a board, or anything with tools
 * @throws Error when two tools have one name, naming both sources
 */
export function createRegistry(board: Pick<Board, "tools">): Registry {
  const byName = new Map<string, ToolEntry>();
  // By the wire name and by the written name; a Map, so that no name reaches a prototype.
  const callables = new Map<string, Callable>();
  let specs: readonly ToolSpec[] | undefined;

  const registry: Registry = {
    register(entry) {
      const other = byName.get(entry.name);
      if (other) {
        throw new Error(
          `there is a tool ${entry.name} already: ${sourceOf(other)}; ${sourceOf(entry)} needs another name`,
        );
      }
      const added = callablesOf(entry);
      for (const { method } of added) {
        const taken = callables.get(wireName(entry.name, method));
        if (taken) {
          throw new Error(
            `${writtenName(entry.name, method)} and ${writtenName(taken.entry.name, taken.method)} would have one name for models; rename one of them`,
          );
        }
      }
      byName.set(entry.name, entry);
      for (const callable of added) {
        callables.set(wireName(entry.name, callable.method), callable);
        callables.set(writtenName(entry.name, callable.method), callable);
      }
      specs = undefined;
    },
    get: (name) => byName.get(name),
    names: () => [...byName.keys()].sort(compareText),
    specs() {
      specs ??= [...byName.values()].flatMap(specsOf).sort((a, b) => compareText(a.name, b.name));
      return [...specs];
    },
    only(names) {
      const chosen = names.map((name) => {
        const entry = byName.get(name);
        if (entry) return entry;
        throw new Error(
          `there is no tool ${JSON.stringify(name)}${didYouMean(name, byName.keys())}`,
        );
      });
      return createRegistry({ tools: [...new Set(chosen)] });
    },
    without(names) {
      const left = new Set(names);
      return createRegistry({
        tools: [...byName.values()].filter((entry) => !left.has(entry.name)),
      });
    },
    lookUp: (name) => lookUp(name, byName, callables),
  };
  for (const entry of board.tools) if (entry.status !== "disabled") registry.register(entry);
  return registry;
}

function lookUp(
  name: string,
  byName: ReadonlyMap<string, ToolEntry>,
  callables: ReadonlyMap<string, Callable>,
): Lookup {
  const callable = callables.get(name);
  // A failed tool has nothing callable that is known, and is asked for by the name of a method as well.
  const entry = callable?.entry ?? byName.get(name) ?? byName.get(name.split(/:|__/, 1)[0] ?? "");
  if (entry && entry.status !== "ok") {
    return { kind: "unavailable", entry, reason: entry.error ?? `it is ${entry.status}` };
  }
  if (callable?.spec.risk === "deny") {
    return {
      kind: "unavailable",
      entry: callable.entry,
      reason: `${writtenName(callable.entry.name, callable.method)} has the risk deny: it is installed but switched off`,
    };
  }
  if (callable) return { kind: "found", ...callable };
  if (entry && entry.name === name) {
    return { kind: "needs_method", entry, suggestions: specsOf(entry).map((spec) => spec.name) };
  }
  const offered = entry ? specsOf(entry).map((spec) => spec.name) : [];
  const names = [...byName.values()].flatMap(specsOf).map((spec) => spec.name);
  const suggestions = new Set([...nearNames(name, names, SUGGESTIONS), ...offered]);
  return { kind: "unknown", suggestions: [...suggestions].slice(0, SUGGESTIONS) };
}

function callablesOf(entry: ToolEntry): Callable[] {
  const { self = null, methods = {} } = entry.description ?? {};
  return [
    ...(self ? [{ entry, method: null, spec: self }] : []),
    ...Object.entries(methods).map(([method, spec]) => ({ entry, method, spec })),
  ];
}

const SPECS = new WeakMap<ToolEntry, readonly ToolSpec[]>();

/** What a model sees of a tool: made once for each entry, which never changes. */
function specsOf(entry: ToolEntry): readonly ToolSpec[] {
  if (entry.status !== "ok" || !entry.description) return [];
  const known = SPECS.get(entry);
  if (known) return known;
  const specs = callablesOf(entry)
    .filter(({ spec }) => spec.risk !== "deny")
    .map(({ method, spec }) =>
      deepFreeze({
        name: wireName(entry.name, method),
        tool: entry.name,
        method,
        description: spec.description,
        inputSchema: spec.inputSchema,
      }),
    )
    .sort((a, b) => compareText(a.name, b.name));
  SPECS.set(entry, specs);
  return specs;
}

function sourceOf(entry: ToolEntry): string {
  return entry.file ?? entry.id;
}
