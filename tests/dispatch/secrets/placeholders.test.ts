import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { secretsOf, unknownSecretMessage } from "../../../core/dispatch/secrets/secrets.ts";

const secrets = secretsOf(
  new Map([
    ["API_KEY", "sk-123456"],
    ["OTHER", "§§secret(API_KEY)"],
    ["MONEY", "$& $1 $$"],
  ]),
);

const resolved = (value: unknown, from = secrets): unknown => {
  const resolution = from.resolve(value);
  if (resolution.kind !== "resolved") throw new Error(`missing: ${resolution.missing.join()}`);
  return resolution.value;
};

describe("placeholders", () => {
  test.each<[what: string, given: unknown, expected: unknown]>([
    ["alone", "§§secret(API_KEY)", "sk-123456"],
    ["inside a text, twice", "a §§secret(API_KEY) b§§secret(API_KEY)", "a sk-123456 bsk-123456"],
    ["with spaces around the name", "§§secret( API_KEY )", "sk-123456"],
    ["in an array", ["x", "§§secret(API_KEY)"], ["x", "sk-123456"]],
    ["deep", { a: [{ b: ["§§secret(API_KEY)"] }], n: 1 }, { a: [{ b: ["sk-123456"] }], n: 1 }],
    [
      "not in keys",
      { "§§secret(API_KEY)": "§§secret(API_KEY)" },
      { "§§secret(API_KEY)": "sk-123456" },
    ],
    [
      "in Maps and Sets",
      new Map([["k", new Set(["§§secret(API_KEY)"])]]),
      new Map([["k", new Set(["sk-123456"])]]),
    ],
    ["a value is not read again", "§§secret(OTHER)", "§§secret(API_KEY)"],
    ["a value with $ patterns", "<§§secret(MONEY)>", "<$& $1 $$>"],
    ["not closed", "§§secret(API_KEY", "§§secret(API_KEY"],
    ["one §", "§secret(API_KEY)", "§secret(API_KEY)"],
    ["another syntax", "${API_KEY} $API_KEY {{API_KEY}}", "${API_KEY} $API_KEY {{API_KEY}}"],
    [
      "a date, null, numbers",
      [new Date(0), null, 1, true, undefined],
      [new Date(0), null, 1, true, undefined],
    ],
  ])("%s", (_what, given, expected) => {
    expect(resolved(given)).toEqual(expected);
  });

  test.each([
    ["§§secret(NOPE)", ["NOPE"]],
    [{ a: "§§secret(NOPE)", b: ["§§secret(API_KEY) §§secret(toString)"] }, ["NOPE", "toString"]],
    ["§§secret()", [""]],
    ['§§secret("API_KEY")', ['"API_KEY"']],
  ])("%j asks for unknown names", (given, missing) => {
    const resolution = secrets.resolve(given);
    if (resolution.kind !== "unknown_secret") throw new Error("resolved");
    expect([...resolution.missing].sort()).toEqual([...missing].sort());
    expect(resolution.names).toEqual(["API_KEY", "MONEY", "OTHER"]);
    expect(unknownSecretMessage(resolution)).toContain("API_KEY, MONEY, OTHER");
    expect(JSON.stringify(resolution) + unknownSecretMessage(resolution)).not.toContain(
      "sk-123456",
    );
  });

  test("what has no placeholder is handed back as it is, and what was given is never changed", () => {
    const plain = { a: [1, { b: "c" }] };
    expect(resolved(plain)).toBe(plain);
    const given = Object.freeze({ a: Object.freeze(["§§secret(API_KEY)"]) });
    expect(resolved(given)).toEqual({ a: ["sk-123456"] });
    expect(given.a[0]).toBe("§§secret(API_KEY)");
  });

  test("circles, great depth and odd keys", () => {
    const circle: Record<string, unknown> = { key: "§§secret(API_KEY)" };
    circle["self"] = circle;
    const copy = resolved(circle) as Record<string, unknown>;
    expect(copy["key"]).toBe("sk-123456");
    expect(copy["self"]).toBe(copy);

    let deep: unknown = "§§secret(API_KEY)";
    for (let i = 0; i < 50_000; i++) deep = [deep];
    let found = resolved(deep);
    while (Array.isArray(found)) found = found[0];
    expect(found).toBe("sk-123456");

    const odd: unknown = JSON.parse('{"__proto__": {"x": "§§secret(API_KEY)"}}');
    expect(JSON.stringify(resolved(odd))).toBe('{"__proto__":{"x":"sk-123456"}}');
    expect(Object.getPrototypeOf(resolved(odd))).toBe(Object.prototype);
  });

  test("masking undoes resolving", () => {
    const one = secretsOf(new Map([["API_KEY", "sk-123456"]]));
    const text = fc.constantFrom("§§secret(API_KEY)", "x", " ", "sk-", "é");
    const data = fc.letrec((tie) => ({
      data: fc.oneof(
        { maxDepth: 4 },
        fc.array(text).map((parts) => parts.join("")),
        fc.array(tie("data"), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom("a", "b", "c"), tie("data")),
      ),
    })).data;
    fc.assert(
      fc.property(data, (value) => {
        const filled = resolved(value, one);
        expect(JSON.stringify(filled)).not.toContain("§§secret(");
        expect(one.maskDeep(filled)).toEqual(value);
      }),
    );
  });
});
