import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { wireSchema } from "../../../core/board/schema/wire-schema.ts";
import { compileSchema, illegalities } from "./legal.ts";
import { zodSample } from "./zod-arbitrary.ts";

/** A schema of a library that is not zod. */
const standard = (more: object) => ({
  "~standard": {
    version: 1 as const,
    vendor: "other",
    validate: (value: unknown) => ({ value }),
    ...more,
  },
});

const SHARED = z.string().min(3);
const TYPE = fc.constantFrom("string", "number", "integer", "boolean", "object", "array", "null");

/** An intersection of what can not be merged makes zod throw. */
function zodAccepts(schema: z.ZodType, value: unknown): boolean {
  try {
    return schema.safeParse(value).success;
  } catch {
    return false;
  }
}

describe("any zod schema", () => {
  test("becomes an object that every provider takes, and never throws", () => {
    fc.assert(
      fc.property(zodSample(true), ({ schema }) => {
        const { schema: wire } = wireSchema(schema);
        expect(illegalities(wire)).toEqual([]);
        compileSchema(wire);
      }),
      { numRuns: 100 },
    );
  });

  test("accepts in JSON what zod accepts, unless it says that something is lost", () => {
    const cases = zodSample(false).chain(({ schema, value }) =>
      (value ?? fc.constant(undefined)).map((given) => ({ schema, given })),
    );
    fc.assert(
      fc.property(cases, ({ schema, given }) => {
        const { schema: wire, losses, callable } = wireSchema(schema);
        fc.pre(losses.length === 0 && typeof given === "object" && given !== null);
        const json: unknown = JSON.parse(JSON.stringify(given));
        fc.pre(!Array.isArray(json) && zodAccepts(schema, json));
        expect(callable).toBe(true);
        const valid = compileSchema(wire)(json);
        expect({ valid, json, wire }).toEqual({ valid: true, json, wire });
      }),
      { numRuns: 100 },
    );
  });
});

const wire = (args: Parameters<typeof wireSchema>[0]) => wireSchema(args).schema;
const fields = (args: Parameters<typeof wireSchema>[0]) =>
  wireSchema(args).losses.map(({ field }) => field);

