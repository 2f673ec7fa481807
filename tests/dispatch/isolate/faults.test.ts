import { existsSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import type { Answer, Log } from "../../../core/contract/index.ts";
import type { IsolationOptions } from "../../../core/dispatch/isolate/isolation.ts";
import { makeWorkspace } from "../../support/workspace.ts";
import { eventually, isolate, toolOf } from "./harness.ts";
import type { Harness } from "./harness.ts";

const FAULTS: Record<string, string> = {
  loop: `context.log.info("begun"); while (true) {}`,
  exit: "process.exit(3);",
  uncaught: `setTimeout(() => { throw new Error("boom") }); await new Promise(() => {});`,
  rejection: `void Promise.reject(new Error("boom")); await new Promise(() => {});`,
  memory: "const all = []; for (;;) all.push(new Array(100_000).fill(all.length));",
  // Ends only after its worker is given up, whatever its signal says.
  deaf: `await context.progress.set("begun"); await new Promise(() => {});`,
  slow: `await context.progress.set("begun"); await new Promise((resolve) => setTimeout(resolve, args.ms)); return "slow";`,
  busy: `await context.progress.set("begun"); await new Promise((resolve) => setTimeout(resolve, 100)); context.log.info("busy"); while (true) {}`,
  quiet: `console.log("begun"); await new Promise((resolve) => setTimeout(resolve, args.ms)); return "quiet";`,
  meet: `return (await context.ask({ text: "Is everybody here?" })).text;`,
  later: `setTimeout(() => { throw new Error("later"); }, 50); return "for now";`,
  kill: `process.kill(process.pid);`,
  count: `return String(next());`,
  write: `(await import("node:fs")).writeFileSync(args.file, "written"); return "written";`,
  print: `console.log("to stdout"); console.error("to stderr"); process.stdout.write("in two "); process.stdout.write("parts\\n"); return "printed";`,
};

const source = (name: string): string =>
  toolOf(FAULTS[name] ?? "", name === "count" ? `import { next } from "../helper.ts";` : "");

const workspace = makeWorkspace({
  "plugins/p/helper.ts": "let n = 0;\nexport const next = () => ++n;\n",
  ...Object.fromEntries(
    Object.keys(FAULTS).map((name) => [`plugins/p/tools/${name}.ts`, source(name)]),
  ),
  "plugins/p/tools/count2.ts": source("count"),
  "helper.ts": "let n = 0;\nexport const next = () => ++n;\n",
  "tools/count.ts": source("count"),
  "tools/count2.ts": source("count"),
});

const open: Harness[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((harness) => harness.close()));
});
function make(options: Partial<IsolationOptions> = {}): Harness {
  const harness = isolate(workspace, options);
  open.push(harness);
  return harness;
}
const p = (name: string): string => `plugins/p/tools/${name}.ts`;

function logTo(lines: unknown[]): Log {
  const info = (message: string, data?: object): void => void lines.push([message, data]);
  return { debug() {}, info, warn() {}, error() {} };
}

describe("a fault costs its own call, and the next call of the plugin answers", () => {
  test.each<[fault: string, reason: RegExp]>([
    ["exit", /process\.exit\(3\)/],
    ["uncaught", /nothing caught an error: boom/],
    ["rejection", /nothing caught an error: boom/],
    ["memory", /more than 40 MB of memory/],
    ["kill", /can not end the process/],
  ])("%s", async (fault, reason) => {
    const harness = make({ memoryMb: 40 });
    await expect(harness.call(p(fault))).rejects.toThrow(reason);
    expect((await harness.call(p("count"))).message).toBe("1");
  });

  test("an endless loop, when it is given up", async () => {
    const harness = make();
    expect((await harness.call(p("count"))).message).toBe("1");
    const controller = new AbortController();
    const seen: unknown[] = [];
    const { running } = harness.start(p("loop"), { signal: controller.signal, seen });
    await eventually(() => seen.length === 1);
    controller.abort();
    running.release();
    // A new worker, with modules of its own.
    expect((await harness.call(p("count"))).message).toBe("1");
  });
});

