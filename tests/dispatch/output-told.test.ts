import { expect, test } from "vitest";
import { z } from "zod";
import { Response } from "../../core/contract/index.ts";
import type { ArgsSchema } from "../../core/contract/index.ts";
import { describeTool } from "../../core/board/describe.ts";
import { compileJsonSchema } from "../../core/dispatch/steps/json-schema.ts";
import { toolOf, workshop } from "./fixture.ts";

type Node = { name: string; next?: Node | undefined };
const node: z.ZodType<Node, Node> = z.object({
  name: z.string(),
  get next(): z.ZodOptional<z.ZodType<Node, Node>> {
    return node.optional();
  },
});

const shapes = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("circle"), r: z.number() }),
  z.object({ kind: z.literal("square"), side: z.number() }),
]);

test.each<[string, ArgsSchema, Readonly<Record<string, unknown>>]>([
  ["defaults", z.object({ a: z.string().default("x"), b: z.int().catch(1) }), { b: "no" }],
  ["unknown keys", z.object({ a: z.object({ b: z.number() }) }), { a: { b: 1, c: 2 }, d: 3 }],
  ["loose", z.looseObject({ a: z.number() }), { a: 1, more: [1] }],
  ["null and absent", z.object({ a: z.null(), b: z.string().nullish() }), { a: null }],
  ["a record", z.object({ a: z.record(z.string(), z.int()) }), { a: { x: 1 } }],
  ["a tuple", z.object({ a: z.tuple([z.string(), z.int()]) }), { a: ["x", 1] }],
  ["a union at the root", shapes, { kind: "square", side: 2, r: 1 }],
  ["an intersection", z.object({ a: z.int() }).and(z.object({ b: z.int() })), { a: 1, b: 2 }],
  ["itself inside", node, { name: "a", next: { name: "b" } }],
  [
    "formats",
    z.object({ a: z.email(), b: z.uuid(), c: z.iso.date() }),
    {
      a: "a@b.example",
      b: "123e4567-e89b-42d3-a456-426614174000",
      c: "2026-07-28",
    },
  ],
  ["a date", z.object({ at: z.coerce.date() }), { at: "2026-07-28" }],
  ["a bigint", z.object({ n: z.coerce.bigint() }), { n: 5 }],
  ["a number of a text", z.object({ n: z.coerce.number() }), { n: "5" }],
  ["a transform", z.object({ n: z.string().transform((text) => text.length) }), { n: "abc" }],
  ["a pipe", z.object({ n: z.string().transform(Number).pipe(z.int()) }), { n: "5" }],
  [
    "a set and a map",
    z.object({ a: z.array(z.int()).transform((all) => new Set(all)) }),
    { a: [1] },
  ],
  [
    "JSON Schema with true and false",
    {
      type: "object",
      properties: { a: true, b: false },
      $defs: { c: { type: "string" } },
      additionalProperties: { $ref: "#/$defs/c" },
    },
    { a: 1, d: "x" },
  ],
  [
    "JSON Schema of an older draft",
    {
      $schema: "http://json-schema.org/draft-07/schema#",
      definitions: { n: { type: "number" } },
      properties: { a: { items: [{ $ref: "#/definitions/n" }] } },
    },
    { a: [1] },
  ],
])("what comes of %s is what clients are told", async (_what, output, additional) => {
  const execute = () => new Response({ message: "done", additional });
  const tool = toolOf({ output, execute });
  const { outputSchema = {} } = describeTool(tool).description.self ?? {};
  expect(outputSchema["type"]).toBe("object");
  const result = await workshop({ tools: { tool } }).one("tool");
  expect(result).toMatchObject({ status: "ok", message: "done" });
  const wrongIn = await compileJsonSchema(outputSchema);
  expect(wrongIn(result.additional)).toEqual([]);
});