describe("zod", () => {
  test("no arguments are an object that takes nothing", () => {
    expect(wire(undefined)).toEqual({
      type: "object",
      properties: {},
      additionalProperties: false,
    });
  });

  test("what a model needs is kept: words, defaults, bounds, what is required", () => {
    const args = z.strictObject({
      city: z.string().min(1).describe("City name, in English"),
      days: z.int().min(1).max(7).default(3),
      unit: z.enum(["C", "F"]).optional(),
      tags: z.array(z.string()).max(3).nullable(),
    });
    expect(wireSchema(args)).toEqual({
      callable: true,
      losses: [],
      schema: {
        type: "object",
        properties: {
          city: { type: "string", minLength: 1, description: "City name, in English" },
          days: { type: "integer", minimum: 1, maximum: 7, default: 3 },
          unit: { type: "string", enum: ["C", "F"] },
          tags: {
            anyOf: [{ type: "array", items: { type: "string" }, maxItems: 3 }, { type: "null" }],
          },
        },
        required: ["city", "tags"],
        additionalProperties: false,
      },
    });
  });

  test.each([
    ["a date", { a: z.date() }, { type: "string", format: "date-time" }, ["a"]],
    ["a date out of text", { a: z.coerce.date() }, { type: "string", format: "date-time" }, []],
    ["a bigint", { a: z.bigint() }, { type: "integer" }, ["a"]],
    ["a bigint out of text", { a: z.coerce.bigint() }, { type: "integer" }, []],
    ["a map", { a: z.map(z.string(), z.date()) }, {}, ["a"]],
    ["a set", { a: z.set(z.string()) }, {}, ["a"]],
    ["a class", { a: z.instanceof(URL) }, {}, ["a"]],
    ["a file", { a: z.file() }, { type: "string", description: "format: binary" }, ["a"]],
    [
      "a date in a list in an object",
      { a: z.array(z.object({ b: z.date() })) },
      expect.anything(),
      ["a[].b"],
    ],
    ["a date in a tuple", { a: z.tuple([z.string(), z.date()]) }, expect.anything(), ["a[1]"]],
    ["a date in a record", { a: z.record(z.string(), z.date()) }, expect.anything(), ["a.*"]],
    ["a date in a union", { a: z.union([z.date(), z.null()]) }, expect.anything(), ["a"]],
    ["what is transformed", { a: z.string().transform(Number) }, { type: "string" }, []],
    ["a codec", { a: z.stringbool() }, { type: "string" }, []],
    ["what is preprocessed", { a: z.preprocess(String, z.number()) }, { type: "number" }, []],
    [
      "a format",
      { a: z.url().describe("Home") },
      { type: "string", description: "Home (format: uri)" },
      [],
    ],
    ["a moment", { a: z.iso.datetime() }, { type: "string", format: "date-time" }, []],
    [
      "literals of several types",
      { a: z.literal(["x", 1, null]) },
      { anyOf: [{ type: "string", enum: ["x"] }, { type: "number", enum: [1] }, { type: "null" }] },
      [],
    ],
    [
      "an empty literal",
      { a: z.literal(["", "x"]) },
      { type: "string", description: 'one of "", "x"' },
      [],
    ],
    [
      "several bare types",
      { a: z.union([z.string(), z.number()]) },
      { anyOf: [{ type: "string" }, { type: "number" }] },
      [],
    ],
    [
      "a tuple",
      { a: z.tuple([z.string(), z.number()]) },
      {
        type: "array",
        items: { anyOf: [{ type: "string" }, { type: "number" }] },
        minItems: 2,
        maxItems: 2,
        description: "in this order: string, number",
      },
      [],
    ],
    [
      "a record of named keys",
      { a: z.record(z.enum(["x", "y"]), z.number()) },
      {
        type: "object",
        properties: { x: { type: "number" }, y: { type: "number" } },
        required: ["x", "y"],
        additionalProperties: false,
      },
      [],
    ],
    ["one schema used twice", { a: SHARED, b: SHARED }, { type: "string", minLength: 3 }, []],
    [
      "what somebody named",
      { a: z.string().meta({ id: "Named", "x-own": 1 }) },
      { type: "string" },
      [],
    ],
  ])("%s", (_, shape, property, losses) => {
    const { schema, losses: found } = wireSchema(z.object(shape));
    expect(illegalities(schema)).toEqual([]);
    expect(schema).toHaveProperty("properties.a", property);
    expect(found.map(({ field }) => field)).toEqual(losses);
  });

  test("a recursive schema is told one level deep, and says so", () => {
    const category = z.object({
      name: z.string(),
      get children() {
        return z.array(category);
      },
    });
    expect(wire(z.object({ root: category }))).toMatchObject({
      properties: {
        root: {
          properties: {
            name: { type: "string" },
            children: {
              type: "array",
              items: { type: "object", description: "the same shape as `root`" },
            },
          },
        },
      },
    });
    expect(fields(z.object({ root: category }))).toEqual(["root.children[]"]);
    expect(wire(category)).toMatchObject({
      properties: {
        children: { items: { description: "the same shape as the arguments themselves" } },
      },
    });
  });

  test("one field that zod can not convert costs only itself", () => {
    const args = z.object({
      good: z.string(),
      bad: z.lazy((): z.ZodType => {
        throw new Error("not yet");
      }),
      maybe: z.number().optional(),
    });
    expect(wireSchema(args)).toMatchObject({
      schema: {
        properties: { good: { type: "string" }, bad: {}, maybe: { type: "number" } },
        required: ["good", "bad"],
      },
      losses: [{ field: "bad" }],
    });
    expect(illegalities(wire(args))).toEqual([]);
  });

  test("two schemas of one id keep each its own", () => {
    const tree = z
      .object({
        get kids() {
          return z.array(tree);
        },
      })
      .meta({ id: "same" });
    const args = z.object({ a: z.string().meta({ id: "same" }), b: tree, c: z.number() });
    expect(wire(args)).toMatchObject({
      properties: {
        a: { type: "string" },
        b: { properties: { kids: { type: "array" } } },
        c: { type: "number" },
      },
    });
  });
});

