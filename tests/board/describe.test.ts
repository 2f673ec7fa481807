import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Tool, defineTool } from "../../core/contract/index.ts";
import type { ToolClass } from "../../core/contract/index.ts";
import { ToolUnavailable } from "../../core/board/board.ts";
import { describeTool } from "../../core/board/describe.ts";
import { entryOf } from "../../core/board/entry.ts";

const execute = () => "done";

const thrower = () => {
  throw new Error("do not touch");
};

/** A tool as a file may export it, with whatever in its static fields. */
function toolWith(statics: object): ToolClass {
  const tool = defineTool({ description: "Does it.", execute });
  for (const [key, value] of Object.entries(statics)) Reflect.set(tool, key, value);
  return tool;
}

describe("what a tool says of itself", () => {
  test("with every key", () => {
    const tool = defineTool({
      description: "  Current weather.  ",
      args: z.object({ city: z.string() }),
      risk: "read",
      assess: () => "write",
      interactive: true,
      break_loop: "sometimes",
      timeout: "90s",
      repeatable: true,
      isolate: true,
      volatile: true,
      methods: {
        load: { description: "Loads.", args: z.object({ id: z.int() }), risk: "deny", execute },
        list: { description: "Lists.", assess: () => "read", execute },
      },
      execute,
    });
    const none = { type: "object", properties: {}, additionalProperties: false };
    expect(describeTool(tool)).toEqual({
      problems: [],
      description: {
        self: {
          description: "Current weather.",
          risk: "read",
          assessed: true,
          inputSchema: {
            type: "object",
            properties: { city: { type: "string" } },
            required: ["city"],
          },
        },
        methods: {
          load: {
            description: "Loads.",
            risk: "deny",
            assessed: false,
            inputSchema: {
              type: "object",
              properties: { id: { type: "integer" } },
              required: ["id"],
            },
          },
          list: { description: "Lists.", risk: "read", assessed: true, inputSchema: none },
        },
        description: "Current weather.",
        risk: "read",
        interactive: true,
        break_loop: "sometimes",
        timeout: 90_000,
        repeatable: true,
        isolate: true,
        volatile: true,
      },
    });
  });

  test("with the defaults, in the class form", () => {
    class Plain extends Tool {
      static override description = "Plain.";
      override execute() {
        return "done";
      }
    }
    expect(describeTool(Plain)).toMatchObject({
      problems: [],
      description: {
        self: { risk: "write", assessed: false },
        methods: {},
        risk: "write",
        interactive: false,
        break_loop: "never",
        timeout: null,
        repeatable: false,
        isolate: false,
        volatile: false,
      },
    });
  });

  test("a tool with only methods has no callable of its own", () => {
    const tool = defineTool({ description: "D.", methods: { go: { description: "G.", execute } } });
    const { description, problems } = describeTool(tool);
    expect(description.self).toBeNull();
    expect(Object.keys(description.methods)).toEqual(["go"]);
    expect(problems).toEqual([]);
  });

  test("is plain data that survives JSON and that nobody can change", () => {
    const tool = defineTool({ description: "D.", args: z.object({ a: z.date() }), execute });
    const { description } = describeTool(tool);
    expect(JSON.parse(JSON.stringify(description))).toEqual(description);
    expect(() =>
      Reflect.apply(Array.prototype.push, description.self?.inputSchema["required"], ["b"]),
    ).toThrow(TypeError);
  });
});

