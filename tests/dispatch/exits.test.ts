import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { makeWorkspace } from "../support/workspace.ts";

const dist = (file: string): string =>
  JSON.stringify(fileURLToPath(new URL(`../../dist/${file}`, import.meta.url)));

const toolOf = (execute: string, head = ""): string => `import { defineTool } from "pegboard";
${head}
export default defineTool({ description: "For a test.", risk: "read", async execute() { ${execute} } });`;

const workspace = makeWorkspace({
  "lib/quit.ts": `export function quit() { process.exit(0); }`,
  "tools/exits.ts": toolOf(`process.exit(0);`),
  "tools/late.ts": toolOf(`await new Promise((done) => setTimeout(done, 5)); process.exit(0);`),
  "tools/named.ts": toolOf(`exit(0);`, `import { exit } from "node:process";`),
  "tools/helped.ts": toolOf(`quit();`, `import { quit } from "../lib/quit.ts";`),
  "tools/deep.ts": toolOf(
    `const down = (n: number): void => n > 0 ? [n - 1].forEach(down) : process.exit(0); down(500);`,
  ),
  "tools/really.ts": toolOf(`process.reallyExit(0);`),
  "tools/aborts.ts": toolOf(`process.abort();`),
  "tools/kills.ts": toolOf(`process.kill(process.pid);`),
  "tools/stops.ts": toolOf(`process.kill(process.pid, 0); return "asked";`),
  "tools/leaves.ts": toolOf(`setTimeout(() => process.exit(0), 10); return "left a timer";`),
});

/** A workspace that is opened leaves a timer behind by that alone. */
const importing = makeWorkspace({
  "tools/leaves.ts": toolOf(`setTimeout(() => process.exit(0), 10); return "left a timer";`),
  "tools/loaded.ts": toolOf(`return "was loaded";`, `setTimeout(() => process.exit(0), 300);`),
});

/** Runs calls one after the other in a process of their own, which ends itself with 7. */
function run(
  names: readonly string[],
  { more = "", root = workspace.root }: { readonly more?: string; readonly root?: string } = {},
) {
  const script = `
    import { openBoard, createDispatcher } from ${dist("index.js")};
    ${more}
    const board = await openBoard({ root: ${JSON.stringify(root)} });
    const dispatcher = createDispatcher({ board });
    const results = [];
    for (const name of ${JSON.stringify(names)}) results.push(...(await dispatcher.run([{ id: "1", name, args: {} }])));
    await new Promise((done) => setTimeout(done, 500));
    console.log(JSON.stringify(results.map(({ status, message }) => [status, message])));
    await dispatcher.close();
    process.exit(7);
  `;
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "-e", script],
    { encoding: "utf8", timeout: 30_000 },
  );
  return { status, signal, stderr, results: stdout === "" ? null : JSON.parse(stdout) };
}

describe("a tool in process that would end it", () => {
  test("fails, also in a helper, later and deep down; the program itself may end", () => {
    const names = ["exits", "late", "named", "helped", "deep", "really", "aborts", "kills"];
    const { results, ...ended } = run([...names, "stops"]);
    expect(ended).toEqual({ status: 7, signal: null, stderr: "" });
    const said = [
      "exit(0)",
      "exit(0)",
      "exit(0)",
      "exit(0)",
      "exit(0)",
      "reallyExit(0)",
      "abort()",
    ];
    expect(results).toEqual([
      ...said.map((what, i) => ["error", `"${names[i]}" failed: a tool called process.${what}`]),
      ["error", '"kills" failed: a tool called process.kill on its own process'],
      ["ok", "asked"],
    ]);
  });

  test("in a timer that it, or its import, has left behind: a warning, and the process goes on", () => {
    const { results, stderr, ...ended } = run(["leaves", "loaded"], { root: importing.root });
    expect(ended).toEqual({ status: 7, signal: null });
    expect(results).toEqual([
      ["ok", "left a timer"],
      ["ok", "was loaded"],
    ]);
    expect(stderr).toContain("Outside of any call, a tool called process.exit(0).");
  });

  test("in a timer, where the program listens for such errors: it is told", () => {
    const listen = `process.on("uncaughtException", (error) => console.error("heard: " + error.message));`;
    const { stderr, status } = run(["leaves"], { more: listen });
    expect(status).toBe(7);
    expect(stderr).toBe("heard: a tool called process.exit(0)\n");
  });
});
