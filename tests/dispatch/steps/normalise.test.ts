import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Response, defineTool } from "../../../core/contract/index.ts";
import { NO_OUTPUT, normalise, toText } from "../../../core/dispatch/steps/normalise.ts";

const circular: Record<string, unknown> = { name: "a" };
circular["self"] = circular;
const revoked = Proxy.revocable({}, {});
revoked.revoke();
const hostile = new Proxy(
  {},
  {
    get: () => {
      throw new Error("get");
    },
    ownKeys: () => {
      throw new Error("ownKeys");
    },
    getPrototypeOf: () => {
      throw new Error("getPrototypeOf");
    },
  },
);
function nested(depth: number): unknown {
  let value: unknown = "deep";
  for (let i = 0; i < depth; i += 1) value = [value];
  return value;
}

describe("whatever a tool gives back becomes text", () => {
  test.each([
    ["a text", "a\nb", "a\nb"],
    ["an empty text", "", ""],
    ["a number", 4.5, "4.5"],
    ["not a number", Number.NaN, "NaN"],
    ["false", false, "false"],
    ["null", null, "null"],
    ["nothing", undefined, NO_OUTPUT],
    ["an array", [1, "a", null], '[1,"a",null]'],
    ["an object", { a: { b: 1 } }, '{"a":{"b":1}}'],
    ["a bigint", 10n, "10"],
    ["a bigint inside", { n: 10n }, '{"n":"10"}'],
    ["a symbol", Symbol("x"), "Symbol(x)"],
    ["a function", () => 1, "(a function)"],
    ["a date", new Date(0), "1970-01-01T00:00:00.000Z"],
    ["no date", new Date(Number.NaN), "null"],
    ["a map", new Map([["a", 1]]), '{"a":1}'],
    ["a map of other keys", new Map([[1, "a"]]), '[[1,"a"]]'],
    ["a set", new Set([1, 2]), "[1,2]"],
    ["a URL", new URL("https://example.com/"), "https://example.com/"],
    ["an error", new TypeError("bad"), '{"error":"TypeError: bad"}'],
    ["bytes", new Uint8Array(3), "(3 bytes)"],
    ["a circle", circular, '{"name":"a","self":"(circular)"}'],
    ["the same twice, which is no circle", [circular["none"], [1], [1]], "[null,[1],[1]]"],
    [
      "a getter that throws",
      {
        a: 1,
        get b() {
          throw new Error("no");
        },
      },
      '{"a":1,"b":"(can not be read)"}',
    ],
    [
      "a toJSON that throws",
      {
        toJSON() {
          throw new Error("no");
        },
      },
      "(can not be read)",
    ],
    ["a toJSON", { toJSON: () => ({ a: 1 }) }, '{"a":1}'],
    [
      "a toJSON that gives itself",
      {
        a: 1,
        toJSON() {
          return this;
        },
      },
      '{"a":1}',
    ],
    [
      "a toString that throws",
      {
        toString() {
          throw new Error("no");
        },
      },
      "{}",
    ],
    ["an object without a prototype", Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    ["a Response", new Response({ message: "hello" }), "hello"],
    ["a revoked proxy", revoked.proxy, "(can not be read)"],
    ["a hostile proxy", hostile, "(can not be read)"],
    ["a class", Map, "(a function)"],
  ])("%s", (_what, output, expected) => {
    expect(normalise(output, "never").response.message).toBe(expected);
  });

  test("however deep it goes", () => {
    expect(toText(nested(20))).toContain("deep");
    expect(toText(nested(100_000))).toContain("(nested too deep)");
  });

  test("and never [object Object], whatever it is", () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withSparseArray: true,
      withTypedArray: true,
      withObjectString: false,
    });
    fc.assert(
      fc.property(anything, fc.constantFrom("never", "always", "sometimes"), (output, breaks) => {
        const { response } = normalise(output, breaks);
        expect(response.message).toBeTypeOf("string");
        const isItself = typeof output === "string" && response.message === output;
        expect(isItself || !response.message.includes("[object Object]")).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

const junk = (fields: object): Response => Object.assign(new Response({ message: "x" }), fields);

describe("the fields of a Response", () => {
  test.each([
    ["a message that is a number", { message: 5 }, "5"],
    ["a message that is an object", { message: { a: 1 } }, '{"a":1}'],
    ["a message that is missing", { message: undefined }, NO_OUTPUT],
  ])("%s", (_what, fields, expected) => {
    expect(normalise(junk(fields), "sometimes").response.message).toBe(expected);
  });

  test("that throw when they are read cost the answer, not the call", () => {
    const response = new Response({ message: "x" });
    Object.defineProperty(response, "message", {
      get() {
        throw new Error("no");
      },
    });
    expect(normalise(response, "never").response.message).toContain("can not be read");
  });

  test.each([
    ["a list", [1]],
    ["a text", "x"],
    ["a number", 5],
    ["null", null],
  ])("additional that is %s is none", (_what, additional) => {
    expect(normalise(junk({ additional }), "never").response.additional).toBeUndefined();
  });

  test("additional is made plain, so that it can be kept", () => {
    const additional = { when: new Date(0), self: circular, f: () => 1, n: 1n };
    expect(normalise(junk({ additional }), "never").response.additional).toEqual({
      when: "1970-01-01T00:00:00.000Z",
      self: { name: "a", self: "(circular)" },
      n: "1",
    });
  });

  test.each([
    ["never", true, false],
    ["never", false, false],
    ["sometimes", true, true],
    ["sometimes", false, false],
    ["sometimes", "yes", false],
    ["always", false, true],
    ["always", true, true],
  ] as const)(
    "declared %s, a Response with break_loop %s ends the turn: %s",
    (declared, said, ends) => {
      const { response, warning } = normalise(junk({ break_loop: said }), declared);
      expect(response.break_loop).toBe(ends);
      expect(warning === null).toBe(!(declared === "never" && said === true));
    },
  );

  test("a Response of another copy of the package is one", () => {
    const foreign = {
      [Symbol.for("pegboard.response")]: true,
      message: "from afar",
      break_loop: true,
      additional: { a: 1 },
    };
    expect(normalise(foreign, "sometimes").response).toMatchObject({
      message: "from afar",
      break_loop: true,
      additional: { a: 1 },
    });
  });

  test("the class itself is no Response", () => {
    expect(normalise(Response, "always").response.message).toBe("(a function)");
    expect(normalise(defineTool({ description: "x" }), "never").response.message).toBe(
      "(a function)",
    );
  });
});

test("each text inside data is masked before JSON changes how it looks", () => {
  const secret = 'a"b\\c';
  const mask = (text: string): string => text.replaceAll(secret, "***");
  const output = { [secret]: [secret, { deep: `x${secret}y` }] };
  expect(toText(output, mask)).toBe('{"***":["***",{"deep":"x***y"}]}');
  expect(
    normalise(new Response({ message: "", additional: { s: secret } }), "never", mask).response
      .additional,
  ).toEqual({ s: "***" });
});
