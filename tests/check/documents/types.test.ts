import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { argumentsOf } from "../../../core/check/documents/arguments.ts";
import { typeText } from "../../../core/check/documents/type-text.ts";
import { readRequired, readType } from "../../../core/check/documents/type-words.ts";

describe("the type of a schema, as contracts write it", () => {
  test.each([
    [{ type: "string" }, "string"],
    [{ type: "integer", minimum: 1 }, "integer"],
    [{ type: "array", items: { type: "string" } }, "array of string"],
    [{ type: "array" }, "array"],
    [{ type: "array", items: {} }, "array"],
    [{ enum: ["a", "b"] }, '"a" | "b"'],
    [{ enum: ["a", 1, true, null] }, '"a" | 1 | true | null'],
    [{ const: 3 }, "3"],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }, "string | null"],
    [{ type: ["null", "string"] }, "string | null"],
    [{ anyOf: [{ type: "null" }, { enum: ["x"] }] }, '"x" | null'],
    [{ type: "array", items: { type: ["string", "integer"] } }, "array of (string | integer)"],
    [
      { type: "array", items: { type: "array", items: { type: "number" } } },
      "array of array of number",
    ],
    [
      { type: "array", prefixItems: [{ type: "number" }, { enum: ["a", "b"] }] },
      '[number, "a" | "b"]',
    ],
    [{ type: "object", properties: { a: {} } }, "object"],
    [{ type: "object", additionalProperties: { type: "number" } }, "object of number"],
    [{ type: "object", additionalProperties: false }, "object"],
    [{ properties: { a: {} } }, "object"],
    [{}, "any"],
    [true, "any"],
    [{ allOf: [{ type: "string" }, { minLength: 2 }] }, "string"],
    [{ anyOf: [{ type: "string" }, {}] }, "any"],
  ])("%j is %s", (schema, text) => {
    expect(typeText(schema)).toBe(text);
    expect(readType(text), "a contract that says just that agrees").toBe(
      readType(typeText(schema)),
    );
  });

  test("references are followed, and a circle of them ends", () => {
    const root = {
      $defs: {
        tree: { type: "object", properties: { left: { $ref: "#/$defs/tree" } } },
        id: { type: "integer" },
      },
      type: "object",
      properties: {
        tree: { $ref: "#/$defs/tree" },
        id: { $ref: "#/$defs/id", description: "Which" },
      },
      required: ["id"],
    };
    expect(argumentsOf(root).map(({ path, type, required }) => [path, type, required])).toEqual([
      ["tree", "object", false],
      ["tree.left", "object", false],
      ["id", "integer", true],
    ]);
    expect(argumentsOf(root)[2]?.description).toBe("Which");
  });
});

