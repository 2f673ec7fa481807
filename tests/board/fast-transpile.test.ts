import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { compile } from "../../core/board/load/compile.ts";
import { fastTranspile } from "../../core/board/load/fast-transpile.ts";
import { lazyJiti } from "../../core/board/load/lazy-jiti.ts";
import { transpile } from "../../core/board/load/transpile.ts";
import type { Transpiled } from "../../core/board/load/transpile.ts";
import { makeWorkspace } from "../support/workspace.ts";
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

test("a throw while a tool runs points at its line, whatever TypeScript stands above it", async () => {
  const workspace = makeWorkspace({
    "tools/x.ts": `import { defineTool } from "pegboard";
import type {
  ToolContext,
} from "pegboard";

interface Thing {
  name: string;
}

enum Kind {
  A,
  B,
}

export default defineTool({
  description: "Throws.",
  async execute(_: object, context: ToolContext) {
    const thing: Thing = { name: String(Kind.A) };
    throw new Error(thing.name);
  },
});
`,
  });
  const board = await openOwn(workspace);
  const tool = await toolOf(board, "x").load();
  const error: unknown = await Promise.resolve(run(tool)).catch((thrown: unknown) => thrown);
  expect(String(Object(error).stack)).toContain(`${workspace.path("tools/x.ts")}:19:`);
});