describe("a union at the root", () => {
  test("of forms that a field tells apart", () => {
    const args = z.discriminatedUnion("action", [
      z.object({ action: z.literal("add"), text: z.string(), at: z.number().optional() }),
      z.object({ action: z.literal("remove"), id: z.number(), at: z.string() }),
    ]);
    expect(wire(args)).toEqual({
      type: "object",
      description: 'one of these forms: {action: "add", text, at?}; {action: "remove", id, at}',
      properties: {
        action: { type: "string", enum: ["add", "remove"] },
        text: { type: "string" },
        at: { anyOf: [{ type: "number" }, { type: "string" }] },
        id: { type: "number" },
      },
      required: ["action"],
    });
  });

  test.each<[string, z.ZodType, object]>([
    [
      "required is what all require",
      z.union([z.object({ a: z.string(), b: z.string() }), z.object({ a: z.string() })]),
      { required: ["a"] },
    ],
    [
      "closed where all are closed",
      z.union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.string() })]),
      { additionalProperties: false },
    ],
    [
      "a record beside a closed object",
      z.union([z.strictObject({ a: z.string() }), z.record(z.string(), z.number())]),
      {
        properties: { a: { anyOf: [{ type: "string" }, { type: "number" }] } },
        additionalProperties: { type: "number" },
      },
    ],
    [
      "what is no object is left out",
      z.union([z.object({ a: z.string() }), z.string(), z.null()]),
      { properties: { a: { type: "string" } }, required: ["a"] },
    ],
    [
      "a union of unions",
      z.union([
        z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
        z.object({ c: z.string() }),
      ]),
      { properties: { a: {}, b: {}, c: {} } },
    ],
    [
      "an intersection",
      z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() })),
      { required: ["a", "b"] },
    ],
    [
      "an intersection with a union",
      z.intersection(
        z.object({ a: z.string() }),
        z.union([z.object({ b: z.string() }), z.object({ c: z.string() })]),
      ),
      { properties: { a: {}, b: {}, c: {} }, required: ["a"] },
    ],
    ["an optional object", z.object({ a: z.string() }).optional(), { required: ["a"] }],
    ["anything at all", z.any(), { additionalProperties: true }],
  ])("%s", (_, args, expected) => {
    const { schema, callable } = wireSchema(args);
    expect(illegalities(schema)).toEqual([]);
    expect(schema).toMatchObject(expected);
    expect(callable).toBe(true);
  });

  test.each<[string, z.ZodType]>([
    ["text", z.string()],
    ["a list", z.array(z.object({}))],
    ["nothing", z.never()],
    [
      "two objects that can not be one",
      z.intersection(z.object({ a: z.string() }), z.object({ a: z.number() })),
    ],
    ["an object with a field that nothing is", z.object({ a: z.never() })],
  ])("of %s can never be called", (_, args) => {
    expect(wireSchema(args)).toMatchObject({ callable: false });
    expect(illegalities(wire(args))).toEqual([]);
  });
});

