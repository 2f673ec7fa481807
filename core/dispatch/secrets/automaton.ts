import type { Pattern } from "./patterns.ts";

/**
 * Finds any of many texts in one pass (Aho and Corasick, 1975). A state is the longest end of what was read that some
 * pattern begins with; state 0 is none.
 */
export type Automaton = {
  /** Whether a pattern begins with this character (UTF-16 code unit): all others leave state 0 as it is. */
  readonly begins: Uint8Array;
  next(state: number, char: number): number;
  /** The longest end from which a pattern can still be completed: what follows `open(state)` and `state` is the same. */
  open(state: number): number;
  /** The length of the end that `state` stands for. */
  depth(state: number): number;
  /** The text of length `depth(state)` that leads to `state`. */
  path(state: number): string;
  /** The longest pattern that ends in `state`, or null. */
  match(state: number): Pattern | null;
};

type Node = {
  readonly depth: number;
  /** A pattern that runs through this node, so that its path need not be kept. */
  readonly through: Pattern;
  readonly children: Map<number, number>;
  match: Pattern | null;
  /** The state of the next shorter end. */
  fail: number;
};

/** Builds the automaton: linear in the length of all patterns, of which none may be empty. */
export function buildAutomaton(patterns: readonly Pattern[]): Automaton {
  const begins = new Uint8Array(0x10000);
  const root: Node = {
    depth: 0,
    through: { text: "", replacement: "" },
    children: new Map(),
    match: null,
    fail: 0,
  };
  const nodes = [root];
  const node = (state: number): Node => nodes[state] ?? root;

  for (const pattern of patterns) {
    begins[pattern.text.charCodeAt(0)] = 1;
    let at = root;
    for (let i = 0; i < pattern.text.length; i++) {
      const char = pattern.text.charCodeAt(i);
      let child = at.children.get(char);
      if (child === undefined) {
        child = nodes.length;
        at.children.set(char, child);
        nodes.push({
          depth: i + 1,
          through: pattern,
          children: new Map(),
          match: null,
          fail: 0,
        });
      }
      at = node(child);
    }
    at.match ??= pattern;
  }

  const next = (state: number, char: number): number => {
    for (let at = state; ; at = node(at).fail) {
      const child = node(at).children.get(char);
      if (child !== undefined) return child;
      if (at === 0) return 0;
    }
  };

  // Breadth first: the state of a shorter end is complete before a longer one asks for it.
  const queue = [...root.children.values()];
  for (const state of queue) {
    const { fail, children } = node(state);
    for (const [char, child] of children) {
      const below = node(child);
      below.fail = next(fail, char);
      below.match ??= node(below.fail).match;
      queue.push(child);
    }
  }

  return {
    begins,
    next,
    open(state) {
      let at = state;
      while (at !== 0 && node(at).children.size === 0) at = node(at).fail;
      return at;
    },
    depth: (state) => node(state).depth,
    path: (state) => node(state).through.text.slice(0, node(state).depth),
    match: (state) => node(state).match,
  };
}
