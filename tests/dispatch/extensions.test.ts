import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { Response, defineExtension } from "../../core/contract/index.ts";
import type { Risk } from "../../core/contract/index.ts";
import { createExtensions } from "../../core/dispatch/extensions.ts";
import { boardOf, extensionAt, sleep, toolOf, workshop } from "./fixture.ts";

const args = z.object({ n: z.number() });
const log = { debug() {}, info() {}, warn() {}, error() {} };

function echo(definition: Parameters<typeof toolOf>[0] = {}) {
  return toolOf({ args, execute: ({ n }) => `n=${String(n)}`, ...definition });
}

const before = (name: string, handler: Parameters<typeof extensionAt<"tool_execute_before">>[2]) =>
  extensionAt("tool_execute_before", name, handler);

describe("tool_execute_before", () => {
  test("each sees the arguments as the ones before it left them", async () => {
    const seen: unknown[] = [];
    const plus = (by: number) =>
      before(`${by}.ts`, ({ args: given }) => {
        seen.push(given);
        return { args: { n: Reflect.get(Object(given), "n") + by } };
      });
    const shape = { tools: { echo: echo() }, extensions: [plus(1), plus(10)] };
    expect((await workshop(shape).one("echo", { n: 0 })).message).toBe("n=11");
    expect(seen).toEqual([{ n: 0 }, { n: 1 }]);
  });

  test("is told the call and its risk", async () => {
    let seen: unknown;
    const look = before("a.ts", (event, context) => {
      seen = { ...event, workspace: context.workspace };
    });
    const { one } = workshop({ tools: { echo: echo() }, extensions: [look] });
    const { id } = await one("echo", { n: "1" });
    expect(seen).toEqual({
      call: { id, tool: "echo", method: null },
      args: { n: 1 },
      risk: "read",
      workspace: "/nowhere",
    });
  });

  test.each([
    ["refuses", () => ({ refuse: "not at night" }), "not at night"],
    ["refuses without a reason", () => ({ refuse: "" }), "no reason given"],
    [
      "throws",
      () => {
        throw new Error("broken");
      },
      "broken",
    ],
    ["rejects", () => Promise.reject(new Error("broken")), "broken"],
    ["gives back an object that means nothing", () => ({ refused: "oops" }) as never, "neither"],
  ])("one that %s keeps the tool from running", async (_what, handler, why) => {
    let ran = false;
    const tool = echo({ execute: () => void (ran = true) });
    const { one } = workshop({ tools: { echo: tool }, extensions: [before("a.ts", handler)] });
    const result = await one("echo", { n: 1 });
    expect(result).toMatchObject({ status: "denied", is_error: true });
    expect(result.message).toContain(why);
    expect(ran).toBe(false);
  });

  test("changed arguments are validated", async () => {
    const spoil = before("a.ts", () => ({ args: { n: "many" } }));
    const { one } = workshop({ tools: { echo: echo() }, extensions: [spoil] });
    const result = await one("echo", { n: 1 });
    expect(result).toMatchObject({ status: "error" });
    expect(result.message).toContain("n: ");
  });

  test("what is changed in place, and not given back, changes nothing", async () => {
    const sneak = before("a.ts", ({ args: given }) => {
      Reflect.set(Object(given), "n", 666);
    });
    const { one } = workshop({ tools: { echo: echo() }, extensions: [sneak] });
    expect((await one("echo", { n: 1 })).message).toBe("n=1");
  });

  test("one that never comes to an end costs the call its time, and the tool does not run", async () => {
    let ran = false;
    const tool = echo({ timeout: 20, execute: () => void (ran = true) });
    const hang = before("a.ts", () => new Promise(() => {}));
    const { one } = workshop({ tools: { echo: tool }, extensions: [hang] });
    expect((await one("echo", { n: 1 })).status).toBe("timeout");
    expect(ran).toBe(false);
  });
});