describe("JSON Schema that somebody else wrote", () => {
  test("references within it are put in, the rest of the document is left out", () => {
    const args = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: "https://example.org/tool",
      title: "Tool",
      type: "object",
      properties: {
        from: { $ref: "#/$defs/place", description: "Where it begins" },
        "to~1": { $ref: "#/properties/from" },
        old: { $ref: "#/definitions/a~1b%20c" },
      },
      $defs: { place: { type: "string", minLength: 1, description: "A place" } },
      definitions: { "a/b c": { const: 5 } },
    };
    expect(wireSchema(args)).toMatchObject({
      losses: [{ field: "" }],
      schema: {
        properties: {
          from: { type: "string", minLength: 1, description: "Where it begins" },
          "to~1": { type: "string", minLength: 1 },
          old: { type: "number", enum: [5] },
        },
      },
    });
    expect(illegalities(wire(args))).toEqual([]);
  });

  test.each<[string, object, object, string[]]>([
    ["a reference to nothing", { $ref: "#/$defs/x" }, {}, ["a"]],
    ["a reference elsewhere", { $ref: "https://example.org/x" }, {}, ["a"]],
    ["a circle of references", { $ref: "#/properties/a" }, { type: "object" }, ["a"]],
    ["true", Object(true), {}, []],
    [
      "several types, each with its rules",
      { type: ["string", "array", "null"], minLength: 1, items: { type: "number" } },
      {
        anyOf: [
          { type: "string", minLength: 1 },
          { type: "array", items: { type: "number" } },
          { type: "null" },
        ],
      },
      [],
    ],
    [
      "one type or null",
      { type: ["integer", "null"], minimum: 1 },
      { type: ["integer", "null"], minimum: 1 },
      [],
    ],
    ["a list without items", { type: "array" }, { type: "array", items: {} }, []],
    [
      "a property required twice",
      { properties: { b: { type: "string" } }, required: ["b", "b"] },
      { type: "object", properties: { b: { type: "string" } }, required: ["b"] },
      [],
    ],
    [
      "rules without a type",
      { properties: { b: { minLength: 2 } } },
      { type: "object", properties: { b: { type: "string", minLength: 2 } } },
      [],
    ],
    [
      "exactly one of",
      { oneOf: [{ type: "string" }, { type: "number" }] },
      { anyOf: [{ type: "string" }, { type: "number" }] },
      [],
    ],
    [
      "all of",
      { allOf: [{ type: "number" }, { minimum: 1 }, { type: "integer", maximum: 5 }] },
      { type: "integer", minimum: 1, maximum: 5 },
      [],
    ],
    [
      "one of two properties is required",
      {
        type: "object",
        properties: { b: { type: "string" }, c: { type: "string" } },
        additionalProperties: false,
        anyOf: [{ required: ["b"] }, { required: ["c"] }],
      },
      {
        anyOf: [
          { required: ["b"], additionalProperties: false },
          { required: ["c"], additionalProperties: false },
        ],
      },
      [],
    ],
    [
      "a required property that nobody describes",
      { type: "object", required: ["b"] },
      { properties: { b: {} }, required: ["b"] },
      [],
    ],
    [
      "properties by pattern",
      {
        type: "object",
        patternProperties: { "^x": { type: "number" } },
        additionalProperties: false,
      },
      { type: "object", additionalProperties: { type: "number" } },
      [],
    ],
    ["not", { type: "string", not: { const: "x" } }, { type: "string" }, ["a"]],
    [
      "if and else",
      { type: "object", if: { required: ["b"] }, else: { required: ["c"] } },
      { type: "object" },
      ["a"],
    ],
    [
      "an old tuple",
      { type: "array", items: [{ type: "string" }], additionalItems: false },
      { type: "array", items: { type: "string" }, maxItems: 1 },
      [],
    ],
    ["a pattern that looks ahead", { type: "string", pattern: "^(?!x)" }, { type: "string" }, []],
    ["a pattern that is none", { type: "string", pattern: "(" }, { type: "string" }, []],
    [
      "values of a type that is ruled out",
      { type: "string", enum: ["x", 1, null] },
      { type: "string", enum: ["x"] },
      [],
    ],
    ["a fixed object", { const: { x: 1 } }, { type: "object" }, ["a"]],
    [
      "keywords with the wrong values",
      { type: "text", minLength: -1, required: "b", enum: "x", anyOf: {}, properties: [] },
      {},
      [],
    ],
  ])("%s", (_, property, expected, losses) => {
    const { schema, losses: found } = wireSchema({ type: "object", properties: { a: property } });
    expect(illegalities(schema)).toEqual([]);
    expect(Reflect.get(Object(schema["properties"]), "a")).toMatchObject(expected);
    expect([...new Set(found.map(({ field }) => field))]).toEqual(losses);
  });

  test("references that multiply end", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `d${index}`,
        {
          type: "object",
          properties: {
            l: { $ref: `#/$defs/d${index + 1}` },
            r: { $ref: `#/$defs/d${index + 1}` },
          },
        },
      ]),
    );
    const { schema, losses } = wireSchema({
      type: "object",
      properties: { a: { $ref: "#/$defs/d0" } },
      $defs,
    });
    expect(JSON.stringify(schema).length).toBeLessThan(500_000);
    expect(losses.length).toBeGreaterThan(0);
    expect(illegalities(schema)).toEqual([]);
  });

  test("any mixture of keywords is made legal", () => {
    const { schema: anySchema } = fc.letrec<{ schema: unknown }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 3, depthSize: "small" },
        fc.constantFrom<unknown>(true, false, {}, null, "x", 5),
        fc.record(
          {
            type: fc.oneof(TYPE, fc.array(TYPE), fc.constant("text")),
            enum: fc.array(fc.jsonValue({ maxDepth: 1 })),
            const: fc.jsonValue({ maxDepth: 1 }),
            $ref: fc.constantFrom("#", "#/$defs/a", "#/properties/a", "#x", "http://x", ""),
            $defs: fc.record({ a: tie("schema") }),
            properties: fc.dictionary(
              fc.constantFrom("a", "b", "__proto__", "$c", "toString"),
              tie("schema"),
              { maxKeys: 2 },
            ),
            required: fc.array(fc.constantFrom("a", "b", "c", "__proto__", 5)),
            additionalProperties: tie("schema"),
            patternProperties: fc.record({ "^x": tie("schema") }),
            propertyNames: tie("schema"),
            items: fc.oneof(tie("schema"), fc.array(tie("schema"), { maxLength: 2 })),
            prefixItems: fc.array(tie("schema"), { maxLength: 2 }),
            anyOf: fc.array(tie("schema"), { maxLength: 2 }),
            oneOf: fc.array(tie("schema"), { maxLength: 2 }),
            allOf: fc.array(tie("schema"), { maxLength: 2 }),
            not: tie("schema"),
            minimum: fc.oneof(fc.integer(), fc.string()),
            minLength: fc.oneof(fc.integer(), fc.string()),
            pattern: fc.string(),
            format: fc.constantFrom("date-time", "uri", "", "Ω", 5),
            description: fc.oneof(fc.string(), fc.integer()),
          },
          { requiredKeys: [] },
        ),
      ),
    }));
    fc.assert(
      fc.property(anySchema, (given) => {
        const { schema } = wireSchema(Object(given));
        expect(illegalities(schema)).toEqual([]);
        compileSchema(schema);
      }),
      { numRuns: 100 },
    );
  });
});