describe("what is wrong with it", () => {
  test.each<[string, object, string, string[]]>([
    [
      "an unknown risk",
      { risk: "none" },
      "tool/risk",
      ["`risk`", '"none"', "`read`, `write` or `deny`"],
    ],
    [
      "a timeout that is none",
      { timeout: "soon" },
      "tool/timeout",
      ["`timeout`", '"soon"', "120s"],
    ],
    ["a timeout of zero", { timeout: 0 }, "tool/timeout", ["0"]],
    ["an unknown break_loop", { break_loop: true }, "tool/break-loop", ["true", "`sometimes`"]],
    ["a flag that is text", { interactive: "yes" }, "tool/interactive", ['"yes"', "true or false"]],
    ["assess that is no function", { assess: "read" }, "tool/assess", ["`assess`", "a function"]],
    ["args that are no schema", { args: "city" }, "schema/invalid", ["`args`", '"city"']],
    ["args that are a list", { args: [z.string()] }, "schema/invalid", ["a list"]],
    ["args that are no object", { args: z.string() }, "schema/not-object", ["`args`"]],
    ["methods that are a list", { methods: [{}] }, "tool/methods", ["`methods`", "a list"]],
    [
      "a method without execute",
      { methods: { go: { description: "G." } } },
      "tool/no-execute",
      ["`go`"],
    ],
    [
      "a method with a namespace in its name",
      { methods: { a__b: { description: "G.", execute } } },
      "tool/method-name",
      ['"a__b"', "__"],
    ],
    [
      "a method with a path for a name",
      { methods: { "../x": { description: "G.", execute } } },
      "tool/method-name",
      ['"../x"'],
    ],
    [
      "a wrong risk of a method",
      { methods: { go: { description: "G.", risk: "low", execute } } },
      "tool/risk",
      ["`methods.go.risk`", '"low"'],
    ],
    [
      "an output that is no schema",
      { output: "degrees" },
      "schema/invalid",
      ["`output`", '"degrees"', "`output: z.object({ … })`"],
    ],
    [
      "an output of a method that is no object",
      { methods: { go: { description: "G.", output: z.array(z.string()), execute } } },
      "schema/not-object",
      ["`methods.go.output`"],
    ],
    [
      "args of a method that are no object",
      { methods: { go: { description: "G.", args: z.string(), execute } } },
      "schema/not-object",
      ["`methods.go.args`"],
    ],
  ])("%s makes the tool fail", (_, statics, code, words) => {
    const { problems } = describeTool(toolWith(statics));
    expect(problems).toMatchObject([{ code, severity: "error", fatal: true }]);
    for (const word of words)
      expect(`${problems[0]?.message} ${problems[0]?.hint}`).toContain(word);
  });

  test("neither execute nor methods", () => {
    expect(describeTool(defineTool({ description: "D." })).problems).toMatchObject([
      { code: "tool/no-execute", fatal: true },
    ]);
  });

  test.each([
    { description: "" },
    { description: "  " },
    { description: undefined },
    { description: 5 },
  ])("no description (%j) is a warning, and is empty text", (statics) => {
    const { description, problems } = describeTool(toolWith(statics));
    expect(problems).toMatchObject([
      { code: "tool/no-description", severity: "warning", fatal: false },
    ]);
    expect(description.description).toBe("");
  });

  test("what a client is not told of a result is a warning that names the field", () => {
    const output = z.object({ at: z.date(), n: z.bigint() });
    const { problems } = describeTool(toolWith({ output }));
    expect(problems).toMatchObject([
      { code: "schema/lossy", message: expect.stringContaining("`output.at`"), fatal: false },
      { code: "schema/lossy", message: expect.stringContaining("`output.n`"), fatal: false },
    ]);
  });

  test("what a model is not told is a warning that names the field", () => {
    const tool = defineTool({
      description: "D.",
      args: z.object({ when: z.object({ at: z.date() }) }),
      methods: { go: { description: "G.", args: z.object({ big: z.bigint() }), execute } },
      execute,
    });
    const { problems } = describeTool(tool);
    expect(problems).toMatchObject([
      { code: "schema/lossy", severity: "warning", fatal: false },
      { code: "schema/lossy", severity: "warning", fatal: false },
    ]);
    const messages = problems.map(({ message }) => message).join("\n");
    expect(messages).toContain("`args.when.at`");
    expect(messages).toContain("`methods.go.args.big`");
  });

  test("a wrong risk is not taken for a lower one", () => {
    expect(describeTool(toolWith({ risk: "none" })).description.risk).toBe("deny");
  });

  test("several at once are all told", () => {
    const { problems } = describeTool(toolWith({ risk: 1, timeout: -1, isolate: 2 }));
    expect(problems.map(({ code }) => code).sort()).toEqual([
      "tool/isolate",
      "tool/risk",
      "tool/timeout",
    ]);
  });

  test("whatever throws when it is touched is a problem, not a throw", () => {
    const tools = ["description", "args", "risk", "methods"].map((key) => {
      const tool = defineTool({ description: "D.", execute });
      Object.defineProperty(tool, key, { get: thrower });
      return tool;
    });
    const hostile = toolWith({ methods: new Proxy({}, { ownKeys: thrower }) });
    for (const tool of [...tools, hostile]) {
      expect(describeTool(tool).problems).toMatchObject([
        { code: "tool/definition", fatal: true, message: expect.stringContaining("do not touch") },
      ]);
    }
  });
});

describe("an entry of a tool that is in no file", () => {
  test("can be called", async () => {
    const tool = defineTool({ description: "D.", risk: "read", execute });
    const entry = entryOf("weather", tool);
    expect(entry).toMatchObject({
      name: "weather",
      id: "local:weather",
      status: "ok",
      error: null,
      file: null,
      shadows: [],
      plugin: null,
    });
    expect(await entry.load()).toBe(tool);
    expect(entryOf("x", tool, { id: "mcp:s:x", fingerprint: "f" })).toMatchObject({
      id: "mcp:s:x",
      fingerprint: "f",
    });
  });

  test.each<[string, object, string, string]>([
    ["denied", { risk: "deny" }, "denied", "deny"],
    ["failed", { risk: "none" }, "failed", "`risk`"],
  ])("that is %s says why, and does not load", async (_, statics, status, why) => {
    const entry = entryOf("weather", toolWith(statics));
    expect(entry.status).toBe(status);
    expect(entry.error).toContain(why);
    await expect(entry.load()).rejects.toThrow(ToolUnavailable);
    await expect(entry.load()).rejects.toThrow(/weather.*can not be called/);
  });

  test("has another fingerprint when anything of it is another", () => {
    const prints = [
      defineTool({ description: "D.", execute }),
      defineTool({ description: "E.", execute }),
      defineTool({ description: "D.", risk: "read", execute }),
      defineTool({ description: "D.", args: z.object({ a: z.string() }), execute }),
      defineTool({ description: "D.", execute: () => "else" }),
      defineTool({ description: "D.", execute, methods: { go: { description: "G.", execute } } }),
      defineTool({
        description: "D.",
        execute,
        methods: { go: { description: "G.", execute: () => 1 } },
      }),
    ].map((tool) => entryOf("x", tool).fingerprint);
    expect(new Set(prints).size).toBe(prints.length);
    expect(entryOf("x", defineTool({ description: "D.", execute })).fingerprint).toBe(prints[0]);
  });
});
