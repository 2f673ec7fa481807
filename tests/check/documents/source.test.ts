import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { packagesImported } from "../../../core/check/documents/imports.ts";
import { endsTurn } from "../../../core/check/documents/responses.ts";
import {
  lineOfArgument,
  lineOfDefinition,
  lineOfKey,
  readSource,
} from "../../../core/check/documents/source.ts";

const SOURCE = readSource(`import { defineTool } from "pegboard"; // args: { city: no }
import { z } from "zod";

type Options = { city: string; risk: "deny" };
const pattern = /"city: \\/\\//;
const text = \`risk: \${ { a: "}" }.a } city: \`;

const filter = z.object({ limit: z.number() });

export default defineTool({
  description: "city: a word",
  args: z.object({
    city: z.string(),
    filter,
    tags: z.array(z.object({ name: z.string() })),
    "max-age": z.number(),
  }),
  risk: "read",
  methods: {
    load: {
      description: "Loads.",
      risk: "write",
      args: z.object({ city: z.string(), id: z.string() }),
      execute: () => "x",
    },
  },
});
`);

describe("where things stand in a tool's file", () => {
  test.each([
    [null, "city", 13],
    [null, "filter", 14],
    [null, "tags[].name", 15],
    [null, "max-age", 16],
    ["load", "city", 23],
    ["load", "id", 23],
    [null, "nowhere", 12],
  ])("argument %s %s is on line %i", (method, path, line) => {
    expect(lineOfArgument(SOURCE, method, path)).toBe(line);
  });

  test.each([
    ["risk", null, 18],
    ["risk", "load", 22],
    ["description", null, 11],
    ["description", "load", 21],
    ["interactive", null, 10],
  ])("key %s of %s is on line %i", (key, method, line) => {
    expect(lineOfKey(SOURCE, key, method)).toBe(line);
  });

  test("the class form, and a schema that stands apart", () => {
    const source = readSource(`import { Tool } from "pegboard";
const args = z.object({
  city: z.string(),
});
export default class Weather extends Tool<typeof args> {
  static override args = args;
  static override risk = "read" as const;
}
`);
    expect(lineOfArgument(source, null, "city")).toBe(3);
    expect(lineOfKey(source, "risk")).toBe(7);
    expect(lineOfDefinition(source)).toBe(5);
  });

  test("the views have the length of the text, for any text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[`'"/*$\\{}a\n ]*$/)), (text) => {
        const source = readSource(text);
        expect(source.code).toHaveLength(source.text.length);
        expect(source.bare).toHaveLength(source.text.length);
        expect(lineOfArgument(source, null, "a")).toBeGreaterThan(0);
      }),
    );
  });
});

test("Responses that end the turn are told from words, types and comments", () => {
  const source = readSource(`
// new Response({ message: "", break_loop: true })
type Answer = { break_loop: boolean };
const note = "new Response({ break_loop: true })";
return new Response({ message: "break_loop: true" });
return new Response({ message: \`x\`, break_loop: false });
return new Response({
  message: f({ a: 1 }),
  break_loop: true,
});
return new Response({ message, break_loop });
return new Response({ message, break_loop: done && !failed });
`);
  expect(endsTurn(source)).toEqual([
    { line: 6, ends: "no" },
    { line: 9, ends: "yes" },
    { line: 11, ends: "maybe" },
    { line: 12, ends: "maybe" },
  ]);
});

test("the packages that a file imports", () => {
  const source = readSource(`import pc from "picocolors";
import type { X } from "types-only";
import {
  a,
} from "@scope/name/deep";
import "side-effect";
import { readFile } from "node:fs/promises";
import fs from "fs";
import { helper } from "./helper.ts";
// import x from "comment";
const text = 'import y from "text"';
export { z } from "again/sub";
const lazy = await import("lazy");
`);
  expect(packagesImported(source)).toEqual([
    { name: "picocolors", line: 1 },
    { name: "@scope/name", line: 5 },
    { name: "side-effect", line: 6 },
    { name: "again", line: 12 },
    { name: "lazy", line: 13 },
  ]);
});
