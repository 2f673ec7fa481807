// Run with: node --test
import assert from "node:assert/strict";
import { test } from "node:test";
import { callTool, expectContract } from "pegboard/testing";

test("{{name}} gives back its arguments", async () => {
  const args = {{example_args}};
  const { result } = await callTool("{{name}}", args, { from: import.meta.url });
  assert.equal(result.status, "ok", result.message);
  assert.deepEqual(JSON.parse(result.message), args);
});

test("{{name}} is what its contract says", () =>
  expectContract("{{name}}", { from: import.meta.url }));
