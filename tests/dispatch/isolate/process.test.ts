import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { makeWorkspace } from "../../support/workspace.ts";
import { toolOf } from "./harness.ts";

const dist = (file: string): string =>
  JSON.stringify(fileURLToPath(new URL(`../../../dist/${file}`, import.meta.url)));

test("workers that are not closed do not keep the process alive, and what they print stays off stdout", () => {
  const workspace = makeWorkspace({
    "tools/x.ts": toolOf(`console.log("noise"); return "there";`),
  });
  const script = `
    import { Tool } from ${dist("contract/index.js")};
    import { createIsolation } from ${dist("dispatch/isolate/isolation.js")};
    const workspace = ${JSON.stringify(workspace.root)};
    const running = createIsolation({ workspace }).run({
      entry: { file: workspace + "/tools/x.ts", name: "x", id: "local:x", plugin: null, fingerprint: "1", sources: () => new Map() },
      tool: class extends Tool {},
      method: null,
      args: {},
      message: "",
      loop_data: { round: 1, memo: new Map() },
      context: { signal: new AbortController().signal, agent: { deref() {} }, turn: {}, model: null, call: { id: "1" } },
    });
    console.log((await running.execute({})).message);
    running.release();
  `;
  const ended = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    timeout: 20_000,
  });
  expect(ended).toMatchObject({ stderr: "", stdout: "there\n", status: 0, signal: null });
});
