import { z } from "zod";
import { describe, expectTypeOf, test, expect } from "vitest";
import { Response, Tool, defineTool } from "../../core/contract/index.ts";
import type { ToolContext } from "../../core/contract/index.ts";

// The assertions on types are made by `npm run typecheck`; what runs here shows that both forms end as one thing.
describe("the type of execute's first parameter follows from args", () => {
  test("for zod objects, with defaults and optional fields", () => {
    const tool = defineTool({
      description: "A tool.",
      args: z.object({ a: z.number().default(1), b: z.string().optional() }),
      execute(args, context) {
        expectTypeOf(args).toEqualTypeOf<{ a: number; b?: string | undefined }>();
        expectTypeOf(context).toEqualTypeOf<ToolContext>();
        return context.call.id;
      },
    });
    expect(tool.prototype).toBeInstanceOf(Tool);
  });

  test("for JSON Schema and for no arguments", () => {
    defineTool({
      description: "A tool.",
      args: { type: "object", properties: { a: { type: "string" } } },
      execute(args) {
        expectTypeOf(args).toEqualTypeOf<Record<string, unknown>>();
      },
    });
    const none = defineTool({
      description: "A tool.",
      execute(args) {
        expectTypeOf(args).toEqualTypeOf<Record<string, never>>();
      },
    });
    expect(none.args).toBeUndefined();
  });

  test("for each method by itself, one without arguments among them", () => {
    const tool = defineTool({
      description: "A tool.",
      methods: {
        load: {
          description: "Loads.",
          args: z.object({ n: z.number() }),
          execute(args) {
            expectTypeOf(args).toEqualTypeOf<{ n: number }>();
          },
        },
        list: {
          description: "Lists.",
          args: z.object({ s: z.string() }),
          assess({ s }) {
            expectTypeOf(s).toEqualTypeOf<string>();
            return "read";
          },
          async execute({ s }) {
            expectTypeOf(s).toEqualTypeOf<string>();
          },
        },
        clear: {
          description: "Clears.",
          execute(args) {
            expectTypeOf(args).toEqualTypeOf<Record<string, unknown>>();
          },
        },
      },
    });
    expect(Object.keys(tool.methods ?? {})).toEqual(["load", "list", "clear"]);
  });

  test("for the class form", () => {
    const args = z.object({ city: z.string() });
    class Weather extends Tool<typeof args> {
      static override description = "Current weather for a city.";
      static override args = args;
      static override risk = "read" as const;
      override async execute({ city }: z.infer<typeof args>) {
        expectTypeOf(this.args).toEqualTypeOf<{ city: string }>();
        return new Response({ message: `4 °C in ${city}` });
      }
    }
    expect(Weather.risk).toBe("read");
  });
});

describe("what execute gives back follows from output", () => {
  const output = z.object({ degrees: z.number(), sky: z.string().default("clear") });

  test("as `additional` of a Response, beside parts, or as plain data", () => {
    defineTool({
      description: "A tool.",
      output,
      execute: () => new Response({ message: "4 °C", additional: { degrees: 4 } }),
    });
    defineTool({
      description: "A tool.",
      output,
      execute: async () =>
        new Response({ message: "4 °C", additional: { degrees: 4, sky: "grey", content: [] } }),
    });
    const tool = defineTool({ description: "A tool.", output, execute: () => ({ degrees: 4 }) });
    expect(tool.output).toBe(output);
  });

  test("in the class form", () => {
    const args = z.object({ city: z.string() });
    class Weather extends Tool<typeof args, typeof output> {
      static override description = "Current weather for a city.";
      static override args = args;
      static override output = output;
      override async execute({ city }: z.infer<typeof args>) {
        return new Response({ message: `4 °C in ${city}`, additional: { degrees: 4 } });
      }
    }
    expect(Weather.output).toBe(output);
  });

  test("of a JSON Schema, of a method, and without output, it is anything", () => {
    defineTool({ description: "A tool.", output: { type: "object" }, execute: () => "text" });
    defineTool({ description: "A tool.", execute: () => new Response({ message: "text" }) });
    const go = { description: "Goes.", output, execute: () => ({ degrees: 4 }) };
    const tool = defineTool({ description: "A tool.", methods: { go } });
    expectTypeOf(new Response({ message: "text" }).additional).toEqualTypeOf<
      Readonly<Record<string, unknown>> | undefined
    >();
    expect(tool.methods?.["go"]?.output).toBe(output);
  });

  test("and what does not fit is refused", () => {
    defineTool({
      description: "A tool.",
      output,
      // @ts-expect-error a number is expected
      execute: () => new Response({ message: "4 °C", additional: { degrees: "4" } }),
    });
    // @ts-expect-error there is no structured result
    defineTool({ description: "A tool.", output, execute: () => new Response({ message: "4" }) });
    // @ts-expect-error neither is there one here
    defineTool({ description: "A tool.", output, execute: () => "4 °C" });
    // @ts-expect-error a schema is an object or a Standard Schema, not a string
    const tool = defineTool({ description: "A tool.", output: "degrees", execute: () => "4 °C" });
    expect(tool.output).toBe("degrees");
  });
});

describe("what the compiler refuses", () => {
  test("a definition that could not work", () => {
    expect(defineTool).toBeTypeOf("function");
    // @ts-expect-error a description is required
    defineTool({ execute: () => "x" });
    // @ts-expect-error there is no such risk
    defineTool({ description: "A tool.", risk: "maybe", execute: () => "x" });
    // @ts-expect-error a schema is an object or a Standard Schema, not a string
    defineTool({ description: "A tool.", args: "city", execute: () => "x" });
    defineTool({
      description: "A tool.",
      // @ts-expect-error the same holds in a method
      methods: { a: { description: "A.", args: "city", execute: () => 1 } },
    });
    defineTool({
      description: "A tool.",
      args: z.object({ city: z.string() }),
      // @ts-expect-error `town` is not an argument
      execute: ({ town }) => String(town),
    });
  });
});
