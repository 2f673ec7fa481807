import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { awaitsAtTop, compile } from "../../core/board/load/compile.ts";
import { fastTranspile } from "../../core/board/load/fast-transpile.ts";
import { lazyJiti } from "../../core/board/load/lazy-jiti.ts";
import { transpile } from "../../core/board/load/transpile.ts";
import type { Transpiled } from "../../core/board/load/transpile.ts";
import { makeWorkspace } from "../support/workspace.ts";
import type { ToolClass } from "../../core/contract/index.ts";
import { openOwn, run, toolOf } from "./boards.ts";

const jiti = lazyJiti("/");

const slow = (source: string, file = "/x.ts"): Transpiled =>
  transpile(jiti(), file, source, { async: false });

/** An import of which nothing is known. */
const anything = (): object => new Proxy(() => {}, { get: (_, key) => key === "__esModule" });

/** What code exports, as far as it can be told without importing what it imports. */
function exportsOf(transpiled: Transpiled): unknown {
  const module = { exports: {} };
  compile("/x.ts", transpiled.code, "")([module.exports, anything, module, "", "", null, null]);
  return Object.fromEntries(
    Object.entries(module.exports).map(([key, value]) => [
      key,
      // What has no name gets one by Babel.
      typeof value === "function" ? Object(value).name.replace(/^_default$/, "") : value,
    ]),
  );
}

/** Each specifier, in order. */
function importsOf({ imports }: Transpiled): string[] {
  return [...new Set(imports.map(({ specifier }) => specifier))];
}

function linesOf(text: string): number {
  return text.split("\n").length;
}

describe("the fast way gives what jiti's own transform gives", () => {
  test.each([
    `export const a: number = 1; export function b(): void {} export class C<T> { x?: T; y = 1 }`,
    `export const a = 1, b = 2;`,
    `export const a = [1, 2], b = ((x: number) => x)(3);`,
    `export let a = 1, b; b = a + 1;`,
    `export var a = 1; a++;`,
    `export const { a, b: [c] } = { a: 1, b: [2] };`,
    `export enum A { B, C = 5, D } export const enum E { F = "f" }`,
    `export namespace N { export const a = 1 } export const b = N.a;`,
    `export default class { private constructor(readonly a = 1) {} }`,
    `export default function named() {}`,
    `export default async () => {};`,
    `const a = 1; export { a as b, a as default };`,
    `export const a = { b: 1 } satisfies Record<string, number>, c = <const>["d"];`,
    `abstract class A { abstract m(): void } export class B extends A { override m() {} declare z: 1 }`,
    `function f(a: string): 1; function f(a: number): 2; function f(a: unknown) { return a; } export { f };`,
    `export type A = 1; export interface B {} export const c = 1 as unknown as A;`,
    `class A { #p = 1; static s = 2; static { this.s = 3; } get p() { return this.#p; } } export const a = [A.s, new A().p];`,
    `export const f = <T,>(a: T): a is T => true, g = (a?: number, ...rest: string[]) => rest.length;`,
    `export = 5;`,
    `const a = "export const b = 1, c = 2"; export { a };`,
  ])("%s", (source) => {
    const expected = exportsOf(slow(source));
    const fast = fastTranspile("/x.ts", source);
    expect(fast ? exportsOf(fast) : expected).toEqual(expected);
  });

  const root = fileURLToPath(new URL("../../", import.meta.url));
  const files = ["core", "tools", "plugins", "tests"].flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => `${root}${folder}/${file}`),
  );

  test("the imports and the lines of all files of this project", () => {
    const found = files.flatMap((file) => {
      const source = readFileSync(file, "utf8");
      const fast = fastTranspile(file, source);
      return fast ? [{ file, source, fast }] : [];
    });
    expect(found.length).toBeGreaterThan(files.length / 2);
    for (const { file, source, fast } of found) {
      expect({ file, imports: importsOf(fast), lines: linesOf(fast.code) }).toEqual({
        file,
        imports: importsOf(slow(source, file)),
        lines: linesOf(source),
      });
    }
  });
});

