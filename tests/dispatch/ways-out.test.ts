import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Failed, Response } from "../../core/contract/index.ts";
import { createLoopGuard } from "../../core/dispatch/loop-guard.ts";
import { scriptedHost } from "../../core/dispatch/hosts/scripted.ts";
import { secretsOf } from "../../core/dispatch/secrets/secrets.ts";
import { boardOf, entryOf, extensionAt, tempFolder, toolOf, workshop } from "./fixture.ts";
import { createDispatcher } from "../../core/dispatch/dispatcher.ts";

const SECRET = 'sk-12"34\\56';
const secrets = secretsOf(new Map([["KEY", SECRET]]));
const args = z.object({ text: z.string().optional(), deep: z.unknown().optional() });

describe("secrets", () => {
  test("are put in just before execute, at any depth, and nowhere earlier", async () => {
    const seen: Record<string, unknown> = {};
    const tool = toolOf({
      args,
      execute(this: { args: unknown }, given) {
        seen["given"] = given;
        seen["own"] = this.args;
      },
    });
    const extensions = [
      extensionAt("tool_execute_before", "a.ts", (event) => void (seen["before"] = event.args)),
      extensionAt("tool_execute_after", "a.ts", (event) => void (seen["after"] = event.args)),
    ];
    const asked = { text: "x §§secret(KEY)", deep: [{ a: ["§§secret(KEY)"] }] };
    await workshop({ tools: { tool }, extensions }, { secrets }).one("tool", asked);
    const filled = { text: `x ${SECRET}`, deep: [{ a: [SECRET] }] };
    expect(seen).toEqual({ given: filled, own: filled, before: asked, after: asked });
  });

  test("that do not exist are an error that names those there are, never their values", async () => {
    const { one } = workshop({ tools: { tool: toolOf({ args }) } }, { secrets });
    const result = await one("tool", { text: "§§secret(OTHER)" });
    expect(result).toMatchObject({ status: "error" });
    expect(result.message).toContain("OTHER");
    expect(result.message).toContain("KEY");
    expect(result.message).not.toContain(SECRET);
  });

  test.each([
    ["an answer", () => `the key is ${SECRET}`],
    ["data", () => ({ [SECRET]: [SECRET] })],
    [
      "a Response",
      () => new Response({ message: SECRET, additional: { a: { [SECRET]: SECRET } } }),
    ],
    ["an error", () => Promise.reject(new Failed(`no access with ${SECRET}`))],
    [
      "an error at the very end of what is shown",
      () => Promise.reject(new Error("x".repeat(2_020) + SECRET)),
    ],
    ["something thrown", () => Promise.reject(SECRET)],
    ["an answer that is spilled", () => `${"x".repeat(1_495)}${SECRET}${"y".repeat(100)}`],
  ])("never come out in %s", async (_what, execute) => {
    const lines: unknown[] = [];
    const line = (...parts: unknown[]): void => void lines.push(parts);
    const log = { debug: line, info: line, warn: line, error: line };
    const root = tempFolder();
    const tool = toolOf({
      args,
      async execute(_given, { progress, log: own, ask }) {
        for (const char of `on it: ${SECRET}.`) await progress.set(char);
        own.warn(`with ${SECRET}`, { [SECRET]: SECRET });
        await ask({ text: SECRET, choices: [SECRET] });
        return execute();
      },
    });
    const host = scriptedHost({
      answers: () => ({ status: "answered", text: SECRET, choice: null }),
    });
    const { one, events } = workshop(
      { tools: { tool }, root, limits: { result_chars: 1_500 } },
      { secrets, log, host },
    );
    const result = await one("tool", { text: SECRET, deep: { [SECRET]: 1 } });
    const file = /\.pegboard\/results\/[\w-]+\.txt/.exec(result.message)?.[0];
    const out = [result, events, lines, host.questions].map((part) => JSON.stringify(part)).join();
    const saved = file === undefined ? "" : readFileSync(join(root, file), "utf8");
    for (const form of [SECRET, JSON.stringify(SECRET).slice(1, -1), "sk-12"]) {
      expect(out + saved).not.toContain(form);
    }
    const shown = events.flatMap((event) => (event.type === "progress" ? [event.text] : []));
    expect(shown.join("").replaceAll("…", "")).toContain("on it: sk§§secret(KEY).");
  });

  describe("are not cut in half before they are masked", () => {
    const half = SECRET.slice(0, 5);
    // Wherever a text is cut, at some length the cut goes through the secret.
    const lengths = Array.from({ length: 40 }, (_, at) => at * 15 + 30);
    const padded = (length: number): string => "x".repeat(length) + SECRET.repeat(3);

    test.each<[what: string, run: (text: string) => Promise<unknown>]>([
      [
        "a reason",
        (text) => {
          const host = scriptedHost({ approvals: [{ kind: "deny", reason: text }] });
          const tool = toolOf({ risk: "write" });
          return workshop({ tools: { tool } }, { host, secrets }).one("tool");
        },
      ],
      [
        "what a host throws",
        (text) => {
          const host = scriptedHost({ approvals: [{ throws: new Error(text) }] });
          const tool = toolOf({ risk: "write" });
          return workshop({ tools: { tool } }, { host, secrets }).one("tool");
        },
      ],
      [
        "what assess throws",
        (text) => {
          const tool = toolOf({
            assess() {
              throw new Error(text);
            },
          });
          return workshop({ tools: { tool } }, { secrets }).one("tool");
        },
      ],
      [
        "what is wrong with arguments",
        (text) => {
          const tool = toolOf({ args: z.object({ a: z.string().refine(() => false, text) }) });
          return workshop({ tools: { tool } }, { secrets }).one("tool", { a: "x" });
        },
      ],
      ["a name", (text) => workshop({ tools: {} }, { secrets }).one(text)],
      [
        "broken JSON",
        async (text) => {
          const { one, events } = workshop({ tools: { tool: toolOf() } }, { secrets });
          return [await one("tool", `${text}${text}`), events];
        },
      ],
    ])("%s", async (_what, run) => {
      for (const length of lengths) {
        const out = JSON.stringify(await run(padded(length)));
        expect(out).not.toContain(half);
      }
    });
  });

  test("are read from the workspace where none are given; a broken file fails the calls", async () => {
    const root = tempFolder();
    mkdirSync(join(root, "usr"));
    writeFileSync(join(root, "usr/secrets.env"), "KEY=value-of-key\n");
    const board = boardOf({
      root,
      tools: { tool: toolOf({ args, execute: ({ text }) => String(text) }) },
    });
    const call = { id: "1", name: "tool", args: { text: "§§secret(KEY)" } };
    const first = createDispatcher({ board });
    expect(await first.run([call])).toMatchObject([{ status: "ok", message: "§§secret(KEY)" }]);
    await first.close();

    writeFileSync(join(root, "usr/secrets.env"), "KEY=value-of-key\nthis is no line\n");
    const second = createDispatcher({ board });
    const [result] = await second.run([call]);
    expect(result).toMatchObject({ id: "1", status: "error" });
    expect(result?.message).toContain("secrets.env");
    expect(result?.message).not.toContain("value-of-key");
    await second.close();
  });
});

