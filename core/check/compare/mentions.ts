import type { FragmentView, ToolView } from "../context.ts";
import type { LockedTool } from "../lock/surface.ts";
import { speaksOfResults } from "../documents/fragment.ts";
import type { Mention } from "../documents/fragment.ts";
import { isObject } from "../documents/schema-shape.ts";

/** The names that mean something in the fragment of a tool. */
type Known = {
  /** Arguments and their fields, by whole path and by last part. */
  readonly arguments: ReadonlySet<string>;
  /** Names that were arguments: the contract or the lock still has them. */
  readonly former: ReadonlySet<string>;
  /** Values and methods. */
  readonly others: ReadonlySet<string>;
};

/**
 * What a fragment calls an argument and the tool does not have. A word in backticks can be anything; it counts only where
 * the text says that it is an argument (`argument x`, a row of a list of arguments, a row with a type), where it was one, or where it is one
 * letter away from one.
 */
export function strangeArguments(
  fragment: FragmentView,
  tool: ToolView,
  locked: LockedTool | undefined,
  tools: ReadonlySet<string>,
): Mention[] {
  const known = knownNames(tool, locked);
  const lists = argumentLists(fragment, known);
  return fragment.document.mentions.filter((mention) => {
    if (known.arguments.has(mention.name) || known.others.has(mention.name)) return false;
    if (tools.has(mention.name)) return false;
    if (mention.name.includes(":") || mention.beside === "tool") return false;
    if (mention.list !== null && lists.has(mention.list)) return true;
    if (isArgumentRow(mention, fragment, tool, lists)) return true;
    if (mention.beside === "argument" || known.former.has(mention.name)) return true;
    const line = fragment.document.prose[mention.line - 1] ?? "";
    return mention.list === null && !speaksOfResults(line) && isSlip(mention.name, known.arguments);
  });
}

/** Top-level arguments that must be given and that the fragment never names, in backticks or as a key of a shown call. */
export function unmentionedArguments(
  fragment: FragmentView,
  tool: ToolView,
): { readonly method: string | null; readonly path: string }[] {
  const { mentions, calls, text } = fragment.document;
  // What it includes may mention them.
  if (/\{\{\s*include\b/.test(text)) return [];
  const named = new Set(mentions.flatMap(({ name }) => [name, name.split(/[.[]/)[0] ?? name]));
  for (const call of calls) {
    if (call.name.split(/:|__/)[0] !== tool.name || call.args?.kind !== "object") continue;
    for (const entry of call.args.entries) named.add(entry.key);
  }
  return tool.callables.flatMap(({ method, arguments: args }) =>
    args
      .filter(({ path, required }) => required && !/[.[]/.test(path) && !named.has(path))
      .map(({ path }) => ({ method, path })),
  );
}

function knownNames(tool: ToolView, locked: LockedTool | undefined): Known {
  const paths = tool.callables.flatMap((callable) => callable.arguments.map(({ path }) => path));
  const known = new Set(paths.flatMap(waysToName));
  const written = tool.contract?.document.tables.flatMap((table) =>
    table.rows.map((row) => row.name),
  );
  const before = Object.values(locked?.callables ?? {}).flatMap(({ arguments: args }) =>
    Object.keys(args),
  );
  const former = new Set([...(written ?? []), ...before].flatMap(waysToName));
  const others = new Set([tool.name, "true", "false", "null", "tool_name", "tool_args"]);
  for (const { method, spec } of tool.callables) {
    if (method !== null) others.add(method);
    addValues(spec.inputSchema, others);
  }
  return { arguments: known, former, others };
}

export function waysToName(path: string): string[] {
  const parts = path.split(/\[\]\.?|\.\*\.?|\./).filter(Boolean);
  return [path, ...parts, parts.join(".")];
}

/** The values that a schema names: choices, defaults, examples. */
function addValues(schema: unknown, values: Set<string>): void {
  if (Array.isArray(schema)) for (const part of schema) addValues(part, values);
  if (!isObject(schema)) return;
  for (const [keyword, part] of Object.entries(schema)) {
    if (["enum", "const", "default", "examples", "type"].includes(keyword)) {
      for (const value of Array.isArray(part) ? part : [part]) {
        if (typeof value === "string") values.add(value);
      }
    }
    if (typeof part === "object") addValues(part, values);
  }
}

/** The lists whose rows are arguments: the words above say so, or at least half of the rows are. */
function argumentLists(fragment: FragmentView, known: Known): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { id, lists } of fragment.document.lists) {
    const rows = fragment.document.mentions.filter(({ list }) => list === id);
    const right = rows.filter(({ name }) => known.arguments.has(name)).length;
    if (lists === "arguments" || (lists === "unknown" && right > 0 && right * 2 >= rows.length))
      found.add(id);
  }
  return found;
}

/**
 * Whether a row by itself says that it is an argument: it has a type; or it has a meaning, and stands in a list that
 * nothing else introduces, below the title of the tool or a method, where no other list has the arguments.
 */
function isArgumentRow(
  { list, row }: Mention,
  fragment: FragmentView,
  tool: ToolView,
  sure: ReadonlySet<number>,
): boolean {
  const { lists } = fragment.document;
  const where = lists.find(({ id }) => id === list);
  if (!where || row === null || where.lists === "results") return false;
  if (row.kind === "typed") return true;
  if (where.inner) return false;
  const names = [tool.name, ...tool.callables.flatMap(({ method }) => method ?? [])];
  const titled = where.heading === "" || names.some((name) => where.heading.includes(name));
  return titled && !lists.some(({ id, heading }) => heading === where.heading && sure.has(id));
}

/** One letter added, left out, changed or swapped; a plural is no slip. */
function isSlip(name: string, known: ReadonlySet<string>): boolean {
  if (name.length < 4) return false;
  return [...known].some(
    (other) =>
      other.length >= 4 && `${other}s` !== name && other !== `${name}s` && oneApart(name, other),
  );
}

function oneApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  const swapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return swapped && short.slice(at + 2) === long.slice(at + 2);
}
