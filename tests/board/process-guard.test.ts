import { describe, expect, test } from "vitest";
import { makeWorkspace } from "../support/workspace.ts";
import { loadSource, loaderOf } from "./loading.ts";

describe("a file that would take the process along", () => {
  const original = {
    exit: process.exit,
  };

  test.each([
    [`process.exit(0);`, "it called process.exit(0)"],
    [`import "zod";\nprocess.exit(1);`, "it called process.exit(1)"],
    [`import { exit } from "node:process"; exit(2);`, "it called process.exit(2)"],
    [`import p from "process"; p.exit(3);`, "it called process.exit(3)"],
    [`require("process").exit(4); module.exports = 1;`, "it called process.exit(4)"],
    [`try { process.exit(5) } catch {}\nexport default 1;`, "it called process.exit(5)"],
    [`await 0; process.exit(6);`, "it called process.exit(6)"],
    [
      `await new Promise((done) => setTimeout(done, 5)); process.exit(7);`,
      "it called process.exit(7)",
    ],
    [`process.abort();`, "it called process.abort()"],
    [`process.reallyExit(0);`, "it called process.reallyExit(0)"],
    [`process.kill(process.pid);`, "it called process.kill on its own process"],
    [`process.kill(-process.pid, "SIGKILL");`, "it called process.kill on its own process"],
    [
      `Promise.reject(new Error("floating"));\nexport default 1;`,
      "it left an error unhandled: floating",
    ],
    [
      `setTimeout(() => { throw new Error("timer") }, 1);\nawait new Promise((done) => setTimeout(done, 50));`,
      "it left an error unhandled: timer",
    ],
  ])("%j fails, and no more", async (source, cause) => {
    expect(await loadSource(source)).toMatchObject({ kind: "failed", cause });
  });

  test("asking whether a process is there is no crime", async () => {
    const outcome = await loadSource(`process.kill(process.pid, 0); export default 1;`);
    expect(outcome.kind).toBe("loaded");
  });

  test("several at once fail each by itself, and the program may still exit meanwhile", async () => {
    const workspace = makeWorkspace({
      "tools/a.ts": `await new Promise((done) => setTimeout(done, 50)); process.exit(0);`,
      "tools/b.ts": `await new Promise((done) => setTimeout(done, 60)); export default 1;`,
    });
    const exits: unknown[] = [];
    process.exit = ((code: unknown) => exits.push(code)) as typeof process.exit;
    try {
      const loader = loaderOf(workspace);
      const loading = Promise.all(
        ["a", "b"].map((n) => loader.load(workspace.path(`tools/${n}.ts`))),
      );
      await new Promise((done) => setTimeout(done, 20));
      process.exit(9);
      expect(exits).toEqual([9]);
      expect((await loading).map(({ kind }) => kind)).toEqual(["failed", "loaded"]);
      expect(exits).toEqual([9]);
    } finally {
      await settled();
      process.exit = original.exit;
    }
  });

  test("the process is after each load as it was after the first", async () => {
    await loadSource(`export default 1;`);
    await settled();
    const before = Object.getOwnPropertyNames(process);
    const first = { exit: process.exit, kill: process.kill, emit: process.emit };
    await loadSource(`process.exit(0);`);
    await settled();
    const { exit, kill, emit } = process;
    expect({ exit, kill, emit }).toEqual(first);
    expect(Object.getOwnPropertyNames(process)).toEqual(before);
  });
});

/** The guard is lifted shortly after the last import has settled. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((done) => setImmediate(done));
}
