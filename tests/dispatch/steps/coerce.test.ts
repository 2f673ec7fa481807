import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { JsonSchema } from "../../../core/contract/index.ts";
import { coerce } from "../../../core/dispatch/steps/coerce.ts";
import { compileJsonSchema } from "../../../core/dispatch/steps/json-schema.ts";

function field(schema: JsonSchema, value: unknown): unknown {
  const coerced = coerce({ x: value }, { type: "object", properties: { x: schema } });
  return "x" in coerced ? coerced["x"] : "absent";
}

const nullable = { anyOf: [{ type: "integer" }, { type: "null" }] };

const branch = (kind: string, type: string): JsonSchema => ({
  type: "object",
  properties: { kind: { const: kind }, value: { type } },
});

describe("what has only one reading is mended", () => {
  test.each([
    ["an integer", { type: "integer" }, "5", 5],
    ["a negative integer", { type: "integer" }, "-12", -12],
    ["a number", { type: "number" }, "5.5", 5.5],
    ["a number with an exponent", { type: "number" }, "1e3", 1000],
    ["an integer that may be null", nullable, "5", 5],
    ["an integer by its list of types", { type: ["integer", "null"] }, "5", 5],
    ["a number by its values", { enum: [1, 2] }, "2", 2],
    ["a number by its constant", { const: 7 }, "7", 7],
    ["true", { type: "boolean" }, "true", true],
    ["false", { type: "boolean" }, "false", false],
    ["an array", { type: "array", items: { type: "string" } }, '["a","b"]', ["a", "b"]],
    ["an object", { type: "object" }, '{"a":1}', { a: 1 }],
    [
      "numbers in an array in a text",
      { type: "array", items: { type: "integer" } },
      '["1",2]',
      [1, 2],
    ],
    ["a number in an array", { type: "array", items: { type: "integer" } }, ["1", 2], [1, 2]],
    [
      "a number in a tuple",
      { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }] },
      ["1", "2"],
      ["1", 2],
    ],
    [
      "a number in an object",
      { type: "object", properties: { n: { type: "integer" } } },
      { n: "1", s: "1" },
      { n: 1, s: "1" },
    ],
    [
      "a number behind allOf",
      { allOf: [{ properties: { n: { type: "integer" } } }] },
      { n: "1" },
      { n: 1 },
    ],
    ["null for a field that is optional", { type: "string" }, null, "absent"],
  ])("%s", (_what, schema, value, expected) => {
    expect(field(schema, value)).toEqual(expected);
  });

  test("through references, also where a schema holds itself", () => {
    const schema = {
      type: "object",
      properties: { root: { $ref: "#/$defs/node" } },
      $defs: {
        node: {
          type: "object",
          properties: {
            size: { type: "integer" },
            below: { type: "array", items: { $ref: "#/$defs/node" } },
          },
        },
      },
    };
    expect(coerce({ root: { size: "1", below: [{ size: "2" }] } }, schema)).toEqual({
      root: { size: 1, below: [{ size: 2 }] },
    });
  });

  test("in the one alternative that the tag says", () => {
    const schema = { oneOf: [branch("n", "integer"), branch("t", "string")] };
    expect(field(schema, { kind: "n", value: "5" })).toEqual({ kind: "n", value: 5 });
    expect(field(schema, { kind: "t", value: "5" })).toEqual({ kind: "t", value: "5" });
  });
});

