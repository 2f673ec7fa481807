import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { ArgsSchema } from "../../../core/contract/index.ts";
import { createValidator, invalidArgsText } from "../../../core/dispatch/steps/validate.ts";
import type { ArgIssue } from "../../../core/dispatch/steps/validate.ts";

async function issuesOf(
  schema: ArgsSchema | undefined,
  args: object,
): Promise<readonly ArgIssue[]> {
  const validate = await createValidator(schema);
  const outcome = await validate({ ...args });
  return outcome.kind === "valid" ? [] : outcome.issues;
}

async function pathsOf(schema: ArgsSchema, args: object): Promise<string[]> {
  return (await issuesOf(schema, args)).map(({ path }) => path);
}

describe("a live schema", () => {
  test("validates itself, not what JSON Schema keeps of it", async () => {
    const schema = z.object({ name: z.string().trim().min(1) });
    expect(await pathsOf(schema, { name: " " })).toEqual(["name"]);
    expect(await (await createValidator(schema))({ name: " x " })).toEqual({
      kind: "valid",
      value: { name: "x" },
    });
  });

  test("names a field wherever it is", async () => {
    const schema = z.object({ list: z.array(z.object({ n: z.number() })) });
    expect(await pathsOf(schema, { list: [{ n: 1 }, { n: "x" }] })).toEqual(["list.1.n"]);
  });

  test("may be asynchronous", async () => {
    const schema = z.object({ n: z.number().refine(async (n) => n > 1) });
    expect(await pathsOf(schema, { n: 1 })).toEqual(["n"]);
    expect(await pathsOf(schema, { n: 2 })).toEqual([]);
  });

  test("of any library that speaks Standard Schema", async () => {
    const schema: ArgsSchema = {
      "~standard": {
        version: 1,
        vendor: "own",
        validate: () => ({ issues: [{ message: "bad", path: [{ key: "a" }, 0] }] }),
      },
    };
    expect(await issuesOf(schema, {})).toEqual([{ path: "a.0", message: "bad" }]);
  });

  test("unknown keys of a strict object are listed", async () => {
    const [issue] = await issuesOf(z.strictObject({ a: z.number() }), { a: 1, b: 2, c: 3 });
    expect(issue?.message).toContain('"b"');
    expect(issue?.message).toContain('"c"');
  });
});

describe("a JSON Schema", () => {
  const schema = {
    type: "object",
    properties: {
      n: { type: "integer", minimum: 1 },
      "a/b": { type: "string" },
      kind: { enum: ["x", "y"] },
    },
    required: ["n"],
    additionalProperties: false,
  };

  test.each([
    [{}, "n", "is missing"],
    [{ n: 0 }, "n", ">= 1"],
    [{ n: "x" }, "n", "integer"],
    [{ n: 1, "a/b": 1 }, "a/b", "string"],
    [{ n: 1, kind: "z" }, "kind", '["x","y"]'],
    [{ n: 1, more: 1 }, "", '"more"'],
  ])("refuses %j", async (args, path, message) => {
    const issues = await issuesOf(schema, args);
    expect(issues).toEqual([{ path, message: expect.stringContaining(message) }]);
  });

  test("sees only what an object has itself, not what it inherits", async () => {
    const inherited = {
      type: "object",
      properties: { constructor: { type: "string" }, toString: { type: "string" } },
      required: ["constructor"],
    };
    expect(await pathsOf(inherited, {})).toEqual(["constructor"]);
    expect(await pathsOf(inherited, { constructor: "x" })).toEqual([]);
  });

  test.each([
    ["without a name", {}],
    ["with a name", { $id: "https://example.com/node" }],
  ])("may mean itself, %s", async (_how, named) => {
    const node = {
      ...named,
      type: "object",
      properties: { name: { type: "string" }, next: { $ref: "#" } },
      required: ["name"],
    };
    expect(await pathsOf(node, { name: "a", next: { name: "b", next: {} } })).toEqual([
      "next.next.name",
    ]);
    // Another of the same name is another one.
    expect(await pathsOf({ ...node, required: [] }, { next: {} })).toEqual([]);
  });

  test("changes nothing in the arguments", async () => {
    const validate = await createValidator({
      type: "object",
      properties: { a: { type: "integer", default: 1 } },
    });
    expect(await validate({ b: "2" })).toEqual({ kind: "valid", value: { b: "2" } });
  });

  test.each([
    [
      "2020-12",
      {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: { a: { prefixItems: [{ type: "integer" }] } },
      },
    ],
    [
      "2019-09",
      {
        $schema: "https://json-schema.org/draft/2019-09/schema",
        properties: { a: { items: [{ type: "integer" }] } },
      },
    ],
    [
      "draft-07",
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        properties: { a: { items: [{ type: "integer" }] } },
      },
    ],
  ])("of %s means what it meant there", async (_draft, old) => {
    expect(await pathsOf(old, { a: ["x"] })).toEqual(["a.0"]);
    expect(await pathsOf(old, { a: [1, "x"] })).toEqual([]);
  });

  test("may have a pattern that only old regular expressions allow, and the same $id as another", async () => {
    const loose = { $id: "same", properties: { a: { type: "string", pattern: "^[\\w\\-]+$" } } };
    expect(await pathsOf(loose, { a: "x y" })).toEqual(["a"]);
    expect(await pathsOf({ ...loose }, { a: "x-y" })).toEqual([]);
  });

  test.each([
    ["a type that does not exist", { type: "objct" }],
    ["a reference to elsewhere", { properties: { a: { $ref: "https://example.com/x" } } }],
    ["a pattern that is none", { properties: { a: { type: "string", pattern: "(" } } }],
    ["a required that is no list", { required: "a" }],
  ])("with %s is said to be broken", async (_what, broken) => {
    await expect(createValidator(broken)).rejects.toThrow("its JSON Schema can not be used");
  });
});

test("a tool without arguments ignores what it is sent", async () => {
  const validate = await createValidator(undefined);
  expect(await validate({ anything: 1 })).toEqual({ kind: "valid", value: {} });
});

test("however much is wrong, what the model is told is bounded", () => {
  const issues = Array.from({ length: 500 }, (_, n) => ({
    path: `field${n}.${"x".repeat(500)}`,
    message: "m".repeat(5_000),
  }));
  const said = invalidArgsText("t".repeat(1_000), issues);
  expect(said.length).toBeLessThan(2_048);
  expect(said).toContain("field0");
  expect(said).toContain("490 more");
});
