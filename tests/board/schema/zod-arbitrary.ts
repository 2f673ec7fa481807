import fc from "fast-check";
import { z } from "zod";

/** A zod schema with values that it accepts in JSON; `value` is undefined where no JSON will do. */
export type Sample = {
  readonly schema: z.ZodType;
  readonly value: fc.Arbitrary<unknown> | undefined;
};

const key = fc.constantFrom("a", "b", "c", "d", "toString", "constructor", "x-y", "very.long");

const sample = (schema: z.ZodType, value?: fc.Arbitrary<unknown>): Sample => ({ schema, value });

const leaf: fc.Arbitrary<Sample> = fc.constantFrom<Sample>(
  sample(z.string(), fc.string()),
  sample(z.string().min(2).max(5), fc.string({ minLength: 2, maxLength: 5 })),
  sample(
    z
      .string()
      .regex(/^[a-c]+$/)
      .regex(/b/),
    fc.constantFrom("b", "abc"),
  ),
  sample(z.string().regex(/^(?!x)/), fc.constant("y")),
  sample(z.email(), fc.constant("a@b.org")),
  sample(z.url(), fc.constant("https://b.org/c")),
  sample(z.uuid(), fc.uuid({ version: 4 })),
  sample(z.iso.datetime(), fc.constant("2026-01-01T00:00:00Z")),
  sample(z.iso.date(), fc.constant("2026-01-01")),
  sample(z.templateLiteral(["a", z.number()]), fc.constant("a5")),
  sample(z.number(), fc.double({ noNaN: true, noDefaultInfinity: true })),
  sample(z.int(), fc.maxSafeInteger()),
  sample(z.number().multipleOf(2).multipleOf(3), fc.constantFrom(0, 6, -12)),
  sample(z.number().gt(0).lte(10), fc.constantFrom(1, 10)),
  sample(z.boolean(), fc.boolean()),
  sample(z.null(), fc.constant(null)),
  sample(z.any(), fc.jsonValue()),
  sample(z.unknown(), fc.jsonValue()),
  sample(z.json(), fc.jsonValue()),
  sample(z.literal("a"), fc.constant("a")),
  sample(z.literal(""), fc.constant("")),
  sample(z.literal(["a", 1, true, null]), fc.constantFrom("a", 1, true, null)),
  sample(z.enum(["a", "b"]), fc.constantFrom("a", "b")),
  sample(z.enum({ One: 1, Two: 2 }), fc.constantFrom(1, 2)),
  sample(z.never()),
  sample(z.undefined()),
  sample(z.void()),
  sample(z.nan()),
  sample(z.date()),
  sample(z.coerce.date(), fc.constant("2026-01-01T00:00:00Z")),
  sample(z.bigint()),
  sample(z.literal(5n)),
  sample(z.symbol()),
  sample(z.map(z.string(), z.number())),
  sample(z.set(z.string())),
  sample(z.instanceof(URL)),
  sample(z.file()),
  sample(z.custom<string>()),
  sample(z.transform(() => "x")),
  sample(z.stringbool(), fc.constantFrom("true", "no")),
);

const optional = (value: fc.Arbitrary<unknown> | undefined) =>
  value ? fc.option(value, { nil: undefined }) : fc.constant(undefined);

/**
 * Any zod schema, at most a few levels deep.
 *
 * @param catching - with `catch`, which accepts whatever there is
 */
