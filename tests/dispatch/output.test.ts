import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Response, Tool } from "../../core/contract/index.ts";
import type { ArgsSchema, ToolOutput } from "../../core/contract/index.ts";
import { secretsOf } from "../../core/dispatch/secrets/secrets.ts";
import { extensionAt, toolOf, workshop } from "./fixture.ts";

const output = z.object({ degrees: z.number(), sky: z.string().default("clear") });

const giving = (given: ToolOutput, schema: ArgsSchema = output) =>
  toolOf({ output: schema, execute: () => given });

const saying = (additional?: Readonly<Record<string, unknown>>) =>
  new Response({ message: "4 °C", additional });

describe("a structured result that fits", () => {
  const json = { type: "object", properties: { degrees: { type: "number" } } } as const;
  const parts = [{ type: "image", data: "AAAA", mimeType: "image/png" }];
  test.each<[string, ToolOutput, ArgsSchema, unknown]>([
    ["as it is", saying({ degrees: 4, sky: "grey" }), output, { degrees: 4, sky: "grey" }],
    ["with its defaults", saying({ degrees: 4 }), output, { degrees: 4, sky: "clear" }],
    [
      "without what the schema does not know",
      saying({ degrees: 4, secret: 1 }),
      output,
      { degrees: 4, sky: "clear" },
    ],
    [
      "as the schema changes it",
      saying({ at: "2026-07-28T00:00:00Z" }),
      z.object({ at: z.coerce.date() }),
      { at: "2026-07-28T00:00:00.000Z" },
    ],
    [
      "with parts beside it",
      saying({ degrees: 4, content: parts }),
      output,
      { degrees: 4, sky: "clear", content: parts },
    ],
    [
      "with a content of its own",
      saying({ content: ["a"] }),
      z.object({ content: z.array(z.string()) }),
      { content: ["a"] },
    ],
    ["none, where none is needed", saying(), z.object({ n: z.int().optional() }), {}],
    ["by JSON Schema", saying({ degrees: 4, more: 1 }), json, { degrees: 4, more: 1 }],
  ])("%s", async (_how, given, schema, additional) => {
    const result = await workshop({ tools: { weather: giving(given, schema) } }).one("weather");
    expect(result).toMatchObject({ status: "ok", message: "4 °C", additional });
    expect(result.additional).toEqual(additional);
  });

  test("plain data is the result, and its JSON the message", async () => {
    const result = await workshop({ tools: { weather: giving({ degrees: 4 }) } }).one("weather");
    expect(result).toMatchObject({
      message: '{"degrees":4}',
      additional: { degrees: 4, sky: "clear" },
    });
  });

  test("of a tool that says nothing of it, is left as it is", async () => {
    const tool = toolOf({ execute: () => ({ degrees: 4 }) });
    const result = await workshop({ tools: { tool } }).one("tool");
    expect(result).toMatchObject({ status: "ok", message: '{"degrees":4}', additional: null });
  });
});

describe("a structured result that does not fit is an error that says what is wrong", () => {
  const endless = z.object({}).refine(() => new Promise<boolean>(() => {}));
  test.each<[string, ToolOutput, ArgsSchema, string]>([
    ["a wrong type", saying({ degrees: "4" }), output, "- degrees: "],
    ["nothing", saying(), output, "- degrees: "],
    ["a text alone", "4 °C", output, "- degrees: "],
    ["by JSON Schema", saying(), { type: "object", required: ["n"] }, "- n: is missing"],
    [
      "a schema that throws",
      saying({}),
      z.object({}).refine(() => {
        throw new Error("no idea");
      }),
      "no idea",
    ],
    ["too much", saying({ a: "x".repeat(300_000) }), z.object({ a: z.string() }), "longer than"],
    [
      "what is no object any more",
      saying({}),
      z.object({}).transform(() => 5),
      "what the schema makes of it is no object",
    ],
  ])("%s", async (_what, given, schema, why) => {
    const result = await workshop({ tools: { weather: giving(given, schema) } }).one("weather");
    expect(result).toMatchObject({ status: "error", is_error: true, additional: null });
    expect(result.message).toContain('"weather" ran, and its structured result is not what');
    expect(result.message).toContain(why);
    expect(result.message).toContain("Its answer was: 4 °C");
  });

  test("a schema that never settles is ended by the tool's time", async () => {
    const tool = toolOf({ output: endless, timeout: 50, execute: () => Object({}) });
    expect(await workshop({ tools: { tool } }).one("tool")).toMatchObject({ status: "timeout" });
  });

  test("a schema that can not be used is told before the tool runs", async () => {
    let ran = false;
    const execute = () => Object((ran = true));
    const tool = toolOf({ output: { type: "nonsense" }, execute });
    const result = await workshop({ tools: { tool } }).one("tool");
    expect(result.message).toContain("can not check its output");
    expect(ran).toBe(false);
  });

  test("nothing of the tool's life comes after it, and no secret is told", async () => {
    const lived: string[] = [];
    class Weather extends Tool {
      static override description = "Weather.";
      static override risk = "read" as const;
      static override output = z.object({ degrees: z.literal("four") });
      override execute() {
        return saying({ degrees: "pa55word" });
      }
      override after_execution(): void {
        lived.push("after");
      }
    }
    const secrets = secretsOf(new Map([["KEY", "pa55word"]]));
    const result = await workshop({ tools: { Weather } }, { secrets }).one("Weather");
    expect(result.status).toBe("error");
    expect(JSON.stringify(result)).not.toContain("pa55word");
    expect(lived).toEqual([]);
  });
});

test("what an extension makes of it is held against the schema as well", async () => {
  const extensions = [
    extensionAt("tool_execute_after", "a.ts", () => saying({ degrees: "changed" })),
  ];
  const shape = { tools: { weather: giving(saying({ degrees: 4 })) }, extensions };
  expect((await workshop(shape).one("weather")).message).toContain("- degrees: ");
});

test("each method has its own", async () => {
  const tool = toolOf({
    methods: {
      good: { description: "Good.", output, execute: () => ({ degrees: 4 }) },
      bad: { description: "Bad.", output, execute: () => ({ degrees: null }) },
      free: { description: "Free.", execute: () => ({ degrees: null }) },
    },
  });
  const shop = workshop({ tools: { tool } });
  expect(await shop.one("tool:good")).toMatchObject({ additional: { degrees: 4, sky: "clear" } });
  expect((await shop.one("tool:bad")).message).toContain('"tool:bad" ran');
  expect(await shop.one("tool:free")).toMatchObject({ status: "ok", additional: null });
});
