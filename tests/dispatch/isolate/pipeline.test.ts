import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Response, isToolClass } from "../../../core/contract/index.ts";
import type { Plugin, ToolEntry } from "../../../core/board/board.ts";
import { sourcesOf } from "../../../core/board/fingerprint.ts";
import { createLoader } from "../../../core/board/load.ts";
import type { Host } from "../../../core/dispatch/host.ts";
import { secretsOf } from "../../../core/dispatch/secrets/secrets.ts";
import { makeWorkspace } from "../../support/workspace.ts";
import type { TestWorkspace } from "../../support/workspace.ts";
import { entryOf, extensionAt, sleep, workshop } from "../fixture.ts";
import { toolOf } from "./harness.ts";

const SECRET = "sk-123456";

/** What a definition says beside its body. */
const MORE: Readonly<Record<string, string>> = {
  brief: `timeout: "1s",`,
  ends: `break_loop: "always",`,
};

const workspace = makeWorkspace(
  Object.fromEntries(
    Object.entries({
      loop: "while (true) {}",
      brief: "while (true) {}",
      exit: "process.exit(0);",
      echo: "return args.text;",
      told: `await context.progress.set("got " + args.text); context.log.info(args.text); throw new Error("no " + args.text);`,
      slow: "await new Promise((resolve) => setTimeout(resolve, args.ms)); return 'slow';",
      deaf: "await new Promise((resolve) => setTimeout(resolve, 60_000));",
      asks: `const answer = await context.ask({ text: "Which?" }); return answer.status + " " + answer.text;`,
      calls: `const result = await context.agent.deref().callTool({ name: "echo", args: { text: "from a tool" } }); return result.status + " " + result.message;`,
      ends: `return new Response({ message: "bye", break_loop: true });`,
    }).map(([name, body]) => [`plugins/p/tools/${name}.ts`, toolOf(body, "", MORE[name])]),
  ),
);

const plugin: Plugin = {
  name: "p",
  dir: workspace.path("plugins/p"),
  origin: "workspace",
  title: "p",
  description: "",
  version: null,
  alwaysEnabled: false,
  enabled: true,
  disabledBy: null,
  settings: { greeting: "hello" },
  isolate: true,
};

async function entries({ root }: TestWorkspace): Promise<ToolEntry[]> {
  const loader = createLoader({ roots: [root] });
  const names = ["loop", "brief", "exit", "echo", "told", "slow", "deaf", "asks", "calls", "ends"];
  return Promise.all(
    names.map(async (name) => {
      const file = join(root, `plugins/p/tools/${name}.ts`);
      const outcome = await loader.load(file);
      const tool = outcome.kind === "loaded" ? outcome.exports.get("default") : null;
      if (!isToolClass(tool)) throw new Error(`${name} does not load`);
      return entryOf(name, tool, {
        id: `plugin:p:${name}`,
        file,
        plugin,
        fingerprint: "1",
        sources: () => sourcesOf(loader.usesOf(file) ?? []),
      });
    }),
  );
}

async function open(
  limits: { tool_timeout?: number } = {},
  options: Parameters<typeof workshop>[1] = {},
  extensions: Parameters<typeof workshop>[0]["extensions"] = [],
) {
  const shape = { tools: await entries(workspace), limits, extensions, root: workspace.root };
  return workshop(shape, { grace: 100, ...options });
}

describe("isolated tools in the pipeline", () => {
  test("an endless loop is timed out, its neighbour and the next call answer", async () => {
    const { run, one } = await open({ tool_timeout: 30_000 });
    // Its worker is there: what is measured from here on is the loop.
    await one("echo", { text: "warm" });
    const results = await run([{ name: "brief" }, { name: "echo", args: { text: "beside" } }]);
    expect(results.map(({ status, message }) => [status, message])).toEqual([
      ["timeout", expect.stringMatching(/longer than 1000 ms/)],
      ["ok", "beside"],
    ]);
    expect(await one("echo", { text: "after" })).toMatchObject({ status: "ok", message: "after" });
  });

  test("process.exit is an error of that call, and the next one answers", async () => {
    const { one } = await open();
    expect(await one("exit")).toMatchObject({
      status: "error",
      message: expect.stringContaining("process.exit(0)"),
    });
    expect(await one("echo", { text: "after" })).toMatchObject({ status: "ok", message: "after" });
  });

  test("a stop ends calls that ignore it within the grace time; the next batch answers", async () => {
    const { run, one } = await open();
    await one("echo", { text: "warm" });
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error("enough")), 200);
    const started = performance.now();
    const results = await run(
      [{ name: "deaf" }, { name: "loop" }, { name: "slow", args: { ms: 1 } }],
      { signal: controller.signal },
    );
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(results.map(({ status }) => status)).toEqual([
      "cancelled",
      "cancelled",
      expect.stringMatching(/^(?:ok|cancelled)$/),
    ]);
    expect(await one("echo", { text: "after" })).toMatchObject({ status: "ok", message: "after" });
  });

  test("secrets are put in before the call crosses, and masked in all that comes back", async () => {
    const lines: unknown[] = [];
    const log = {
      debug() {},
      info: (...line: unknown[]) => void lines.push(line),
      warn() {},
      error() {},
    };
    const secrets = secretsOf(new Map([["KEY", SECRET]]));
    const { one, events } = await open({}, { secrets, log });
    expect(await one("echo", { text: "<§§secret(KEY)>" })).toMatchObject({
      message: "<§§secret(KEY)>",
    });
    expect(await one("told", { text: "§§secret(KEY)" })).toMatchObject({
      status: "error",
      message: expect.stringContaining("no §§secret(KEY)"),
    });
    expect(events).toContainEqual(
      expect.objectContaining({ type: "progress", text: "got §§secret(KEY)" }),
    );
    expect(lines).toContainEqual(["§§secret(KEY)", undefined]);
    expect(JSON.stringify([events, lines])).not.toContain(SECRET);
  });

  test("a question reaches the person, and waiting for the answer does not count", async () => {
    const host: Host = {
      name: "patient",
      canAsk: true,
      approve: () => Promise.reject(new Error("not asked for")),
      async answer() {
        await sleep(3_000);
        return { status: "answered", text: "two", choice: null };
      },
    };
    const { one } = await open({ tool_timeout: 2_500 }, { host });
    await one("echo", { text: "warm" });
    expect(await one("asks")).toMatchObject({ status: "ok", message: "answered two" });
  });

  test("a tool in a worker calls another tool through the whole pipeline", async () => {
    const { one } = await open();
    expect(await one("calls")).toMatchObject({ status: "ok", message: "ok from a tool" });
  });

  test("its Response ends the turn", async () => {
    const { one } = await open();
    expect(await one("ends")).toMatchObject({ status: "ok", message: "bye", break_loop: true });
  });

  test("extensions change its arguments and its answer", async () => {
    const extensions = [
      extensionAt("tool_execute_before", "a.ts", () => ({ args: { text: "changed" } })),
      extensionAt(
        "tool_execute_after",
        "b.ts",
        ({ response }) => new Response({ message: `${response.message}!` }),
      ),
    ];
    const { one } = await open({}, {}, extensions);
    expect((await one("echo", { text: "given" })).message).toBe("changed!");
  });

  test("closing the dispatcher ends what runs", async () => {
    const { run, one, close } = await open();
    await one("echo", { text: "warm" });
    const running = run([{ name: "deaf" }, { name: "loop" }]);
    await sleep(100);
    await close();
    expect((await running).map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
  });
});