describe("a long result", () => {
  const long = toolOf({ execute: () => "ä".repeat(300_000) });

  test("goes to a file; the model gets its size, its path and its beginning", async () => {
    const root = tempFolder();
    const { message } = await workshop({ tools: { long }, root }).one("long");
    expect(message.length).toBeLessThan(2_000);
    expect(message).toContain("300,000");
    const file = /\.pegboard\/results\/[\w-]+\.txt/.exec(message)?.[0] ?? "";
    expect(readFileSync(join(root, file), "utf8")).toBe("ä".repeat(300_000));
  });

  test("is cut where nothing can be saved, and says so", async () => {
    const root = tempFolder();
    writeFileSync(join(root, ".pegboard"), "a file where the folder should be");
    const { message } = await workshop({ tools: { long }, root }).one("long");
    expect(message).toContain("Nothing was saved");
    expect(message.length).toBeLessThan(51_000);
  });

  test("that ends the turn is for a person, and whole", async () => {
    const ends = toolOf({ break_loop: "always", execute: () => "x".repeat(300_000) });
    const { message } = await workshop({ tools: { ends }, root: tempFolder() }).one("ends");
    expect(message).toHaveLength(300_000);
  });
});

describe("a model that goes round in a circle", () => {
  const fails = toolOf({ args: z.looseObject({}), execute: () => Promise.reject(new Error("x")) });

  test("is warned, then refused; the order of keys makes no difference", async () => {
    const guard = createLoopGuard();
    const { one } = workshop({ tools: { fails } });
    const results = [];
    for (let at = 0; at < 6; at += 1) {
      results.push(await one("fails", at % 2 === 0 ? { a: 1, b: 2 } : { b: 2, a: 1 }, { guard }));
    }
    expect(results[0]?.message).not.toContain("Repeating");
    expect(results[2]?.message).toContain("Repeating it will not help");
    expect(results[2]?.status).toBe("error");
    expect(results.slice(4).map(({ status }) => status)).toEqual(["denied", "denied"]);
    expect(guard.refused).toBe(2);
  });

  test("A, B, A, B with the same answers is a circle too", async () => {
    const guard = createLoopGuard();
    const { one } = workshop({ tools: { a: toolOf(), b: toolOf() } });
    const statuses = [];
    for (let at = 0; at < 12; at += 1) {
      statuses.push((await one(at % 2 === 0 ? "a" : "b", {}, { guard })).status);
    }
    expect(statuses).toContain("denied");
  });

  test("calls that never ran count too: broken arguments, an unknown name, a denial", async () => {
    for (const [name, given] of [
      ["fails", "{"],
      ["nobody", {}],
      ["write", {}],
    ] as const) {
      const guard = createLoopGuard();
      const { one } = workshop({ tools: { fails, write: toolOf({ risk: "write" }) } });
      const results = [];
      for (let at = 0; at < 4; at += 1) results.push(await one(name, given, { guard }));
      expect(results[2]?.message).toContain("Repeating it will not help");
    }
  });

  test("a poller is none", async () => {
    const guard = createLoopGuard();
    const { one } = workshop({ tools: { poll: toolOf({ repeatable: true }) } });
    for (let at = 0; at < 10; at += 1) {
      expect(await one("poll", {}, { guard })).toMatchObject({ status: "ok", message: "done" });
    }
  });

  test("long results that are the same are seen to be the same, though each has its own file", async () => {
    const guard = createLoopGuard();
    const tools = { long: toolOf({ execute: () => "x".repeat(60_000) }) };
    const { one } = workshop({ tools, root: tempFolder() });
    for (let at = 0; at < 2; at += 1) await one("long", {}, { guard });
    expect((await one("long", {}, { guard })).message).toContain("Repeating it will not help");
  });
});

