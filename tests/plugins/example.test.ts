import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openBoard } from "../../core/board/open.ts";
import { buildSystemPrompt } from "../../core/prompts/system-prompt.ts";
import { createRegistry } from "../../core/registry/create.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

test("the example's own test passes", () => {
  const file = "usr/plugins/example/tests/days_between.test.mjs";
  const out = execFileSync(process.execPath, ["--test", "--test-reporter=tap", file], {
    cwd: root,
    encoding: "utf8",
  });
  expect(out).toMatch(/^# pass 11$/m);
  expect(out).toMatch(/^# fail 0$/m);
});

test("the example is on the board of a clone, with everything it brings", async () => {
  const board = await openBoard({ root });
  expect(board.tools.find(({ name }) => name === "days_between")).toMatchObject({
    id: "plugin:example:days_between",
    status: "ok",
    error: null,
    prompt: expect.stringMatching(/agent\.system\.tool\.days_between\.md$/),
    dox: expect.stringMatching(/days_between\.ts\.dox\.md$/),
  });
  const { system } = await buildSystemPrompt({ board, registry: createRegistry(board) });
  expect(system).toContain("### days_between");
});