describe("calls that share a worker", () => {
  test("the tools of a plugin share their helpers, other tools do not", async () => {
    const harness = make();
    const messages = [];
    for (const file of [
      p("count"),
      p("count2"),
      p("count"),
      "tools/count.ts",
      "tools/count2.ts",
      "tools/count.ts",
    ]) {
      messages.push((await harness.call(file)).message);
    }
    expect(messages.join()).toBe("1,2,3,1,1,2");
  });

  test("they run at the same time", async () => {
    const harness = make();
    let here = 0;
    let all = (): void => {};
    const everybody = new Promise<void>((resolve) => (all = resolve));
    const answer = async (): Promise<Answer> => {
      if (++here === 5) all();
      await everybody;
      return { status: "answered", text: "yes", choice: null };
    };
    const calls = Array.from({ length: 5 }, () => harness.call(p("meet"), { answer }));
    const messages = (await Promise.all(calls)).map(({ message }) => message);
    expect(messages).toEqual(["yes", "yes", "yes", "yes", "yes"]);
  });

  test.each(["exit", "uncaught", "rejection"])(
    "%s costs its own call; what was begun beside it finishes, and its worker gets no more",
    async (fault) => {
      const harness = make();
      const seen: unknown[] = [];
      await harness.call(p("count"));
      const slow = harness.start(p("slow"), { args: { ms: 1_000 }, seen });
      await eventually(() => seen.length === 1);
      await expect(harness.call(p(fault))).rejects.toThrow(/process\.exit\(3\)|boom/);
      expect((await harness.call(p("count"))).message).toBe("1");
      expect((await slow.response).message).toBe("slow");
      slow.running.release();
      expect(seen).toHaveLength(1);
      expect((await harness.call(p("count"))).message).toBe("2");
    },
  );

  test("what a call leaves behind costs no other call", async () => {
    const harness = make();
    const seen: unknown[] = [];
    const slow = harness.start(p("slow"), { args: { ms: 1_000 }, seen });
    await eventually(() => seen.length === 1);
    expect((await harness.call(p("later"))).message).toBe("for now");
    expect((await slow.response).message).toBe("slow");
    slow.running.release();
  });

  test("a worker that dies ends what was begun in it, with the reason; none is run again", async () => {
    const harness = make({ memoryMb: 40 });
    const seen: unknown[] = [];
    const slow = harness.start(p("slow"), { args: { ms: 60_000 }, seen });
    await eventually(() => seen.length === 1);
    await expect(harness.call(p("memory"))).rejects.toThrow(/40 MB/);
    await expect(slow.response).rejects.toThrow(/40 MB.*not known/s);
    slow.running.release();
    expect(seen).toHaveLength(1);
  });

  test("a call that only reads, and has told nobody anything, is run again when another took its worker along", async () => {
    const lines: unknown[] = [];
    const harness = make({ memoryMb: 40, log: logTo(lines) });
    const seen: unknown[] = [];
    const args = { ms: 2_000 };
    const calls = {
      reads: harness.start(p("quiet"), { args, risk: "read" }),
      writes: harness.start(p("quiet"), { args }),
      judged: harness.start(p("quiet"), { args, risk: "read", assessed: true }),
      spoke: harness.start(p("slow"), { args, risk: "read", seen }),
    };
    await eventually(() => lines.length === 3 && seen.length === 1);
    await expect(harness.call(p("memory"), { risk: "read" })).rejects.toThrow(/40 MB/);
    const ended = await Promise.all(
      Object.values(calls).map(({ response }) =>
        response.then(
          ({ message }) => message,
          () => "lost",
        ),
      ),
    );
    expect(ended).toEqual(["quiet", "lost", "lost", "lost"]);
    for (const { running } of Object.values(calls)) running.release();
  });

  test("a call that is given up and still runs leaves the others in peace, then its worker ends", async () => {
    const harness = make();
    const seen: unknown[] = [];
    await harness.call(p("count"));
    const deaf = harness.start(p("deaf"), { seen });
    const slow = harness.start(p("slow"), { args: { ms: 1_500 }, seen });
    await eventually(() => seen.length === 2);
    deaf.running.release();
    // Nothing new is given to that worker.
    expect((await harness.call(p("count"))).message).toBe("1");
    expect((await slow.response).message).toBe("slow");
    slow.running.release();
    expect((await harness.call(p("count"))).message).toBe("2");
  });

  test("a call that is given up and blocks its worker takes the begun ones with it", async () => {
    const harness = make();
    const seen: unknown[] = [];
    const slow = harness.start(p("slow"), { args: { ms: 60_000 }, seen });
    const busy = harness.start(p("busy"), { seen });
    await eventually(() => seen.length === 3);
    busy.running.release();
    await expect(slow.response).rejects.toThrow(/another call kept it busy/);
    slow.running.release();
  });

  test("a call behind one that blocks the worker gets another worker", async () => {
    const harness = make({ blockedMs: 200 });
    await harness.call(p("count"));
    const seen: unknown[] = [];
    const loop = harness.start(p("loop"), { seen });
    await eventually(() => seen.length === 1);
    const answers = await Promise.all([harness.call(p("count")), harness.call(p("count2"))]);
    expect(answers.map(({ message }) => message).sort()).toEqual(["1", "2"]);
    loop.running.release();
  });

  test("a call that was given up before it was begun never runs, one that waits moves on", async () => {
    const harness = make({ blockedMs: 60_000 });
    await harness.call(p("count"));
    const file = workspace.path("written.txt");
    const seen: unknown[] = [];
    const busy = harness.start(p("loop"), { seen });
    await eventually(() => seen.length === 1);
    const write = harness.start(p("write"), { args: { file } });
    const behind = harness.start(p("count"));
    await Promise.all([write.begun, behind.begun]);
    write.running.release();
    busy.running.release();
    expect((await behind.response).message).toBe("1");
    behind.running.release();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(existsSync(file)).toBe(false);
  });
});