describe("schemas of other libraries", () => {
  test("that tell their JSON Schema are asked for that of the input", () => {
    const asked: unknown[] = [];
    const args = standard({
      jsonSchema: {
        input(options: unknown) {
          asked.push(options);
          return { type: "object", properties: { a: { type: "string" } } };
        },
      },
    });
    expect(wireSchema(args)).toMatchObject({
      losses: [],
      schema: { properties: { a: { type: "string" } } },
    });
    expect(asked).toEqual([{ target: "draft-2020-12" }]);
  });

  test.each([
    ["that tell nothing", standard({})],
    [
      "whose telling throws",
      standard({
        jsonSchema: {
          input: () => {
            throw new Error("no");
          },
        },
      }),
    ],
    ["that tell no object", standard({ jsonSchema: { input: () => null } })],
    ["that call themselves zod and are not", standard({ vendor: "zod" })],
    [
      "that throw at every touch",
      new Proxy(
        {},
        {
          get() {
            throw new Error("no");
          },
        },
      ),
    ],
    ["that are their own part", circular()],
  ])("%s leave an open object, and say so", (_, args) => {
    const { schema, losses, callable } = wireSchema(args);
    expect(schema).toEqual({ type: "object", properties: {} });
    expect(losses).toHaveLength(1);
    expect(callable).toBe(true);
  });
});

function circular(): Record<string, unknown> {
  const schema: Record<string, unknown> = { type: "object" };
  schema["properties"] = { a: schema };
  return schema;
}
