import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createDispatcher, openBoard } from "pegboard";

// Run with: node --test usr/plugins/example/tests/days_between.test.mjs
const root = fileURLToPath(new URL("../../../../", import.meta.url));
let dispatcher;

before(async () => {
  dispatcher = createDispatcher({ board: await openBoard({ root }) });
});

after(() => dispatcher.close());

async function daysBetween(from, to) {
  const [result] = await dispatcher.run([{ id: "1", name: "days_between", args: { from, to } }]);
  return result;
}

const CASES = [
  ["2026-01-01", "2026-01-01", 0, 0],
  ["2026-01-01", "2026-12-24", 357, 255],
  ["2024-02-28", "2024-03-01", 2, 2],
  ["2026-03-06", "2026-03-09", 3, 1],
  ["2026-03-09", "2026-03-06", -3, 1],
  ["1969-12-31", "1970-01-02", 2, 2],
];

for (const [from, to, days, working_days] of CASES) {
  test(`${from} to ${to}`, async () => {
    const { status, message, additional } = await daysBetween(from, to);
    assert.equal(status, "ok", message);
    assert.deepEqual(additional, { days, working_days });
  });
}

for (const date of ["2026-02-29", "2026-13-01", "24.12.2026", "tomorrow", ""]) {
  test(`${JSON.stringify(date)} is no date`, async () => {
    const { status, message } = await daysBetween(date, "2026-01-01");
    assert.equal(status, "error");
    assert.match(message, /no day/);
  });
}
