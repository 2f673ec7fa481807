import { renameSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createLoader } from "../../core/board/load.ts";
import { Tool, isToolClass } from "../../core/contract/index.ts";
import { makeWorkspace, toolSource } from "../support/workspace.ts";
import { defaultOf, loadSource, loaderOf } from "./loading.ts";

describe("what a tool file may be", () => {
  const ESM = `import { z } from "zod";
import zod from "zod";
import * as all from "zod";
import { z as four } from "zod/v4";
import { Tool, defineTool } from "pegboard";
import * as pegboard from "pegboard";
import { join } from "node:path";
import { own } from "./own.EXT";
export const same = [zod.object === z.object, all.z === z, all.default === zod, four.object === z.object, pegboard.Tool === Tool];
export const path = join("a", own);
export default defineTool({ description: "A tool.", args: z.object({ a: z.number() }), execute: () => "done" });
`;
  const CJS = `const { z } = require("zod");
const { Tool, defineTool } = require("pegboard");
const { join } = require("node:path");
const { own } = require("./own.EXT");
module.exports = defineTool({ description: "A tool.", args: z.object({ a: z.number() }), execute: () => "done" });
module.exports.same = [typeof z.object === "function", require("pegboard").Tool === Tool];
module.exports.path = join("a", own);
`;

  test.each([
    ["ts", ESM, `export const own: string = "b";`, undefined],
    ["mts", ESM, `export const own: string = "b";`, undefined],
    ["cts", ESM, `export const own: string = "b";`, undefined],
    ["js", ESM, `export const own = "b";`, undefined],
    ["js", ESM, `export const own = "b";`, "module"],
    ["mjs", ESM, `export const own = "b";`, undefined],
    ["js", CJS, `exports.own = "b";`, "commonjs"],
    ["cjs", CJS, `exports.own = "b";`, "module"],
    ["cts", CJS, `exports.own = "b";`, undefined],
  ])(".%s (%#), whatever package.json says", async (ext, source, own, type) => {
    const workspace = makeWorkspace({
      [`tools/x.${ext}`]: source.replaceAll("EXT", ext),
      [`tools/own.${ext}`]: own,
      ...(type ? { "package.json": JSON.stringify({ type }) } : {}),
    });
    const outcome = await loaderOf(workspace).load(workspace.path(`tools/x.${ext}`));
    if (outcome.kind === "failed") throw new Error(JSON.stringify(outcome));
    const tool = outcome.exports.get("default");
    expect(isToolClass(tool)).toBe(true);
    expect(Object.getPrototypeOf(tool)).toBe(Tool);
    const same = outcome.exports.get("same") ?? Reflect.get(Object(tool), "same");
    expect(new Set(Object(same))).toEqual(new Set([true]));
    expect(outcome.exports.get("path") ?? Reflect.get(Object(tool), "path")).toBe("a/b");
  });

  test("types are left out, also those of files that are not there", async () => {
    const outcome = await loadSource(`import type { Ghost } from "./ghost.ts";
import { type Tool, defineTool } from "pegboard";
import { ToolContext } from "pegboard";
export type { Other } from "./other.ts";
const context: ToolContext | Ghost | Tool | null = null;
export default defineTool({ description: String(context) });
`);
    expect(outcome.kind).toBe("loaded");
  });

  test("JSON, a folder's index, a path without ending, `.js` that is `.ts`, `import()`, `import.meta`", async () => {
    const workspace = makeWorkspace({
      "tools/x.ts": `import data, { k } from "./data.json" with { type: "json" };
import { a } from "./lib";
import { b } from "./b";
import { c } from "./c.js";
const { d } = await import("./d.ts");
export default [data.k, k, a, b, c, d, import.meta.url, import.meta.dirname, import.meta.resolve("./b.ts")];
`,
      "tools/data.json": `{ "k": 1 }`,
      "tools/lib/index.ts": "export const a = 2;",
      "tools/b.ts": "export const b = 3;",
      "tools/c.ts": "export const c = 4;",
      "tools/d.ts": "export const d = 5;",
    });
    const url = (file: string) => `file://${workspace.path(file)}`;
    expect(await defaultOf(loaderOf(workspace), workspace.path("tools/x.ts"))).toEqual([
      1,
      1,
      2,
      3,
      4,
      5,
      url("tools/x.ts"),
      workspace.path("tools"),
      url("tools/b.ts"),
    ]);
  });

  test("files that import each other", async () => {
    const workspace = makeWorkspace({
      "tools/x.ts": `import { b } from "./b.ts"; export const a = "a"; export default () => a + b();`,
      "tools/b.ts": `import { a } from "./x.ts"; export const b = () => "b" + a;`,
      "tools/slow-x.ts": `import { b } from "./slow-b.ts"; await 0; export const a = "a"; export default () => a + b();`,
      "tools/slow-b.ts": `import * as x from "./slow-x.ts"; await 0; export const b = () => "b" + x.a;`,
      "tools/x.cjs": `exports.a = "a"; const b = require("./b.cjs"); exports.default = () => "a" + b.b();`,
      "tools/b.cjs": `const x = require("./x.cjs"); exports.b = () => "b" + x.a;`,
    });
    const loader = loaderOf(workspace);
    for (const name of ["x.ts", "slow-x.ts", "x.cjs"]) {
      const answer = await defaultOf(loader, workspace.path(`tools/${name}`));
      expect(Reflect.apply(Object(answer), undefined, [])).toBe("aba");
    }
  });

  test("two files that wait for each other's slow import do not wait for ever", async () => {
    const workspace = makeWorkspace({
      "tools/a.ts": `import "./slow.ts"; import { b } from "./b.ts"; export const a = "a"; export default () => a + b;`,
      "tools/b.ts": `import "./slow.ts"; import * as x from "./a.ts"; export const b = "b"; export default () => x.a + b;`,
      "tools/slow.ts": `await new Promise((done) => setTimeout(done, 20));`,
    });
    const loader = loaderOf(workspace);
    const files = ["tools/a.ts", "tools/b.ts"].map((file) => workspace.path(file));
    for (const made of await Promise.all(files.map((file) => defaultOf(loader, file)))) {
      expect(Reflect.apply(Object(made), undefined, [])).toBe("ab");
    }
  });
});

