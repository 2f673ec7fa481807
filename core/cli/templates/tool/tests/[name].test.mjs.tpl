import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { createDispatcher, openBoard } from "pegboard";

// Run with: node --test
test("{{name}} gives back its arguments", async () => {
  const board = await openBoard({ root: fileURLToPath(new URL("{{root_from_test}}", import.meta.url)) });
  const dispatcher = createDispatcher({ board, host: {{test_host}} });
  const args = {{example_args}};
  const [result] = await dispatcher.run([{ id: "1", name: "{{name}}", args }]);
  await dispatcher.close();
  assert.equal(result.status, "ok", result.message);
  assert.deepEqual(JSON.parse(result.message), args);
});
