import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { CLEAN } from "../../core/check/examples/clean.ts";
import { makeWorkspace } from "../support/workspace.ts";

const PACKAGE = fileURLToPath(new URL("../..", import.meta.url));

test("node's own runner runs the tests of a workspace, with the package as it is installed", async () => {
  const workspace = makeWorkspace({
    ...CLEAN,
    "tests/weather.test.mjs": `import assert from "node:assert/strict";
import { test } from "node:test";
import { callTool, expectContract } from "pegboard/testing";

const from = import.meta.url;

test("weather", async () => {
  const { result } = await callTool("weather", { city: "Oslo" }, { from });
  assert.equal(result.message, "4 °C in Oslo for 1 days");
});

test("its contract", () => expectContract("weather", { from }));
`,
  });
  workspace.write({ "node_modules/.keep": "" });
  workspace.link("node_modules/pegboard", PACKAGE);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--test", "--test-reporter=tap", "tests/weather.test.mjs"],
    { cwd: workspace.root, env: { PATH: process.env["PATH"] ?? "" } },
  );
  expect(stdout).toMatch(/# pass 2\n# fail 0/);
});
