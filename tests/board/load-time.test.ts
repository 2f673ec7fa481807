import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { makeWorkspace } from "../support/workspace.ts";
import { defaultOf, loadSource, loaderOf } from "./loading.ts";

describe("a file that takes too long", () => {
  test("a top-level await that never settles", async () => {
    const outcome = await loadSource(`await new Promise(() => {});`, 200);
    expect(outcome).toMatchObject({ kind: "failed", cause: "it was not loaded within 200 ms" });
  });

  test.each([
    ["with nothing before it", `while (true);`],
    ["behind imports", `import { z } from "zod"; import "pegboard"; for (;;) z.string();`],
    ["in a helper", `import "./loop.ts";`],
    ["in a required helper", `require("./loop.ts"); module.exports = 1;`],
  ])("an endless loop %s", async (_, source) => {
    const workspace = makeWorkspace({ "tools/x.ts": source, "tools/loop.ts": "for (;;);" });
    const outcome = await loaderOf(workspace, 200).load(workspace.path("tools/x.ts"));
    expect(outcome).toMatchObject({ kind: "failed" });
    expect(outcome.kind === "failed" && outcome.cause).toContain("200 ms");
  });

  test("what happens after it was given up harms nobody", async () => {
    const workspace = makeWorkspace({
      "tools/x.ts": `await new Promise((done) => setTimeout(done, 600));
try { process.exit(1) } catch {}
Promise.reject(new Error("nobody waits for this"));
setTimeout(() => { throw new Error("nor for this") }, 5);
throw new Error("too late");
`,
    });
    const outcome = await loaderOf(workspace, 300).load(workspace.path("tools/x.ts"));
    expect(outcome).toMatchObject({ kind: "failed", cause: "it was not loaded within 300 ms" });
    await new Promise((done) => setTimeout(done, 800));
  });

  test("a helper that hangs is given another chance when it has changed", async () => {
    const workspace = makeWorkspace({
      "tools/x.ts": `import { x } from "./helper.ts"; export default x;`,
      "tools/helper.ts": `await new Promise(() => {}); export const x = 1;`,
    });
    const loader = loaderOf(workspace, 1000);
    const file = workspace.path("tools/x.ts");
    expect((await loader.load(file)).kind).toBe("failed");
    writeFileSync(workspace.path("tools/helper.ts"), `export const x = 2;`);
    loader.forget([workspace.path("tools/helper.ts")]);
    expect(await defaultOf(loader, file)).toBe(2);
  });
});

test("a file that replaces clocks and timers spoils them for no file beside it", async () => {
  const { setTimeout: timer, setImmediate: turn } = globalThis;
  const names = Array.from({ length: 20 }, (_, at) => `tools/t${at}.ts`);
  const workspace = makeWorkspace({
    "tools/clock.ts": `performance.now = () => { throw new Error("no clock"); };
globalThis.setTimeout = globalThis.setImmediate = () => 0;
export default 1;`,
    ...Object.fromEntries(names.map((name) => [name, `export default 2;`])),
  });
  try {
    const loader = loaderOf(workspace, 2_000);
    const files = ["tools/clock.ts", ...names].map((name) => workspace.path(name));
    const outcomes = await Promise.all(files.map((file) => loader.load(file)));
    expect(outcomes.map(({ kind }) => kind)).toEqual(files.map(() => "loaded"));
    expect(await defaultOf(loader, workspace.path("tools/t7.ts"))).toBe(2);
  } finally {
    Reflect.deleteProperty(performance, "now");
    Object.assign(globalThis, { setTimeout: timer, setImmediate: turn });
  }
});
