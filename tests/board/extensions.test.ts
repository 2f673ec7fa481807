import { describe, expect, test } from "vitest";
import type { Board } from "../../core/board/board.ts";
import type { ExtensionPoint } from "../../core/contract/index.ts";
import { makeFolder, makeWorkspace } from "../support/workspace.ts";
import { boardOf, findings, openOwn, reasonFor } from "./boards.ts";

function extension(point: ExtensionPoint, says: string): string {
  return `import { defineExtension } from "pegboard";
export default defineExtension("${point}", () => ${JSON.stringify(says)});`;
}

/** What the extensions of a point say, in the order in which they run. */
function said(board: Board, point: ExtensionPoint): unknown[] {
  return board.extensions[point].map((entry) =>
    Reflect.apply(entry.extension.handler, undefined, []),
  );
}

test("they run in the order of their file names, over all layers; a higher file of the same name replaces", async () => {
  const board = await boardOf({
    "extensions/system_prompt/_10_first.ts": extension("system_prompt", "root 10"),
    "extensions/system_prompt/_30_last.mjs": extension("system_prompt", "root 30"),
    "plugins/p/extensions/system_prompt/_20_second.ts": extension("system_prompt", "plugin 20"),
    "usr/extensions/system_prompt/_10_first.ts": extension("system_prompt", "user 10"),
    "agents/default/extensions/system_prompt/zz.ts": extension("system_prompt", "profile zz"),
    "agents/default/extensions/agent_init/a.ts": extension("agent_init", "init"),
  });
  expect(said(board, "system_prompt")).toEqual(["user 10", "plugin 20", "root 30", "profile zz"]);
  expect(said(board, "agent_init")).toEqual(["init"]);
  expect(board.extensions.system_prompt).toMatchObject([
    { point: "system_prompt", name: "_10_first.ts", plugin: null },
    { name: "_20_second.ts", plugin: { name: "p" } },
    { name: "_30_last.mjs" },
    { name: "zz.ts" },
  ]);
  expect(board.extensions.message_loop_end).toEqual([]);
  expect(board.diagnostics).toEqual([]);
});

test("two of one name in the same layer kind: the first stays, the other is told", async () => {
  const board = await boardOf({
    "usr/plugins/zulu/extensions/agent_init/a.ts": extension("agent_init", "zulu"),
    "usr/plugins/alpha/extensions/agent_init/a.ts": extension("agent_init", "alpha"),
  });
  expect(said(board, "agent_init")).toEqual(["alpha"]);
  expect(findings(board)).toEqual([
    "extension/duplicate-name usr/plugins/zulu/extensions/agent_init/a.ts",
  ]);
});

test("what is none is ignored, with its reason; an unknown point is told with the nearest", async () => {
  const board = await boardOf({
    "extensions/loose.ts": "throw 1;",
    "extensions/agent_init/_helper.ts": "throw 1;",
    "extensions/agent_init/a.test.ts": "throw 1;",
    "extensions/agent_init/lib/x.ts": "throw 1;",
    "extensions/agent_init/AGENTS.md": "",
    "extensions/tool_execute_befor/a.ts": "throw 1;",
    "extensions/tool_execute_befor/b.ts": "throw 1;",
  });
  expect(Object.fromEntries(board.ignored.map(({ file, reason }) => [file, reason]))).toEqual({
    "extensions/loose.ts": "not in the folder of an extension point",
    "extensions/agent_init/_helper.ts": "its name begins with an underscore",
    "extensions/agent_init/a.test.ts": "a test",
    "extensions/agent_init/lib/x.ts": "in a sub-folder of agent_init/",
    "extensions/agent_init/AGENTS.md": "not a ts, mts, cts, js, mjs or cjs file",
    "extensions/tool_execute_befor/a.ts": "there is no extension point tool_execute_befor",
    "extensions/tool_execute_befor/b.ts": "there is no extension point tool_execute_befor",
  });
  expect(board.diagnostics).toMatchObject([
    {
      code: "extension/unknown-point",
      file: "extensions/tool_execute_befor",
      message: expect.stringContaining("did you mean tool_execute_before"),
    },
  ]);
});

describe("one that can not be used is told and left out", () => {
  const CASES: [string, string, string][] = [
    ["it throws", "\nthrow new Error('boom');", "extension/load-failed"],
    ["its syntax", "\nconst = 1;", "extension/load-failed"],
    ["no default export", "export const a = 1;", "extension/no-default-export"],
    ["another kind of default", "export default () => {};", "extension/no-default-export"],
    ["made for another point", extension("agent_init", "x"), "extension/wrong-point"],
  ];

  test.each(CASES)("%s", async (_, source, code) => {
    const file = "usr/extensions/system_prompt/a.ts";
    const board = await boardOf({
      [file]: source,
      "extensions/system_prompt/a.ts": extension("system_prompt", "below"),
      "extensions/system_prompt/b.ts": extension("system_prompt", "b"),
    });
    expect(said(board, "system_prompt")).toEqual(["b"]);
    expect(board.diagnostics).toMatchObject([{ code, severity: "error", file }]);
  });

  test.each(CASES)(
    "but before a call, where it may be there to stop it, it stops all: %s",
    async (_, source, code) => {
      const file = "usr/extensions/tool_execute_before/gate.ts";
      const board = await boardOf({
        [file]: source,
        "extensions/tool_execute_before/gate.ts": extension("tool_execute_before", "below"),
        "extensions/tool_execute_before/z.ts": extension("tool_execute_before", "z"),
      });
      expect(board.extensions.tool_execute_before.map(({ name }) => name)).toEqual([
        "gate.ts",
        "z.ts",
      ]);
      expect(() => said(board, "tool_execute_before")).toThrow(
        `${file} can not be used, and without it no call may run`,
      );
      expect(board.diagnostics).toMatchObject([{ code, file }]);
    },
  );

  test("also when it is a link that is not followed, or its plugin is broken", async () => {
    const away = makeFolder();
    const workspace = makeWorkspace({
      "plugins/p/extensions/tool_execute_before/a.ts": extension("tool_execute_before", "a"),
      "plugins/p/plugin.md": "---\nnonsense: 1\n---\n",
    });
    workspace.link("extensions/tool_execute_before/b.ts", `${away}/b.ts`);
    workspace.link("extensions/agent_init/b.ts", `${away}/b.ts`);
    const board = await openOwn(workspace);
    const [a, b] = board.extensions.tool_execute_before;
    expect(() => Reflect.apply(Object(a?.extension.handler), undefined, [])).toThrow(
      "plugins/p/plugin.md:2",
    );
    expect(() => Reflect.apply(Object(b?.extension.handler), undefined, [])).toThrow("nowhere");
    expect(board.extensions.agent_init).toEqual([]);
    expect(reasonFor(board, "extensions/agent_init/b.ts")).toContain("a link that leads nowhere");
  });
});

test("tools and extensions of a plugin share their helpers", async () => {
  const board = await boardOf({
    "plugins/p/lib/count.ts": "let n = 0; export const next = () => (n += 1);",
    "plugins/p/extensions/agent_init/a.ts": `import { defineExtension } from "pegboard"; import { next } from "../../lib/count.ts";
export default defineExtension("agent_init", () => void next());`,
    "plugins/p/tools/x.ts": `import { defineTool } from "pegboard"; import { next } from "../lib/count.ts";
export default defineTool({ description: "Counts.", execute: () => next() });`,
  });
  said(board, "agent_init");
  const tool = await board.tools[0]?.load();
  expect(Reflect.apply(Object(tool?.prototype.execute), undefined, [])).toBe(2);
});
