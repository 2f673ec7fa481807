import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ERROR_CHARS } from "../../core/dispatch/wording.ts";
import { entryOf, toolOf, workshop } from "./fixture.ts";

/** A tool that answers with the arguments it got. */
const echo = (args?: z.ZodType): ReturnType<typeof toolOf> =>
  toolOf({ ...(args === undefined ? {} : { args }), execute: (given) => JSON.stringify(given) });

const checkedBy = (validate: () => never | Promise<never>) =>
  toolOf({ args: { "~standard": { version: 1, vendor: "own", validate } } });

describe("a call's arguments", () => {
  const search = echo(
    z.object({
      limit: z.number().int().optional(),
      tags: z.array(z.string()).optional(),
      note: z.string().nullable().optional(),
    }),
  );

  test.each([
    ["a number in a text", { limit: "5" }, { limit: 5 }],
    ["an array in a text", { tags: '["a","b"]' }, { tags: ["a", "b"] }],
    ["null for a field that is optional", { limit: null }, {}],
    ["null for a field that may be null", { note: null }, { note: null }],
    [
      "a text that looks like an array where a text is wanted",
      { note: '["a"]' },
      { note: '["a"]' },
    ],
    ["their JSON text", '{"limit":3}', { limit: 3 }],
    ["an unknown key, which zod leaves out", { limit: 1, more: 2 }, { limit: 1 }],
  ])("%s", async (_what, args, expected) => {
    const result = await workshop({ tools: { search } }).one("search", args);
    expect(result).toMatchObject({ status: "ok", message: JSON.stringify(expected) });
  });

  test.each(["5.5", "1e999", "abc"])(
    "%s is no integer, and the tool does not run",
    async (limit) => {
      const result = await workshop({ tools: { search } }).one("search", { limit });
      expect(result).toMatchObject({ status: "error", is_error: true });
      expect(result.message).toContain("limit");
      expect(result.message).toContain("did not run");
    },
  );

  test("that the schema takes as they are stay as they are", async () => {
    const loose = echo(z.object({ n: z.coerce.number(), s: z.union([z.string(), z.number()]) }));
    const result = await workshop({ tools: { loose } }).one("loose", { n: "5", s: "5" });
    expect(result.message).toBe('{"n":5,"s":"5"}');
  });

  test.each([[{}], [undefined], [null], [""]])("none for a tool without any: %j", async (args) => {
    const result = await workshop({ tools: { now: echo() } }).one("now", args);
    expect(result).toMatchObject({ status: "ok", message: "{}" });
  });

  test("that are broken cost that call only", async () => {
    const { run } = workshop({ tools: { search } });
    const results = await run([
      { name: "search", args: '{"a":1}{"a":1}' },
      { name: "search", args: { limit: 1 } },
      { name: "search", args: "[1]" },
      { name: "search", args: "not json" },
    ]);
    expect(results.map(({ status }) => status)).toEqual(["error", "ok", "error", "error"]);
  });

  test("a schema with a date, a bigint and a map still validates", async () => {
    const odd = echo(
      z.object({
        when: z.date().optional(),
        n: z.bigint().optional(),
        m: z.map(z.string(), z.string()).optional(),
      }),
    );
    const { one } = workshop({ tools: { odd } });
    expect((await one("odd", {})).status).toBe("ok");
    expect((await one("odd", { when: "today" })).status).toBe("error");
    expect((await one("odd", { when: new Date(0) })).message).toContain("1970-01-01");
  });

  test("for a foreign schema are checked and coerced by it", async () => {
    const foreign = toolOf({
      args: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
      execute: (given) => JSON.stringify(given),
    });
    const { one } = workshop({ tools: { foreign } });
    expect((await one("foreign", { n: "7" })).message).toBe('{"n":7}');
    expect((await one("foreign", {})).message).toContain("n: is missing");
  });

  test("for a schema that is broken are refused with the reason", async () => {
    const broken = toolOf({ args: { type: "objct" } });
    const result = await workshop({ tools: { broken } }).one("broken", {});
    expect(result).toMatchObject({ status: "error" });
    expect(result.message).toContain("its JSON Schema can not be used");
  });

  test("for a schema that throws, or never answers, are refused", async () => {
    const tools = {
      throwing: checkedBy(() => {
        throw new Error("boom");
      }),
      hanging: checkedBy(() => new Promise(() => {})),
    };
    const { one } = workshop({ tools, limits: { tool_timeout: 30 } });
    expect(await one("throwing")).toMatchObject({
      status: "error",
      message: expect.stringContaining("boom"),
    });
    expect((await one("hanging")).status).toBe("timeout");
  });
});

