import { afterAll, describe, expect, test } from "vitest";
import { openBoard } from "../../../core/board/open.ts";
import { toolAssets } from "../../../core/dispatch/assets.ts";
import { openStore } from "../../../core/store/store.ts";
import { toolStore } from "../../../core/store/tool-store.ts";
import { makeWorkspace } from "../../support/workspace.ts";
import { isolate, toolOf } from "./harness.ts";

const workspace = makeWorkspace({
  "tools/run.ts": toolOf(
    `return JSON.stringify(await (new Function("store", "assets", "return (async () => {" + args.code + "})()"))(context.store, context.assets) ?? null);`,
  ),
  "skills/trip/SKILL.md": "---\nname: trip\ndescription: Plans.\n---\nGo.\n",
});
const harness = isolate(workspace);
const store = openStore({ root: workspace.root });
afterAll(async () => {
  await harness.close();
  await store.close();
});

async function inWorker(code: string, withStore = true): Promise<unknown> {
  const bound = toolStore(store)({ profile: "default", session: "now" });
  const board = await openBoard({ root: workspace.root, packageRoot: null });
  const { message } = await harness.call("tools/run.ts", {
    args: { code },
    assets: toolAssets(board),
    ...(withStore && { store: bound }),
  });
  return JSON.parse(message);
}

describe("a tool in a worker", () => {
  test("has the store, and changes memory in one step although another writes at the same time", async () => {
    const add = (text: string) =>
      inWorker(
        `return await store.memory.update((entries) => ({ texts: [...entries.map((e) => e.text), ${JSON.stringify(text)}], value: entries.length }));`,
      );
    await Promise.all(["a", "b", "c", "d"].map(add));
    const listed = await inWorker(`return (await store.memory.list()).map((e) => e.text).sort();`);
    expect(listed).toEqual(["a", "b", "c", "d"]);
    expect(await store.memory.list("other")).toEqual([]);
  });

  test("reads past sessions and skills", async () => {
    const { conversations } = store;
    await conversations.begin({ id: "old", profile: "default", model: "m/x", parent: null });
    await conversations.append("old", { role: "user", text: "about quinces" });
    expect(
      await inWorker(
        `const [hit] = await store.sessions.search("quinces", 5);
         const { id } = hit.session;
         return [id, (await store.sessions.get(id)).messages, (await store.sessions.messages(id, 1, 9))[0].text, (await store.sessions.list(5)).length];`,
      ),
    ).toEqual(["old", 1, "about quinces", 1]);
    expect(
      await inWorker(
        `return [await assets.list("skills"), await assets.read("skills", "trip/SKILL.md"), await assets.read("skills", "../x")];`,
      ),
    ).toMatchObject([
      [{ name: "trip/SKILL.md", layer: "." }],
      expect.stringContaining("Go."),
      null,
    ]);
  });

  test("has no store where nothing is kept", async () => {
    expect(await inWorker("return store === null;", false)).toBe(true);
  });
});