export const zodSample = (catching: boolean): fc.Arbitrary<Sample> =>
  fc.letrec<{ any: Sample; object: Sample }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      tie("object"),
      tie("any").map(({ schema, value }) => sample(schema.optional(), value)),
      tie("any").map(({ schema, value }) =>
        sample(schema.nullable(), fc.option(value ?? fc.constant(null))),
      ),
      tie("any").map(({ schema, value }) => sample(schema.describe("Some words"), value)),
      tie("any").map(({ schema, value }) => sample(schema.readonly(), value)),
      tie("any").map(({ schema, value }) =>
        sample(catching ? schema.catch(() => null) : schema, value),
      ),
      tie("any").map(({ schema, value }) =>
        sample(
          schema.transform(() => "x"),
          value,
        ),
      ),
      tie("any").map(({ schema, value }) => sample(schema.pipe(z.any()), value)),
      tie("any").map(({ schema, value }) =>
        sample(
          z.preprocess((given) => given, schema),
          value,
        ),
      ),
      tie("any").map(({ schema, value }) =>
        sample(
          z.lazy(() => schema),
          value,
        ),
      ),
      tie("any").map(({ schema, value }) =>
        sample(schema.meta({ id: "same", title: "T", examples: [1], extra: { a: 1 } }), value),
      ),
      tie("any").map(({ schema, value }) =>
        sample(z.array(schema).max(3), fc.array(value ?? fc.nat(), { maxLength: value ? 3 : 0 })),
      ),
      fc
        .tuple(tie("any"), tie("any"))
        .map(([a, b]) =>
          sample(z.tuple([a.schema, b.schema]), a.value && b.value && fc.tuple(a.value, b.value)),
        ),
      fc
        .tuple(tie("any"), tie("any"))
        .map(([a, b]) => sample(z.tuple([a.schema], b.schema), a.value && fc.tuple(a.value))),
      tie("any").map(({ schema, value }) =>
        sample(z.record(z.string(), schema), value && fc.dictionary(key, value)),
      ),
      tie("any").map(({ schema, value }) =>
        sample(z.record(z.enum(["a", "b"]), schema), value && fc.record({ a: value, b: value })),
      ),
      tie("any").map(({ schema, value }) =>
        sample(
          z.partialRecord(z.enum(["a", "b"]), schema),
          value && fc.record({ a: value }, { requiredKeys: [] }),
        ),
      ),
      fc.tuple(tie("any"), tie("any")).map(([a, b]) => union(z.union([a.schema, b.schema]), a, b)),
      fc.tuple(tie("any"), tie("any")).map(([a, b]) => union(z.xor([a.schema, b.schema]), a, b)),
    ),
    object: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc
        .tuple(
          fc.dictionary(key, fc.tuple(tie("any"), fc.boolean()), { maxKeys: 3 }),
          fc.constantFrom("strip", "strict", "loose"),
        )
        .map(([fields, kind]) => object(fields, kind)),
      fc
        .tuple(tie("object"), tie("object"))
        .map(([a, b]) => union(z.union([a.schema, b.schema]), a, b)),
      fc
        .tuple(tie("object"), tie("object"))
        .map(([a, b]) =>
          sample(
            z.intersection(a.schema, b.schema),
            a.value &&
              b.value &&
              fc.tuple(a.value, b.value).map(([x, y]) => ({ ...Object(x), ...Object(y) })),
          ),
        ),
      fc
        .tuple(tie("any"), tie("any"))
        .map(([a, b]) =>
          union(
            z.discriminatedUnion("kind", [
              z.object({ kind: z.literal("a"), of: a.schema }),
              z.strictObject({ kind: z.literal(["b", "c"]), of: b.schema.optional() }),
            ]),
            sample(a.schema, a.value && fc.record({ kind: fc.constant("a"), of: a.value })),
            sample(
              b.schema,
              b.value && fc.record({ kind: fc.constantFrom("b", "c"), of: b.value }),
            ),
          ),
        ),
      tie("object").map(({ value }) => {
        const node: z.ZodType = z.object({ v: z.number(), next: z.lazy(() => node).optional() });
        return sample(z.object({ node }), value && fc.constant({ node: { v: 1, next: { v: 2 } } }));
      }),
    ),
  })).any;

function union(schema: z.ZodType, a: Sample, b: Sample): Sample {
  return sample(schema, a.value && b.value ? fc.oneof(a.value, b.value) : (a.value ?? b.value));
}

function object(fields: Record<string, [Sample, boolean]>, kind: string): Sample {
  const make = { strip: z.object, strict: z.strictObject, loose: z.looseObject }[kind] ?? z.object;
  const entries = Object.entries(fields);
  const shape = Object.fromEntries(
    entries.map(([name, [{ schema }, must]]) => [name, must ? schema : schema.optional()]),
  );
  if (entries.some(([, [{ value }, must]]) => must && !value)) return sample(make(shape));
  const values = entries.map(([name, [{ value }, must]]): [string, fc.Arbitrary<unknown>] => [
    name,
    must && value ? value : optional(value),
  ]);
  return sample(make(shape), fc.record(Object.fromEntries(values)));
}