describe("what has more than one reading, or none, is left alone", () => {
  test.each([
    ["a fraction for an integer", { type: "integer" }, "5.5"],
    ["more than a number can hold", { type: "number" }, "1e999"],
    ["an integer that would become another one", { type: "integer" }, "9007199254740993"],
    ["leading zeros, which may be an id", { type: "integer" }, "007"],
    ["a word", { type: "integer" }, "abc"],
    ["blanks around", { type: "integer" }, " 5 "],
    ["nothing at all", { type: "number" }, ""],
    ["a hexadecimal", { type: "integer" }, "0x10"],
    ["another word for true", { type: "boolean" }, "yes"],
    ["a number for a boolean", { type: "boolean" }, 1],
    ["a number for a text", { type: "string" }, 5],
    ["a text where a text is wanted", { type: "string" }, '["a"]'],
    ["a text where a text is wanted too", { type: ["array", "string"] }, '["a"]'],
    ["a text where anything goes", {}, "5"],
    ["broken JSON for an array", { type: "array" }, '["a"'],
    ["an object for an array", { type: "array" }, '{"a":1}'],
    ["an object with a hidden prototype", { type: "object" }, '{"__proto__":{}}'],
    ["null where null is meant", nullable, null],
    ["null where anything goes", {}, null],
    [
      "an object of two possible kinds",
      {
        anyOf: [
          { properties: { a: { type: "integer" } } },
          { properties: { a: { type: "string" } } },
        ],
      },
      { a: "1" },
    ],
    ["a reference to elsewhere", { $ref: "https://example.com/schema" }, "5"],
    ["a reference to itself", { $ref: "#/properties/x" }, "5"],
  ])("%s", (_what, schema, value) => {
    expect(field(schema, value)).toEqual(value);
  });

  test("null for a required field", () => {
    const schema = { type: "object", properties: { x: { type: "string" } }, required: ["x"] };
    expect(coerce({ x: null }, schema)).toEqual({ x: null });
  });

  test("keys that the schema does not know", () => {
    const args = { other: "5", gone: null };
    expect(coerce(args, { type: "object", properties: {} })).toBe(args);
  });
});

const leaf = fc.constantFrom<JsonSchema>(
  { type: "integer" },
  { type: "number" },
  { type: "boolean" },
  { type: "string" },
  { type: "null" },
  { type: ["string", "integer"] },
  { enum: ["1", 2, null, true] },
  { const: "5" },
  {},
);
const { schema: anySchema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small" },
    leaf,
    fc.record({ type: fc.constant("array"), items: tie("schema") }),
    fc
      .tuple(fc.dictionary(fc.constantFrom("a", "b", "c"), tie("schema")), fc.subarray(["a", "b"]))
      .map(([properties, required]) => ({ type: "object", properties, required })),
    fc.tuple(tie("schema"), tie("schema")).map((anyOf) => ({ anyOf })),
    fc.tuple(tie("schema"), tie("schema")).map((oneOf) => ({ oneOf })),
    fc.tuple(tie("schema"), tie("schema")).map((allOf) => ({ allOf })),
  ),
}));
const text = fc.oneof(
  fc.constantFrom("5", "-1", "1.5", "true", "null", "[]", '["1"]', '{"a":"1"}', "abc", ""),
  fc.json({ maxDepth: 2 }),
);
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value")),
  ),
}));

test("what a schema already takes is never changed, and coercing twice changes nothing more", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom("x", "y"), anySchema, { minKeys: 1 }),
      fc.dictionary(fc.constantFrom("x", "y"), anyValue),
      async (properties, args) => {
        const schema = { type: "object", properties };
        const issues = await compileJsonSchema(schema);
        const before = structuredClone(args);
        const coerced = coerce(args, schema);
        expect(args).toEqual(before);
        expect(issues(args).length === 0 ? coerced : before).toEqual(before);
        expect(coerce(coerced, schema)).toEqual(coerced);
      },
    ),
    { numRuns: 300 },
  );
});

test("a schema made by zod is understood", () => {
  const schema = z.toJSONSchema(
    z.object({
      limit: z.number().int().optional(),
      tags: z.array(z.string()).default([]),
      filter: z.object({ exact: z.boolean() }).nullable().optional(),
    }),
    { io: "input" },
  );
  expect(coerce({ limit: "5", tags: '["a"]', filter: { exact: "true" } }, { ...schema })).toEqual({
    limit: 5,
    tags: ["a"],
    filter: { exact: true },
  });
  expect(coerce({ limit: null, filter: null }, { ...schema })).toEqual({ filter: null });
});
