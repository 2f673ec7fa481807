import { code } from "../../compare/names.ts";
import { lineOfArgument } from "../../documents/source.ts";
import { writtenName } from "../../documents/arguments.ts";
import { isObject, variantsOf } from "../../documents/schema-shape.ts";
import type { JsonSchema } from "../../../contract/index.ts";
import { TOOL, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "schema/array-items",
  severity: "error",
  summary: "An array does not say what its items are: OpenAI and Google refuse such a schema.",
  failing: changed(
    TOOL,
    `z.object({
    city: z.string().describe("City name, in English"),
    days: z.number().int().default(1).describe("How many days ahead"),
  })`,
    `{
    type: "object",
    required: ["city"],
    properties: {
      city: { type: "string", description: "City name, in English" },
      days: { type: "array", description: "Which days" },
    },
  }`,
    "days: {",
    { also: ["dox/argument-type"] },
  ),
  passing: clean(TOOL, "args:"),
  check: ({ tools }) =>
    tools.flatMap(({ name, file, source, callables }) =>
      callables.flatMap(({ method, spec, arguments: args }) =>
        args
          .filter(({ schema }) => hasOpenArray(schema, spec.inputSchema, 0))
          .map(({ path }) => ({
            message: `the array ${code(path)} of ${code(writtenName(name, method))} does not say what its items are`,
            file,
            line: lineOfArgument(source, method, path),
            hint: 'Add `items`, such as `items: { type: "string" }`.',
          })),
      ),
    ),
};

function hasOpenArray(schema: unknown, root: JsonSchema, depth: number): boolean {
  return variantsOf(schema, root).some(({ schema: shape }) => {
    if (shape["type"] !== "array") return false;
    if (isObject(shape["items"])) return depth < 8 && hasOpenArray(shape["items"], root, depth + 1);
    return !Array.isArray(shape["prefixItems"]);
  });
}
