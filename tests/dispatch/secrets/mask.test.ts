import { describe, expect, test } from "vitest";
import { Failed, isFailed, isInvalidArgs, InvalidArgs } from "../../../core/contract/index.ts";
import { Secrets, secretsOf } from "../../../core/dispatch/secrets/secrets.ts";
import { WITHHELD, withheldOnThrow } from "../../../core/dispatch/secrets/withheld.ts";

const VALUE = 'sk/12+34?"é\\x~';

const one = secretsOf(new Map([["KEY", VALUE]]));

const masker = (values: Record<string, string>): ((text: string) => string) =>
  secretsOf(new Map(Object.entries(values))).mask;

/** JSON as it is written in ASCII. */
function escaped(json: string, upper = false): string {
  return json.replace(/[^ -~]/g, (char) => {
    const code = char.charCodeAt(0).toString(16).padStart(4, "0");
    return `\\u${upper ? code.toUpperCase() : code}`;
  });
}

describe("mask", () => {
  test.each<[what: string, values: Record<string, string>, text: string, masked: string]>([
    ["a value", { A: "sk-123456" }, "key sk-123456.", "key §§secret(A)."],
    ["next to itself", { A: "abcd" }, "abcdabcd", "§§secret(A)§§secret(A)"],
    [
      "the longer of two prefixes",
      { A: "abc123", B: "abc123456" },
      "abc123456 abc123 abc12345",
      "§§secret(B) §§secret(A) §§secret(A)45",
    ],
    [
      "the longer around a shorter",
      { A: "cdef", B: "abcdefgh" },
      "abcdefgh abcdefg",
      "§§secret(B) ab§§secret(A)g",
    ],
    [
      "two that overlap are one, named after the longer",
      { A: "abcd", B: "cdefgh" },
      "xabcdefghx",
      "x§§secret(B)x",
    ],
    ["one that overlaps itself", { A: "aaaa" }, "xaaaaaax", "x§§secret(A)x"],
    ["shorter than 4 characters", { A: "123", B: "", C: "été" }, "123 été", "123 été"],
    ["4 characters that take 8 code units", { A: "😀😃😄😁" }, "<😀😃😄😁>", "<§§secret(A)>"],
    ["two names of one value", { A: "abcd", B: "abcd" }, "abcd", "§§secret(A)"],
    ["a value of regular expression characters", { A: ".*[(" }, ".*[( xxxx", "§§secret(A) xxxx"],
    ["a reference", { API_KEY: "sk-123456" }, "${API_KEY} $API_KEY", "${API_KEY} $API_KEY"],
    ["a placeholder", { API_KEY: "sk-123456" }, "§§secret(API_KEY)", "§§secret(API_KEY)"],
    ["line ends", { A: "two\nlines" }, "two\nlines", "§§secret(A)"],
  ])("%s", (_what, values, text, masked) => {
    expect(masker(values)(text)).toBe(masked);
  });

  test.each<[what: string, text: string]>([
    ["JSON", JSON.stringify({ a: VALUE })],
    ["JSON in JSON", JSON.stringify(JSON.stringify({ a: VALUE }))],
    ["a part of a URL", `https://x.test/?q=${encodeURIComponent(VALUE)}`],
    [
      "a part of a URL, lower case",
      `?q=${encodeURIComponent(VALUE).replace(/%../g, (escape) => escape.toLowerCase())}`,
    ],
    ["a form", new URLSearchParams({ q: VALUE }).toString()],
    ["base64", `Bearer ${Buffer.from(VALUE).toString("base64")}`],
    ["base64url", `Bearer ${Buffer.from(VALUE).toString("base64url")}`],
    ["basic authentication", `Basic ${Buffer.from(`me:${VALUE}`).toString("base64")}`],
    ["base64 in the middle", Buffer.from(`u${VALUE}, and so on`).toString("base64")],
  ])("in the form of %s", (_what, text) => {
    const masked = one.mask(text);
    expect(masked).toContain("§§secret(KEY)");
    for (const form of [VALUE, encodeURIComponent(VALUE), JSON.stringify(VALUE).slice(1, -1)]) {
      expect(masked).not.toContain(form);
    }
    // At most the letters that are shared with a neighbour are left of it.
    const left = masked.replaceAll("§§secret(KEY)", "");
    expect(text.length - left.length).toBeGreaterThanOrEqual(VALUE.length);
  });

  const ODD = "pä/ß <&> 😀'(!)*~/\\u00E4";
  const json = JSON.stringify(ODD);
  test.each<[what: string, text: string]>([
    [
      "a URL path, as Python quotes it",
      "p%C3%A4/%C3%9F%20%3C%26%3E%20%F0%9F%98%80%27%28%21%29%2A~/%5Cu00E4",
    ],
    ["a Python form", "p%C3%A4%2F%C3%9F+%3C%26%3E+%F0%9F%98%80%27%28%21%29%2A~%2F%5Cu00E4"],
    ["a whole URL", encodeURI(ODD)],
    ["JSON with escaped slashes", json.replaceAll("/", "\\/")],
    ["JSON in ASCII", escaped(json)],
    ["JSON in ASCII, upper case", escaped(json, true)],
    ["JSON in ASCII with escaped slashes", escaped(json).replaceAll("/", "\\/")],
    ["JSON in ASCII in JSON", JSON.stringify(escaped(json))],
    [
      "JSON as Go writes it",
      json.replace(/[<>&]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`),
    ],
    ["hex", Buffer.from(ODD).toString("hex")],
    ["hex, upper case", Buffer.from(ODD).toString("hex").toUpperCase()],
  ])("nothing is left of it in the form of %s", (_what, text) => {
    const masked = masker({ KEY: ODD })(`<${text}>`);
    expect(masked.replace(/[\\"]/g, "")).toBe("<§§secret(KEY)>");
  });

  test("each long line of a key that has several", () => {
    const lines = ["MIIEvQIBADANBgkqhkiG9w0", "BAQEFAASCBKcwggSjAgEAAo"];
    const mask = masker({ PEM: `-----BEGIN KEY-----\n${lines.join("\n")}\n-----END KEY-----` });
    expect(mask(`-----BEGIN KEY-----\r\n  ${lines[0]}\r\n  ${lines[1]}`)).toBe(
      "-----BEGIN KEY-----\r\n  §§secret(PEM)\r\n  §§secret(PEM)",
    );
  });

  test.each([
    [{ A: "secret" }, "a secret"],
    [{ PASSWORD: "PASSWORD" }, "PASSWORD"],
    [{ A: "masked", B: "secret" }, "masked secret"],
    [{ TOKEN: "other-value", KEY: "TOKEN" }, "other-value TOKEN"],
  ])("a value that its own placeholder holds does not come back with it: %j", (values, text) => {
    const masked = masker(values)(text);
    for (const value of Object.values(values)) expect(masked).not.toContain(value);
  });

  test("no secrets → everything as it is, the same object", () => {
    const value = { a: 1 };
    expect(Secrets.none.mask("text")).toBe("text");
    expect(Secrets.none.maskDeep(value)).toBe(value);
    expect(Secrets.none.names).toEqual([]);
  });

  test("masking that throws → the text is withheld", () => {
    expect(
      withheldOnThrow(() => {
        throw new Error("no");
      }),
    ).toBe(WITHHELD);
    expect(WITHHELD).toBe("[withheld: masking failed]");
    // Not a text at all: a caller without types.
    const notText = {
      get length(): number {
        throw new Error(VALUE);
      },
    } as unknown as string;
    expect(one.mask(notText)).toBe(WITHHELD);
    const stream = one.stream();
    expect(stream.push("key sk/1")).toBe("key ");
    expect([stream.push(notText), stream.push(VALUE), stream.end()].join("")).toBe(WITHHELD);
  });

  test("a text of 20 MB with a difficult value takes linear time", () => {
    const mask = masker({ A: `${"a".repeat(2000)}b` });
    expect(mask("a".repeat(20_000_000))).toHaveLength(20_000_000);
  });
});

describe("maskDeep", () => {
  const M = "§§secret(KEY)";

  test.each<[what: string, given: unknown, masked: unknown]>([
    ["text", `x${VALUE}`, `x${M}`],
    ["values and keys", { a: [{ [VALUE]: VALUE }] }, { a: [{ [M]: M }] }],
    ["Maps and Sets", new Map([[VALUE, new Set([VALUE])]]), new Map([[M, new Set([M])]])],
    [
      "what holds no text",
      [1, 2n, true, null, undefined, new Date(5)],
      [1, 2n, true, null, undefined, new Date(5)],
    ],
    ["a URL", new URL(`https://x.test/?q=${encodeURIComponent(VALUE)}`), `https://x.test/?q=${M}`],
    ["functions and symbols", [() => VALUE, Symbol(VALUE)], ["[function]", "[symbol]"]],
    ["bytes with a secret", [Buffer.from(`x${VALUE}`)], [WITHHELD]],
    ["bytes without", [Buffer.from("abc")], [Buffer.from("abc")]],
  ])("%s", (_what, given, masked) => {
    expect(one.maskDeep(given)).toEqual(masked);
  });

  test("numbers and dates that are a secret", () => {
    const pin = secretsOf(
      new Map([
        ["PIN", "12345678"],
        ["DAY", "2026-11-30"],
      ]),
    );
    expect(pin.maskDeep({ a: 12345678, b: 12345678n, c: 1234, d: new Date("2026-11-30") })).toEqual(
      {
        a: "§§secret(PIN)",
        b: "§§secret(PIN)",
        c: 1234,
        d: '"§§secret(DAY)T00:00:00.000Z"',
      },
    );
  });

  test("errors keep their kind and lose the value everywhere", () => {
    const cause = Object.assign(new Error(VALUE), { code: VALUE });
    const error = new Failed(`no ${VALUE}`, { cause });
    const masked = one.maskDeep(error);
    expect(masked).toBeInstanceOf(Failed);
    expect(isFailed(masked)).toBe(true);
    const { message, name, stack } = masked as Failed;
    expect({ message, name }).toEqual({ message: `no ${M}`, name: "Failed" });
    expect(stack).not.toContain(VALUE);
    expect((masked as Failed).cause).toMatchObject({ message: M, code: M });

    const wrong = one.maskDeep(new InvalidArgs(VALUE, [VALUE]));
    expect(isInvalidArgs(wrong) && wrong.fields).toEqual([M]);
  });

  test("two keys that are masked alike are both kept", () => {
    const given = { [VALUE]: 1, [encodeURIComponent(VALUE)]: 2 };
    expect(one.maskDeep(given)).toEqual({ [M]: 1, [`${M} (2)`]: 2 });
  });

  test("circles are cut, shared parts are not", () => {
    const shared = { a: VALUE };
    const circle: Record<string, unknown> = { shared, again: shared };
    circle["self"] = [circle];
    expect(one.maskDeep(circle)).toEqual({
      shared: { a: M },
      again: { a: M },
      self: ["[circular]"],
    });
  });

  test("data without end is bounded", () => {
    const endless = (): object => ({
      get a() {
        return endless();
      },
      get b() {
        return endless();
      },
    });
    expect(JSON.stringify(one.maskDeep(endless()))).toContain("left out");
    let deep: unknown = VALUE;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(JSON.stringify(one.maskDeep(deep))).not.toContain(VALUE);
  });

  test("what can not be read is withheld, its neighbours are not", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const given = {
      get bad(): string {
        throw new Error(VALUE);
      },
      good: VALUE,
      proxy,
      json: {
        toJSON() {
          throw new Error(VALUE);
        },
      },
    };
    expect(one.maskDeep(given)).toEqual({
      bad: WITHHELD,
      good: M,
      proxy: WITHHELD,
      json: WITHHELD,
    });
  });

  test("a key named __proto__ stays a key, and what was given stays as it was", () => {
    const given: unknown = JSON.parse(`{"__proto__": ${JSON.stringify(VALUE)}}`);
    expect(JSON.stringify(one.maskDeep(given))).toBe(`{"__proto__":"${M}"}`);
    expect(JSON.stringify(given)).toContain(JSON.stringify(VALUE));
  });
});
