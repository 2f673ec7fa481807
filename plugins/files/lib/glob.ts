/**
 * Globs without regular expressions: `*`, `?`, `[a-z]`, `{a,b}` and `**` are matched in time proportional to pattern
 * times path, so that no pattern can hang the process.
 */

/** How many alternatives the braces of one pattern may make. */
const MOST_ALTERNATIVES = 100;
const LONGEST = 1_000;

export type Glob = (path: string) => boolean;

/**
 * Prepares a pattern. A pattern without `/` counts for the file name at any depth.
 *
 * @returns the test for a path with `/`, or what is wrong with the pattern
 */
export function parseGlob(pattern: string): Glob | string {
  if (pattern.length > LONGEST) return `a pattern may have ${LONGEST} characters at most`;
  const expanded = expandBraces(pattern.replace(/^\.\//, ""));
  if (expanded === null) return `a pattern may have ${MOST_ALTERNATIVES} alternatives at most`;
  const alternatives = expanded.flatMap((each) => {
    const segments = each.split("/").filter((segment) => segment !== "");
    if (segments.length === 0) return [];
    return [each.includes("/") ? segments : ["**", ...segments]];
  });
  return (path) => {
    const parts = path.split("/");
    return alternatives.some((segments) => matchSegments(segments, parts));
  };
}

/** Whether one name (no `/`) matches one segment of a pattern. A leading dot must be written out, as in a shell. */
export function matchesName(pattern: string, name: string): boolean {
  if (name.startsWith(".") && !pattern.startsWith(".")) return false;
  const tokens = tokenize(pattern);
  const characters = [...name];
  let token = 0;
  let at = 0;
  let star = -1;
  let starAt = 0;
  while (at < characters.length) {
    const current = tokens[token];
    if (current?.kind === "star") {
      star = token;
      starAt = at;
      token += 1;
    } else if (current && matchesOne(current, characters[at] ?? "")) {
      token += 1;
      at += 1;
    } else if (star !== -1) {
      starAt += 1;
      at = starAt;
      token = star + 1;
    } else {
      return false;
    }
  }
  while (tokens[token]?.kind === "star") token += 1;
  return token === tokens.length;
}

/** `reached[p]`: the segments so far can match the first p parts. */
function matchSegments(segments: readonly string[], parts: readonly string[]): boolean {
  let reached = Array.from({ length: parts.length + 1 }, (_, index) => index === 0);
  for (const segment of segments) {
    const next = Array.from({ length: parts.length + 1 }, () => false);
    for (let at = 0; at <= parts.length; at += 1) {
      if (segment === "**") {
        const before = parts[at - 1];
        const through = before !== undefined && next[at - 1] === true && !before.startsWith(".");
        next[at] = reached[at] === true || through;
      } else if (at > 0) {
        next[at] = reached[at - 1] === true && matchesName(segment, parts[at - 1] ?? "");
      }
    }
    reached = next;
  }
  return reached[parts.length] === true;
}

type Token =
  | { readonly kind: "star" | "any" }
  | { readonly kind: "one"; readonly character: string }
  | {
      readonly kind: "set";
      readonly negated: boolean;
      readonly ranges: readonly (readonly [string, string])[];
    };

function matchesOne(token: Token, character: string): boolean {
  switch (token.kind) {
    case "star":
    case "any":
      return true;
    case "one":
      return token.character === character;
    case "set":
      return (
        token.negated !== token.ranges.some(([from, to]) => from <= character && character <= to)
      );
  }
}

function tokenize(pattern: string): Token[] {
  const characters = [...pattern];
  const tokens: Token[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? "";
    if (character === "*") {
      if (tokens.at(-1)?.kind !== "star") tokens.push({ kind: "star" });
    } else if (character === "?") {
      tokens.push({ kind: "any" });
    } else if (character === "\\" && at + 1 < characters.length) {
      at += 1;
      tokens.push({ kind: "one", character: characters[at] ?? "" });
    } else {
      const close = character === "[" ? characters.indexOf("]", at + 2) : -1;
      if (close === -1) {
        tokens.push({ kind: "one", character });
      } else {
        tokens.push(toSet(characters.slice(at + 1, close)));
        at = close;
      }
    }
  }
  return tokens;
}

function toSet(characters: readonly string[]): Token {
  const negated = characters[0] === "!" || characters[0] === "^";
  const members = negated ? characters.slice(1) : characters;
  const ranges: [string, string][] = [];
  for (let at = 0; at < members.length; at += 1) {
    const from = members[at] ?? "";
    const to = members[at + 2];
    if (members[at + 1] === "-" && to !== undefined) {
      ranges.push([from, to]);
      at += 2;
    } else {
      ranges.push([from, from]);
    }
  }
  return { kind: "set", negated, ranges };
}

/** `a{b,c}d` → `abd`, `acd`, from the inside out; null when there would be too many. */
function expandBraces(pattern: string): string[] | null {
  const expanded: string[] = [];
  const waiting = [pattern];
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    const found = /\{(?<inner>[^{}]*,[^{}]*)\}/.exec(current);
    if (!found) {
      expanded.push(current);
    } else {
      const before = current.slice(0, found.index);
      const after = current.slice(found.index + found[0].length);
      const inner = found.groups?.["inner"] ?? "";
      waiting.push(...inner.split(",").map((part) => before + part + after));
    }
    if (expanded.length + waiting.length > MOST_ALTERNATIVES) return null;
  }
  return expanded;
}