describe("packages", () => {
  const FILES = {
    "plugins/p/node_modules/esm/package.json": `{ "name": "esm", "exports": { "import": "./i.mjs" } }`,
    "plugins/p/node_modules/esm/i.mjs": `export const a = 1; export default 2;`,
    "plugins/p/node_modules/cjs/package.json": `{ "name": "cjs", "main": "m" }`,
    "plugins/p/node_modules/cjs/m.js": `module.exports = () => 3; module.exports.b = 4;`,
    "plugins/p/node_modules/typed/package.json": `{ "name": "typed", "main": "t.ts" }`,
    "plugins/p/node_modules/typed/t.ts": `export const c: number = 5;`,
    "plugins/p/package.json": `{ "type": "module", "imports": { "#own": "./lib/own.ts" } }`,
    "plugins/p/lib/own.ts": `export const d: number = 6;`,
    "plugins/p/tools/x.ts": `import e, { a } from "esm";
import f, { b } from "cjs";
import { c } from "typed";
import { d } from "#own";
export default [a, e, f(), b, c, d];
`,
  };

  test("a plugin has its own", async () => {
    const workspace = makeWorkspace(FILES);
    const loader = loaderOf(workspace);
    const file = workspace.path("plugins/p/tools/x.ts");
    expect(await defaultOf(loader, file)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(loader.importsOf(file)).toContain(workspace.path("plugins/p/lib/own.ts"));
  });

  test.each(["a b", "a#b", "a?b", "50%", "a%20b", "ümläut", "(x) [y] {z} !", "a'b\"c"])(
    "a workspace in a folder called %s",
    async (name) => {
      const workspace = makeWorkspace(FILES, { name });
      const loader = loaderOf(workspace);
      expect(await defaultOf(loader, workspace.path("plugins/p/tools/x.ts"))).toHaveLength(6);
    },
  );

  test("what the framework itself depends on is not there for tools", async () => {
    const outcome = await loadSource(`import jiti from "jiti"; export default jiti;`);
    expect(outcome).toMatchObject({ kind: "failed", line: 1 });
  });
});

describe("one instance for all that import it, until it is forgotten", () => {
  test.each(["ts", "mjs", "js", "cjs"])("a helper in .%s with state", async (ext) => {
    const cjs = ext === "cjs";
    const helper = (step: number) =>
      cjs
        ? `let count = 0; exports.next = () => (count += ${step});`
        : `let count = 0; export const next = () => (count += ${step});`;
    const source = cjs
      ? `const { next } = require("./helper.cjs"); exports.default = next;`
      : `import { next } from "./helper.${ext}"; export default next;`;
    const workspace = makeWorkspace({
      "plugins/p/package.json": `{ "type": "module" }`,
      [`plugins/p/tools/a.${ext}`]: source,
      [`plugins/p/tools/b.${ext}`]: source,
      [`plugins/p/tools/c.ts`]: `import { next } from "./helper.${ext}"; export default next;`,
      [`plugins/p/tools/helper.${ext}`]: helper(1),
    });
    const loader = loaderOf(workspace);
    const files = [`a.${ext}`, `b.${ext}`, "c.ts"].map((f) =>
      workspace.path(`plugins/p/tools/${f}`),
    );
    const counted = async () => {
      // At the same time, as a board does.
      const made = await Promise.all(files.map((file) => defaultOf(loader, file)));
      return made.map((next) => Reflect.apply(Object(next), undefined, []) as unknown);
    };
    const [old] = await Promise.all(files.map((file) => defaultOf(loader, file)));
    expect(await counted()).toEqual([1, 2, 3]);

    const helperFile = `plugins/p/tools/helper.${ext}`;
    workspace.write({ [helperFile]: helper(10) });
    expect(await counted()).toEqual([4, 5, 6]);
    expect(loader.forget([workspace.path(helperFile)])).toEqual(
      [...files, workspace.path(helperFile)].sort(),
    );
    expect(await counted()).toEqual([10, 20, 30]);
    // A call under way goes on with what it began with.
    expect(Reflect.apply(Object(old), undefined, [])).toBe(7);
  });

  test("only what imports the changed file is forgotten", async () => {
    const workspace = makeWorkspace({
      "tools/a.ts": `import "./mid.ts"; export default {};`,
      "tools/b.ts": `export default {};`,
      "tools/mid.ts": `export { x } from "./deep.ts";`,
      "tools/deep.ts": `export const x = 1;`,
    });
    const loader = loaderOf(workspace);
    const a = workspace.path("tools/a.ts");
    const b = workspace.path("tools/b.ts");
    const [oldA, oldB] = [await defaultOf(loader, a), await defaultOf(loader, b)];
    expect(loader.importsOf(a)).toEqual([
      workspace.path("tools/deep.ts"),
      workspace.path("tools/mid.ts"),
    ]);
    expect(loader.importsOf(b)).toEqual([]);
    loader.forget([workspace.path("tools/deep.ts")]);
    expect(await defaultOf(loader, a)).not.toBe(oldA);
    expect(await defaultOf(loader, b)).toBe(oldB);
  });

  test("a helper that was broken, or was not there, is read again with its tool", async () => {
    const workspace = makeWorkspace({
      "tools/a.ts": `import { x } from "./helper.ts"; export default x;`,
      "tools/b.ts": `import { x } from "./later.ts"; export default x;`,
      "tools/helper.ts": `export const x = ;`,
    });
    const loader = loaderOf(workspace);
    const [a, b] = [workspace.path("tools/a.ts"), workspace.path("tools/b.ts")];
    const [helper, later] = [workspace.path("tools/helper.ts"), workspace.path("tools/later.ts")];
    expect(await loader.load(a)).toMatchObject({
      kind: "failed",
      file: helper,
      line: 1,
      column: 18,
    });
    expect(await loader.load(b)).toMatchObject({ kind: "failed", file: b });
    workspace.write({
      "tools/new.ts": `export const x = 1;`,
      "tools/later.ts": `export const x = 2;`,
    });
    renameSync(workspace.path("tools/new.ts"), helper);
    loader.forget([helper, later]);
    expect([await defaultOf(loader, a), await defaultOf(loader, b)]).toEqual([1, 2]);
  });

  test("a file that was removed is forgotten too, also where the workspace is named by a link", async () => {
    const workspace = makeWorkspace({
      "tools/a.ts": `import { x } from "./lib/helper.ts"; export default x;`,
      "tools/lib/helper.ts": `export const x = 1;`,
    });
    workspace.link("../named", workspace.root);
    const named = (file: string) => workspace.path(`../named/${file}`);
    const loader = createLoader({ roots: [workspace.path("../named")] });
    expect(await defaultOf(loader, named("tools/a.ts"))).toBe(1);
    workspace.remove("tools/lib/helper.ts");
    loader.forget([named("tools/lib/helper.ts")]);
    expect(await loader.load(named("tools/a.ts"))).toMatchObject({
      kind: "failed",
      file: named("tools/a.ts"),
      cause: `it imports "./lib/helper.ts", which is not there`,
    });
  });

  test("all that ask for a file get the same import, also through a link", async () => {
    const workspace = makeWorkspace({ "lib/real.ts": `export default {};` });
    workspace.link("tools/link.ts", "../lib/real.ts");
    const loader = loaderOf(workspace);
    const files = ["lib/real.ts", "tools/link.ts", "lib/real.ts"].map((f) => workspace.path(f));
    const [first, ...others] = await Promise.all(files.map((file) => defaultOf(loader, file)));
    for (const other of others) expect(other).toBe(first);
  });
});

describe("a file that can not be loaded says where and why", () => {
  test.each([
    [
      "a syntax error",
      `import "zod";\n\nconst x = ;\n`,
      { line: 3, column: 11, cause: "Unexpected token" },
    ],
    [
      "an error",
      `import "zod";\n\nthrow new TypeError("boom");`,
      { line: 3, cause: "TypeError: boom" },
    ],
    [
      "an error deep below",
      `const f = (): void => {\n  throw new Error("boom");\n};\nf();`,
      { line: 2, cause: "boom" },
    ],
    ["an error after an await", `await 0;\n\nthrow new Error("late");`, { line: 3, cause: "late" }],
    ["an error without a message", `throw new Error();`, { line: 1, cause: "it threw Error" }],
    ["a string", `throw "boom";`, { line: null, cause: "it threw 'boom'" }],
    ["undefined", `throw undefined;`, { line: null, cause: "it threw undefined" }],
    ["null", `throw null;`, { cause: "it threw null" }],
    ["an object", `throw { code: 7 };`, { cause: "it threw { code: 7 }" }],
    [
      "an object that can not be looked at",
      `throw new Proxy({}, { get() { throw 1 }, has() { throw 1 } });`,
      {},
    ],
    [
      "an error whose stack is no text",
      `throw Object.assign(new Error("odd"), { stack: 5 });`,
      { cause: "odd" },
    ],
    [
      "something very long",
      `throw new Error("x".repeat(100_000));`,
      { cause: `${"x".repeat(500)}…` },
    ],
    [
      "a missing file",
      `\nimport "./nope.ts";`,
      { line: 2, cause: `it imports "./nope.ts", which is not there` },
    ],
    [
      "a missing package",
      `import "no-such-package";`,
      { line: 1, cause: `it imports "no-such-package", which is not there` },
    ],
    [
      "a missing import()",
      `await import("./nope.ts");`,
      { cause: `it imports "./nope.ts", which is not there` },
    ],
    ["a missing require", `require("./nope.cjs");\nmodule.exports = 1;`, {}],
    ["broken JSON", `import "./x.json";`, {}],
  ])("%s", async (_, source, expected) => {
    const workspace = makeWorkspace({ "tools/x.ts": source, "tools/x.json": "{" });
    const outcome = await loaderOf(workspace).load(workspace.path("tools/x.ts"));
    expect(outcome).toMatchObject({ kind: "failed", ...expected });
  });

  test("a helper's fault is named by the helper's file", async () => {
    const workspace = makeWorkspace({
      "tools/x.ts": `import "./helper.ts";`,
      "tools/helper.ts": `\n\nthrow new Error("boom");`,
    });
    const outcome = await loaderOf(workspace).load(workspace.path("tools/x.ts"));
    const file = workspace.path("tools/helper.ts");
    expect(outcome).toMatchObject({ kind: "failed", file, line: 3, cause: "boom" });
  });

  test("a file that is not there, and one that is a folder", async () => {
    const workspace = makeWorkspace({ "tools/folder.ts/x": "" });
    const loader = loaderOf(workspace);
    for (const file of ["tools/none.ts", "tools/folder.ts"]) {
      const outcome = await loader.load(workspace.path(file));
      expect(outcome).toMatchObject({ kind: "failed", file: workspace.path(file) });
    }
  });
});

test("a tool made by the shared source loads", async () => {
  const outcome = await loadSource(toolSource("hello"));
  expect(outcome.kind === "loaded" && isToolClass(outcome.exports.get("default"))).toBe(true);
});
