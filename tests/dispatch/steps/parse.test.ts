import { describe, expect, test } from "vitest";
import { parseArgs } from "../../../core/dispatch/steps/parse.ts";

function parsed(raw: unknown): unknown {
  const outcome = parseArgs(raw);
  return outcome.kind === "parsed" ? outcome.args : outcome.message;
}

const circular: Record<string, unknown> = {};
circular["self"] = circular;

describe("the arguments of a call", () => {
  test.each([
    ["an object", { a: 1 }, { a: 1 }],
    ["its JSON text", '{"a":[1,{"b":null}]}', { a: [1, { b: null }] }],
    ["nothing", undefined, {}],
    ["null", null, {}],
    ["the text null", "null", {}],
    ["an empty text", "", {}],
    ["blanks", " \n", {}],
    ["a key that sounds dangerous and is not", '{"constructor":1}', { constructor: 1 }],
  ])("can be %s", (_what, raw, expected) => {
    expect(parsed(raw)).toEqual(expected);
  });

  test.each([
    ["no JSON", "not json", "not valid JSON"],
    ["two objects", '{"a":1}{"a":1}', "not valid JSON"],
    ["a cut-off object", '{"a":"b', "not valid JSON"],
    ["an object in a code fence", '```json\n{"a":1}\n```', "not valid JSON"],
    ["an array", "[1]", "an array"],
    ["a number", "5", "a number"],
    ["a text in a text", '"{}"', "a string"],
    ["an array as data", [1], "an array"],
    ["a function", () => 1, "a function"],
    ["a hidden prototype", '{"a":{"__proto__":{"admin":true}}}', "__proto__"],
    ["an escaped hidden prototype", '{"\\u005f_proto__":{"admin":true}}', "__proto__"],
    ["a circle", circular, "circle"],
    ["endless nesting", "[".repeat(200).replace(/^/, '{"a":') + "]".repeat(200) + "}", "nested"],
    ["code among the data", { a: { b: () => 1 } }, "function"],
    [
      "a getter that throws",
      {
        get a() {
          throw new Error("no");
        },
      },
      "can not be read",
    ],
  ])("can not be %s", (_what, raw, why) => {
    expect(parsed(raw)).toContain(why);
    expect(parsed(raw)).toContain("did not run");
  });

  test("are a copy, which nobody can change after it was checked", () => {
    const nested = { to: ["a"] };
    const when = new Date(0);
    const outcome = parseArgs({ nested, when });
    nested.to.push("b");
    when.setTime(1);
    expect(outcome).toEqual({ kind: "parsed", args: { nested: { to: ["a"] }, when: new Date(0) } });
  });

  test("never reach the prototype of anything", () => {
    parseArgs('{"__proto__":{"polluted":true}}');
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });
});