describe("the life of a worker", () => {
  test("a changed tool is loaded anew; a call under way finishes on its old version", async () => {
    const changing = makeWorkspace({
      "tools/x.ts": toolOf(
        `await context.progress.set("begun"); await new Promise((resolve) => setTimeout(resolve, args.ms)); return "old";`,
      ),
    });
    const harness = isolate(changing);
    open.push(harness);
    const seen: unknown[] = [];
    const old = harness.start("tools/x.ts", { args: { ms: 500 }, seen });
    await eventually(() => seen.length === 1);
    changing.write({ "tools/x.ts": toolOf(`return "new";`) });
    expect((await harness.call("tools/x.ts", { fingerprint: "2" })).message).toBe("new");
    expect((await old.response).message).toBe("old");
    old.running.release();
  });

  test("an idle worker ends after a while", async () => {
    const harness = make({ idleMs: 500 });
    expect((await harness.call(p("count"))).message).toBe("1");
    expect((await harness.call(p("count"))).message).toBe("2");
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect((await harness.call(p("count"))).message).toBe("1");
  });

  test("a worker that works is not idle", async () => {
    const harness = make({ idleMs: 100 });
    expect((await harness.call(p("slow"), { args: { ms: 500 } })).message).toBe("slow");
  });

  test("close ends calls that run, and refuses further ones", async () => {
    const harness = make();
    const seen: unknown[] = [];
    const slow = harness.start(p("slow"), { args: { ms: 60_000 }, seen });
    await eventually(() => seen.length === 1);
    await harness.close();
    await expect(slow.response).rejects.toThrow("the dispatcher was closed");
    await expect(harness.call(p("count"))).rejects.toThrow("closed");
    await harness.close();
  });

  test("what its tools print goes to the log", async () => {
    const lines: unknown[] = [];
    const harness = make({ log: logTo(lines) });
    expect((await harness.call(p("print"))).message).toBe("printed");
    await eventually(() => lines.length >= 3);
    expect(JSON.stringify(lines)).toMatch(/plugin p.*to stdout/);
    expect(JSON.stringify(lines)).toMatch(/to stderr.*in two parts/);
  });

  test("a tool that does not load in its worker is an error of that call, and is tried again", async () => {
    const head = `import { existsSync } from "node:fs";
      import { isMainThread } from "node:worker_threads";
      if (!isMainThread && !existsSync(new URL("../ready", import.meta.url))) throw new Error("not ready");`;
    const odd = makeWorkspace({ "tools/x.ts": toolOf(`return "there"`, head) });
    const harness = isolate(odd);
    open.push(harness);
    await expect(harness.call("tools/x.ts")).rejects.toThrow(/could not be loaded.*not ready/);
    odd.write({ ready: "" });
    expect((await harness.call("tools/x.ts")).message).toBe("there");
  });
});
