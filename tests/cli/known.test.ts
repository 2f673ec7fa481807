import { readdirSync, renameSync, statSync, utimesSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { makeFolder, makeWorkspace, toolSource } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";
import { pegboard } from "./pegboard.ts";

/** Each runs a dozen processes and more. */
const PATIENCE = 120_000;

type Listed = {
  readonly error?: { readonly message: string };
  readonly tools?: readonly Record<"name" | "status" | "description" | "file", string>[];
};

async function list({ root }: TestWorkspace, env: Record<string, string> = {}): Promise<Listed> {
  const { stdout } = await pegboard(["list", "--json"], { cwd: root, env });
  return JSON.parse(stdout);
}

/** The status and description of each tool of the workspace itself. */
async function shown(workspace: TestWorkspace): Promise<ReadonlyMap<string, string>> {
  const { tools = [] } = await list(workspace);
  const own = tools.filter(({ file }) => !file.startsWith("../") && !file.startsWith("/"));
  return new Map(own.map(({ name, status, description }) => [name, `${status} ${description}`]));
}

const TOOL = `import { defineTool } from "pegboard";
import { text } from "./lib/one.ts";
export default defineTool({ description: text, risk: "read", execute: () => text });`;

test(
  "each change is seen by the next list of a workspace that is known",
  { timeout: PATIENCE },
  async () => {
    const workspace = makeWorkspace({
      "agents/default/agent.md": "---\ntools: [deep, a, b, moved, mine]\n---\n",
      "tools/deep.ts": TOOL,
      "tools/lib/one.ts": `export { text } from "../../lib/two.ts";`,
      "lib/two.ts": `export const text = "First.";`,
      "tools/a.ts": toolSource("one"),
      "plugins/p/tools/b.ts": toolSource("b"),
      "plugins/p/tools/moved.ts": toolSource("moved"),
      "usr/plugins/q/tools/mine.ts": toolSource("mine"),
    });
    const now = new Map([
      ["a", "ok Answers one."],
      ["b", "ok Answers b."],
      ["deep", "ok First."],
      ["mine", "ok Answers mine."],
      ["moved", "ok Answers moved."],
    ]);
    expect(await shown(workspace)).toEqual(now);
    const steps: [
      what: string,
      change: (w: TestWorkspace) => void,
      name: string,
      then: string | null,
    ][] = [
      [
        "a tool that has the same size, and its time set back",
        (w) => {
          const { atime, mtime } = statSync(w.path("tools/a.ts"));
          w.write({ "tools/a.ts": toolSource("two") });
          utimesSync(w.path("tools/a.ts"), atime, mtime);
        },
        "a",
        "ok Answers two.",
      ],
      [
        "a helper two imports away",
        (w) => w.write({ "lib/two.ts": `export const text = "Second.";` }),
        "deep",
        "ok Second.",
      ],
      [
        "a tool that moved to a higher layer",
        (w) =>
          renameSync(w.path("plugins/p/tools/moved.ts"), w.path("usr/plugins/q/tools/moved.ts")),
        "moved",
        "ok Answers moved.",
      ],
      [
        "a new tool",
        (w) => w.write({ "tools/new.ts": toolSource("new") }),
        "new",
        "disabled Answers new.",
      ],
      [
        "what the profile lists",
        (w) =>
          w.write({
            "agents/default/agent.md": "---\ntools: [deep, a, b, moved, mine, new]\n---\n",
          }),
        "new",
        "ok Answers new.",
      ],
      ["a switch", (w) => w.write({ "plugins/p/.toggle-0": "" }), "b", "disabled null"],
      [
        "a switch above it",
        (w) => w.write({ "usr/plugins/p/.toggle-1": "" }),
        "b",
        "ok Answers b.",
      ],
      [
        "a renamed folder",
        (w) => renameSync(w.path("usr/plugins/q"), w.path("usr/plugins/r")),
        "mine",
        "ok Answers mine.",
      ],
      ["a broken tool", (w) => w.write({ "tools/a.ts": "export default ;" }), "a", "failed null"],
      [
        "a broken override",
        (w) => w.write({ "usr/tools/b.ts": "export default ;" }),
        "b",
        "failed null",
      ],
      ["no override any more", (w) => w.remove("usr/tools"), "b", "ok Answers b."],
      [
        "a mended tool",
        (w) => w.write({ "tools/a.ts": toolSource("well") }),
        "a",
        "ok Answers well.",
      ],
      ["a removed helper", (w) => w.remove("lib"), "deep", "failed null"],
      [
        "a deleted tool, which the profile does not list any more",
        (w) => {
          w.remove("tools/new.ts");
          w.write({ "agents/default/agent.md": "---\ntitle: All\n---\n" });
        },
        "new",
        null,
      ],
    ];
    for (const [what, change, name, then] of steps) {
      change(workspace);
      if (then === null) now.delete(name);
      else now.set(name, then);
      expect({ what, tools: await shown(workspace) }).toEqual({ what, tools: now });
    }
    workspace.write({ "agents/default/agent.md": "---\ntools: [a, nothing]\n---\n" });
    for (let start = 0; start < 2; start += 1) {
      expect((await list(workspace)).error?.message).toContain(`lists the tool "nothing"`);
    }
  },
);

test(
  "several processes that list, and save what they know, while files are edited, do not mislead one another",
  { timeout: PATIENCE },
  async () => {
    const names = Array.from({ length: 12 }, (_, index) => `t${index}`);
    const tools = (word: string): Record<string, string> =>
      Object.fromEntries(names.map((name) => [`tools/${name}.ts`, toolSource(`${word} ${name}`)]));
    const workspace = makeWorkspace(tools("0"));
    for (let round = 1; round <= 2; round += 1) {
      const running = Array.from({ length: 4 }, () => list(workspace));
      for (const [file, source] of Object.entries(tools(`${round}`))) {
        await setTimeout(25);
        workspace.write({ [file]: source });
      }
      await Promise.all(running);
      const [first, second] = [await list(workspace), await list(workspace)];
      // Sealed for another, what is there is not believed.
      const cold = await list(workspace, { HOME: makeFolder() });
      expect(first).toEqual(cold);
      expect(second).toEqual(cold);
      // The home folder of these processes is the workspace.
      expect(readdirSync(workspace.path(".pegboard"))).toEqual(["manifest.json", "manifest.key"]);
    }
  },
);