describe("the other points, where one that fails is reported and skipped", () => {
  const lines: string[] = [];
  const keep = { ...log, warn: (message: string): void => void lines.push(message) };

  test("tool_execute_after replaces the Response", async () => {
    const extensions = [
      extensionAt("tool_execute_after", "a.ts", () => {
        throw new Error("broken");
      }),
      extensionAt("tool_execute_after", "b.ts", () => "no Response" as never),
      extensionAt(
        "tool_execute_after",
        "c.ts",
        ({ response, args: given }) =>
          new Response({
            message: `${response.message} ${JSON.stringify(given)}`,
            break_loop: true,
          }),
      ),
      extensionAt(
        "tool_execute_after",
        "d.ts",
        ({ response }) => new Response({ message: `<${response.message}>` }),
      ),
    ];
    lines.length = 0;
    const { one } = workshop({ tools: { echo: echo() }, extensions }, { log: keep });
    expect(await one("echo", { n: 1 })).toMatchObject({
      message: '<n=1 {"n":1}>',
      break_loop: false,
    });
    expect(lines.filter((line) => line.startsWith("The extension"))).toEqual([
      expect.stringContaining("tool_execute_after/a.ts failed"),
      expect.stringContaining("tool_execute_after/b.ts gave back"),
    ]);
  });

  test("tool_output_update replaces what is shown, for set_progress too", async () => {
    const works = toolOf({
      async execute(_args, { progress }) {
        await progress.set("one");
        progress.add(" two");
      },
    });
    const extensions = [
      extensionAt("tool_output_update", "a.ts", () => {
        throw new Error("broken");
      }),
      extensionAt("tool_output_update", "b.ts", async ({ text }) => {
        await sleep(1);
        return text.toUpperCase();
      }),
    ];
    const { one, events } = workshop({ tools: { works }, extensions });
    await one("works");
    const shown = events.flatMap((event) => (event.type === "progress" ? [event.text] : []));
    expect(shown).toEqual(["ONE", "ONE TWO"]);
  });

  test("error_format words errors, and only errors", async () => {
    const seen: unknown[] = [];
    const cause = new Error("raw");
    const fails = toolOf({ execute: () => Promise.reject(cause) });
    const extensions = [
      extensionAt("error_format", "a.ts", () => {
        throw new Error("broken");
      }),
      extensionAt("error_format", "b.ts", ({ error, message }) => {
        seen.push(error);
        return `sorry: ${message}`;
      }),
    ];
    const { one } = workshop({
      tools: { fails, echo: echo(), off: echo({ risk: "write" }) },
      extensions,
    });
    expect((await one("fails")).message).toBe('sorry: "fails" failed: raw');
    expect((await one("echo", {})).message).toContain("sorry: The arguments");
    expect((await one("nobody")).message).toContain("sorry: There is no tool");
    expect((await one("off", { n: 1 })).message).not.toContain("sorry");
    expect((await one("echo", { n: 1 })).message).toBe("n=1");
    expect(seen[0]).toBe(cause);
  });

  test.each(["tool_execute_after", "error_format", "tool_output_update"] as const)(
    "%s that never comes to an end does not hold up the call",
    async (point) => {
      const hang = extensionAt(point, "a.ts", () => new Promise<never>(() => {}));
      const works = toolOf({
        timeout: 30,
        execute(_args, { progress }) {
          progress.add("x");
          if (point === "error_format") throw new Error("raw");
          return "done";
        },
      });
      const { one, events } = workshop({ tools: { works }, extensions: [hang] });
      expect((await one("works")).message).toContain(point === "error_format" ? "raw" : "done");
      expect(events.some(({ type }) => type === "warning")).toBe(true);
    },
  );
});

const runner = (
  extensions: Parameters<typeof boardOf>[0]["extensions"],
  report: (entry: { name: string }, message: string) => void = () => {},
) =>
  createExtensions({
    extensions: boardOf({ tools: {}, extensions: extensions ?? [] }).extensions,
    agent: { deref: () => undefined },
    workspace: "/nowhere",
    store: null,
    assets: { list: async () => [], read: async () => null, document: async () => null },
    log,
    report,
  });

const add = (text: string) =>
  extensionAt("before_model_call", `${text}.ts`, ({ system }) => ({ system: system + text }));

describe("a runner of extensions, for whoever has other points", () => {
  test("gives each the event as the ones before it left it", async () => {
    const event = { loop_data: { round: 1, memo: new Map() }, system: "", tools: [] };
    const after = await runner([add("a"), add("b")]).run(
      "before_model_call",
      event,
      (left, change) => ({ ...left, system: String(Reflect.get(Object(change), "system")) }),
    );
    expect(after.system).toBe("ab");
  });

  test("reports what fails, what can not be used, and what was made for another point", async () => {
    const reports: string[] = [];
    const misplaced = {
      ...extensionAt("agent_init", "c.ts", () => {}),
      point: "message_loop_end" as const,
    };
    const extensions = [
      extensionAt("message_loop_end", "a.ts", () => {
        throw new Error("broken");
      }),
      extensionAt("message_loop_end", "b.ts", (() => "something") as never),
      misplaced,
    ];
    const event = { loop_data: { round: 1, memo: new Map() }, reason: "answered", results: [] };
    const run = runner(extensions, ({ name }, message) => reports.push(`${name} ${message}`));
    expect(await run.run("message_loop_end", event)).toBe(event);
    expect(reports).toEqual([
      expect.stringContaining("a.ts failed and was skipped: broken"),
      expect.stringContaining("b.ts gave back"),
      expect.stringContaining("c.ts failed and was skipped: it was made for agent_init"),
    ]);
  });
});

test("the types of an extension follow from its point", () => {
  const made = defineExtension("tool_execute_before", (event) => {
    expectTypeOf(event.args).toEqualTypeOf<unknown>();
    expectTypeOf(event.risk).toEqualTypeOf<Risk>();
    return event.call.method === null ? { refuse: "no" } : { args: {} };
  });
  expect(made.point).toBe("tool_execute_before");
  defineExtension("tool_execute_after", ({ response }) => {
    expectTypeOf(response).toEqualTypeOf<Response>();
  });
  // @ts-expect-error a tool that is about to run can be refused, not answered
  defineExtension("tool_execute_before", () => "text");
  // @ts-expect-error an event of this point has no response
  defineExtension("tool_execute_before", ({ response }) => void response);
  // @ts-expect-error there is no such point
  defineExtension("tool_execute", () => {});
});