/** Sources of which the fast way would make something else, or nothing; each says `word`. */
const BEYOND: readonly [string, string][] = [
  ["a namespace", `namespace Words { export const one = "said"; } const word = Words.one;`],
  [
    "require",
    `const { basename } = require("node:path"); const word: string = basename("a/said");`,
  ],
  ["import.meta", `const word: string = import.meta.url.endsWith("x.ts") ? "said" : "";`],
  ["an import of what is computed", `const { word } = await import("./lib/" + "word.ts");`],
  ["await at the top level", `const word = await Promise.resolve<string>("said");`],
  [
    "await of what stands in brackets",
    `const word = await (Promise.resolve<string>("said"));
const later = async () => await (word);`,
  ],
  [
    "a decorator",
    `const keep = (target: unknown, _: unknown) => {};
@keep
class Words { one = "said"; }
const word = new Words().one;`,
  ],
  ["constants that are taken apart", `export const { one: word } = { one: "said" };`],
  ["several exported constants", `export const word = "said", other = 2;`],
  ["a variable that is exported", `export let word = "sa"; word += "id";`],
  [
    "a default that is handed on",
    `export { default as again } from "./lib/word.ts"; const word: string = "said";`,
  ],
];

describe("what the fast way can not do is done by jiti's own transform", () => {
  test.each(BEYOND)("%s: it runs, and a throw points at its line", async (_, lines) => {
    const source = `import { defineTool } from "pegboard";
interface Unused {
  a: 1;
}
${lines}
export default defineTool({
  description: "Says " + word,
  execute() {
    throw new Error(word);
  },
});
`;
    const workspace = makeWorkspace({
      "tools/x.ts": source,
      "tools/lib/word.ts": `export const word = "said"; export default word;`,
    });
    const fast = fastTranspile(workspace.path("tools/x.ts"), source);
    const isDone = fast !== null && canRun(fast.code);
    expect(isDone).toBe(false);
    const tool = toolOf(await openOwn(workspace), "x");
    expect({ error: tool.error, description: tool.description?.description }).toEqual({
      error: null,
      description: "Says said",
    });
    const line = source.split("\n").findIndex((text) => text.includes("throw new")) + 1;
    expect(await stackOf(await tool.load())).toContain(`${workspace.path("tools/x.ts")}:${line}:`);
  });
});

function canRun(code: string): boolean {
  if (awaitsAtTop(code)) return false;
  try {
    compile("/x.ts", code, "");
    return true;
  } catch {
    return false;
  }
}

async function stackOf(tool: ToolClass): Promise<string> {
  try {
    await run(tool);
    return "it did not throw";
  } catch (error) {
    return String(Object(error).stack);
  }
}

const TYPES = `import { defineTool, Tool } from "pegboard";
import type {
  ToolContext,
} from "pegboard";
import { fail } from "./lib/fail.ts";

interface Thing {
  name: string;
}

enum Kind {
  A,
  B,
}

`;

const THROWS: readonly [string, string, string][] = [
  [
    "itself",
    "tools/x.ts",
    `export default defineTool({
  description: "Throws.",
  async execute(_: object, context: ToolContext) {
    const thing: Thing = { name: String(Kind.A) };
    throw new Error(thing.name); // here
  },
});`,
  ],
  [
    "in the class form",
    "tools/x.ts",
    `export default class X extends Tool {
  static description = "Throws.";
  override async execute(): Promise<never> {
    const thing = <Thing>{ name: String(Kind.B) };
    throw new Error(thing.name); // here
  }
}`,
  ],
  [
    "in a helper",
    "tools/lib/fail.ts",
    `export default defineTool({
  description: "Throws.",
  async execute() {
    return fail<Thing>({ name: "x" });
  },
});`,
  ],
];

describe("a throw while a tool runs points at its line, whatever TypeScript stands above it", () => {
  test.each(THROWS)("%s", async (_, file, source) => {
    const files = {
      "tools/x.ts": TYPES + source,
      "tools/lib/fail.ts": `import { late } from "./late.ts";

export type Named<T> = T & {
  name: string;
};

export async function fail<T extends object>(
  thing: Named<T>,
): Promise<never> {
  await late();
  throw new Error(thing.name satisfies string); // here
}
`,
      "tools/lib/late.ts": `export const late = async (): Promise<void> => {};`,
    };
    const workspace = makeWorkspace(files);
    const lines = new Map(Object.entries(files)).get(file)?.split("\n") ?? [];
    const place = `${workspace.path(file)}:${lines.findIndex((line) => line.includes("// here")) + 1}:`;
    const board = await openOwn(workspace);
    expect(await stackOf(await toolOf(board, "x").load())).toContain(place);
  });
});