test("every step of a call leaves an event, in order", async () => {
  const host = scriptedHost({ approvals: [{ kind: "allow_once" }] });
  const tool = toolOf({
    risk: "write",
    async execute(_given, { progress }) {
      await progress.set("working");
      return "done";
    },
  });
  const { one, events } = workshop({ tools: [entryOf("tool", tool)] }, { host });
  const result = await one("tool");
  expect(events.map(({ type }) => type)).toEqual([
    "call_begun",
    "approval_asked",
    "approval_settled",
    "progress",
    "tool_result",
  ]);
  expect(events.at(-1)).toEqual({ type: "tool_result", result });
});

test("a number that holds a secret is masked in the answer and in what is kept with it", async () => {
  const given = {
    n: 12345678,
    list: [12345678, 0.12345678, 1234567],
    map: new Map([["a", 12345678]]),
  };
  const pin = toolOf({ execute: () => new Response({ message: "x", additional: given }) });
  const data = toolOf({ execute: () => given });
  const { one } = workshop(
    { tools: { pin, data } },
    { secrets: secretsOf(new Map([["PIN", "12345678"]])) },
  );
  const masked = "§§secret(PIN)";
  const expected = { n: masked, list: [masked, `0.${masked}`, 1234567], map: { a: masked } };
  expect((await one("pin")).additional).toEqual(expected);
  expect(JSON.parse((await one("data")).message)).toEqual(expected);
});
