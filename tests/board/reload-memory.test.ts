import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { makeWorkspace, toolSource } from "../support/workspace.ts";

const WATCH = new URL("../../dist/board/watch/watch-board.js", import.meta.url).href;

/**
 * Reloads one tool a thousand times, calls it each time, and prints how many objects were alive along the way, and their
 * size. It counts them, because the size of the heap goes up and down with what V8 has compiled and not thrown away yet.
 */
const PROGRAM = `
import { writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { getHeapSnapshot } from "node:v8";
const { watchBoard } = await import(${JSON.stringify(WATCH)});
const [root, file, source] = process.argv.slice(1);

async function alive() {
  globalThis.gc();
  const { snapshot, nodes } = JSON.parse(await text(getHeapSnapshot()));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = ["type", "self_size"].map((field) => fields.indexOf(field));
  const found = { objects: 0, bytes: 0 };
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (["code", "hidden"].includes(types[type][nodes[at + type]])) continue;
    found.objects += 1;
    found.bytes += nodes[at + size];
  }
  return found;
}

const watched = await watchBoard({ root, packageRoot: null });
const counts = [];
for (let reload = 0; reload <= 1000; reload += 1) {
  writeFileSync(file, source.replaceAll("FIRST", "answer " + reload));
  const board = await watched.refresh();
  const tool = await board.tools.find(({ name }) => name === "t0").load();
  const answer = await Reflect.apply(tool.prototype.execute, undefined, [{}]);
  if (answer !== "answer " + reload) throw new Error("it answered " + answer);
  if (reload === 400 || reload === 700 || reload === 1000) counts.push(await alive());
}
await watched.close();
console.log(JSON.stringify(counts));
`;

test("a thousand reloads of one tool do not grow the memory", () => {
  const files = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`tools/t${index}.ts`, toolSource(`t${index}`)]),
  );
  const workspace = makeWorkspace(files);
  const args = [workspace.root, workspace.path("tools/t0.ts"), toolSource("FIRST")];
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--expose-gc", "--input-type=module", "-e", PROGRAM, ...args],
    { encoding: "utf8", timeout: 120_000 },
  );
  expect(stderr).toBe("");
  const counts: { objects: number; bytes: number }[] = JSON.parse(stdout);
  expect(counts).toHaveLength(3);
  // What leaks does so in both stretches of three hundred; what V8 happens to hold at one moment is in one.
  const growth = (of: "objects" | "bytes"): number =>
    Math.min(
      ...counts.slice(1).map((count, index) => count[of] - (counts[index]?.[of] ?? count[of])),
    );
  // A version of the tool that is kept alive is some dozens of objects and a kilobyte; three hundred of them would be far more.
  expect(growth("objects")).toBeLessThan(1_500);
  expect(growth("bytes")).toBeLessThan(150_000);
}, 180_000);