describe("a call's name", () => {
  test("that is unknown is answered with near ones, in bounded size, and runs nothing", async () => {
    let ran = false;
    const tools = { weather: toolOf({ execute: () => void (ran = true) }) };
    const { one } = workshop({ tools });
    expect((await one("wether")).message).toContain("Did you mean weather?");
    const long = await one("x".repeat(100_000));
    expect(long.status).toBe("error");
    expect(long.message.length).toBeLessThan(1_000);
    expect(ran).toBe(false);
  });

  test.each([[""], ["../../etc/passwd"], ["__proto__"], ["constructor"], ["weather;rm"]])(
    "%j is no tool",
    async (name) => {
      const result = await workshop({ tools: { weather: toolOf() } }).one(name);
      expect(result).toMatchObject({ status: "error", is_error: true });
    },
  );

  test("may be anything at all, and still gets an answer", async () => {
    const { run } = workshop({ tools: {} });
    const junk = [{ name: 5 }, { name: null }, { name: {} }] as never;
    expect((await run(junk)).map(({ status }) => status)).toEqual(["error", "error", "error"]);
  });

  test("of a tool that can not be called says why", async () => {
    const tools = [
      entryOf("broken", toolOf(), { status: "failed", error: "line 3: unexpected }" }),
      entryOf("off", toolOf({ risk: "deny" })),
    ];
    const { one } = workshop({ tools });
    expect(await one("broken")).toMatchObject({
      status: "error",
      message: expect.stringContaining("line 3: unexpected }"),
    });
    expect(await one("off")).toMatchObject({ status: "denied", is_error: true });
  });

  test("of a tool that fails to load is tried again the next time", async () => {
    let loads = 0;
    const flaky = entryOf("flaky", toolOf(), {
      async load() {
        loads += 1;
        if (loads === 1) throw new Error("not yet");
        return toolOf();
      },
    });
    const { one } = workshop({ tools: [flaky] });
    expect((await one("flaky")).message).toContain("not yet");
    expect((await one("flaky")).message).toBe("done");
    await one("flaky");
    expect(loads).toBe(2);
  });

  test("with a method runs that method, with its own arguments and risk", async () => {
    const skills = toolOf({
      risk: "write",
      methods: {
        load: {
          description: "Loads.",
          risk: "read",
          args: z.object({ name: z.string() }),
          execute({ name }: { name: string }, { call }) {
            return `${call.name} ${call.method} ${name}`;
          },
        },
        clear: { description: "Clears.", execute: () => "cleared" },
      },
    });
    const { one } = workshop({ tools: { skills } });
    expect(await one("skills:load", { name: "x" })).toMatchObject({
      tool: "skills",
      method: "load",
      message: "skills load x",
    });
    expect((await one("skills__load", { name: 1 })).status).toBe("error");
    expect((await one("skills:clear")).status).toBe("denied");
  });
});

describe("errors", () => {
  test.each([
    ["an error", new Error("x"), "x"],
    ["a text", "x", "x"],
    ["nothing", undefined, "undefined"],
    ["null", null, "null"],
    ["an empty text", "", "empty"],
    ["an object", { a: 1 }, "without a message"],
    [
      "something that can not be read",
      Object.create(null, {
        message: {
          get: () => {
            throw new Error("no");
          },
        },
      }),
      "can not be read",
    ],
  ])(
    "%s that is thrown, or rejected with, becomes an error result",
    async (_what, thrown, said) => {
      const tools = {
        throws: toolOf({
          execute() {
            throw thrown;
          },
        }),
        rejects: toolOf({ execute: () => Promise.reject(thrown) }),
      };
      const { one } = workshop({ tools });
      for (const name of Object.keys(tools)) {
        const result = await one(name);
        expect(result).toMatchObject({ status: "error", is_error: true, break_loop: false });
        expect(result.message).toContain(said);
      }
    },
  );

  test("are bounded without cutting a character in half", async () => {
    const loud = toolOf({ execute: () => Promise.reject(new Error("🎉".repeat(100_000))) });
    const { message } = await workshop({ tools: { loud } }).one("loud");
    expect(message.length).toBeLessThanOrEqual(ERROR_CHARS);
    expect(message).toMatch(/🎉…$/u);
    expect(message).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  });
});