describe("the type in a contract, as people write it", () => {
  test.each([
    ["int", "integer"],
    ["`String`", "string"],
    ["bool", "boolean"],
    ["float", "number"],
    ["string[]", "array of string"],
    ["array<string>", "array of string"],
    ["list of strings", "array of string"],
    ["array (of string)", "array of string"],
    ["Record<string, number>", "object of number"],
    ["map of numbers", "object of number"],
    ["string or null", "string | null"],
    ["null / string", "string | null"],
    ["string?", "string"],
    ["string (ISO date, e.g. 2024-01-01 + zone)", "string"],
    ["integer, at least 1", "integer"],
    ["string, optional", "string"],
    ["'a' \\| 'b'", '"a" | "b"'],
    ["a | b", '"b" | "a"'],
    ["one of a, b", '"a" | "b"'],
    ['enum("a", "b")', '"a" | "b"'],
    ["`a`, `b` or `c`", '"a" | "b" | "c"'],
    ["(string | integer)[]", "array of (string | integer)"],
    ["[number, number]", "[number, number]"],
    ["unknown", "any"],
    ['"a, b" | "c|d"', '"c|d" | "a, b"'],
  ])("%s means %s", (written, type) => {
    expect(readType(written)).not.toBeNull();
    expect(readType(written)).toBe(readType(type));
  });

  test.each([
    ["integer", "number"],
    ["string", '"string"'],
    ["array of string", "array"],
    ["string", "string | null"],
    ['"a" | "b"', '"a"'],
    ["object of number", "object"],
    ["true", "boolean"],
  ])("%s is not %s", (one, other) => {
    expect(readType(one)).not.toBe(readType(other));
  });

  test.each(["", "an ISO date", "string |", "array of", "(string", "[number", "»", "a b c"])(
    "%j can not be read",
    (text) => {
      expect(readType(text)).toBeNull();
    },
  );

  test("never throws, whatever is written", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z|,()<>[\]"' ]*$/)), (text) => {
        const read = readType(text);
        expect(read === null || typeof read === "string").toBe(true);
      }),
    );
  });

  test("a written type agrees with the schema it was made from, for any schema", () => {
    const leaf = fc.oneof(
      fc.constantFrom("string", "integer", "number", "boolean", "null").map((type) => ({ type })),
      fc
        .uniqueArray(fc.stringMatching(/^[a-z |,()[\]_-]{1,8}$/), { minLength: 1, maxLength: 4 })
        .map((values) => ({ enum: values })),
      fc.constant({}),
    );
    const { schema } = fc.letrec((tie) => ({
      schema: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.record({ type: fc.constant("array"), items: tie("schema") }),
        fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
        fc.record({ type: fc.constant("object"), additionalProperties: tie("schema") }),
      ),
    }));
    fc.assert(
      fc.property(schema, (made) => {
        expect(readType(typeText(made))).not.toBeNull();
      }),
    );
  });

  test.each([
    ["yes", true],
    ["Yes (always)", true],
    ["`true`", true],
    ["required", true],
    ["no", false],
    ["optional, default 5", false],
    ["no (default 5)", false],
    ["", false],
    ["–", false],
    ["perhaps", null],
  ])("required: %j is %s", (text, required) => {
    expect(readRequired(text)).toBe(required);
  });
});

describe("the arguments of a schema", () => {
  test("each is followed by the fields inside of it", () => {
    const schema = {
      type: "object",
      required: ["filter"],
      properties: {
        filter: {
          type: "object",
          required: ["limit"],
          properties: { limit: { type: "integer", default: 5 }, text: { type: "string" } },
        },
        tags: {
          type: "array",
          items: { type: "object", properties: { name: { type: "string" } } },
        },
        headers: {
          type: "object",
          additionalProperties: { type: "object", properties: { value: { type: "string" } } },
        },
      },
    };
    expect(
      argumentsOf(schema).map(
        ({ path, type, required }) => `${path}: ${type}${required ? "" : "?"}`,
      ),
    ).toEqual([
      "filter: object",
      "filter.limit: integer",
      "filter.text: string?",
      "tags: array of object?",
      "tags[].name: string?",
      "headers: object of object?",
      "headers.*.value: string?",
    ]);
    expect(argumentsOf(schema)[1]).toMatchObject({ default: 5 });
  });

  test("of several shapes all fields are there, required where every shape requires them", () => {
    const schema = {
      type: "object",
      required: ["shape"],
      properties: {
        shape: {
          oneOf: [
            {
              type: "object",
              required: ["kind", "radius"],
              properties: { kind: { const: "circle" }, radius: { type: "number" } },
            },
            {
              type: "object",
              required: ["kind"],
              properties: { kind: { const: "square" }, side: { type: "integer" } },
            },
          ],
        },
      },
    };
    expect(argumentsOf(schema).map(({ path, type, required }) => [path, type, required])).toEqual([
      ["shape", "object", true],
      ["shape.kind", '"circle" | "square"', true],
      ["shape.radius", "number", false],
      ["shape.side", "integer", false],
    ]);
  });
});
