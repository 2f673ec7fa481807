import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { Failed, settingsReader } from "../../core/contract/index.ts";
import type { StandardSchema } from "../../core/contract/index.ts";

const SCHEMA = z.object({
  unit: z.enum(["C", "F"]).default("C"),
  limits: z.object({ calls: z.int().positive() }).default({ calls: 5 }),
});

describe("the settings of a plugin", () => {
  const read = settingsReader("weather", SCHEMA);

  test("come with their defaults, and typed", () => {
    expect(read({})).toEqual({ unit: "C", limits: { calls: 5 } });
    expect(read({ unit: "F", other: 1 })).toEqual({ unit: "F", limits: { calls: 5 } });
    expectTypeOf(read).returns.toEqualTypeOf<{ unit: "C" | "F"; limits: { calls: number } }>();
  });

  test.each([
    [{ unit: "K" }, /^The settings of the weather plugin are wrong .*: unit: /],
    [{ limits: { calls: 0 } }, /\(usr\/plugins\/weather\/settings\.yaml\): limits\.calls: /],
    [{ unit: 1, limits: 2 }, /unit: .*; limits: /],
  ])("that are wrong are told with the file to mend: %j", (settings, message) => {
    expect(() => read(settings)).toThrow(Failed);
    expect(() => read(settings)).toThrow(message);
  });

  test("are read by any schema that speaks Standard Schema", () => {
    const all: StandardSchema<unknown, string> = {
      "~standard": {
        version: 1,
        vendor: "own",
        validate: (value) =>
          Object.hasOwn(Object(value), "name")
            ? { value: "well" }
            : { issues: [{ message: "no name" }, { message: "odd", path: [{ key: "a" }, 0] }] },
      },
    };
    expect(settingsReader("p", all)({ name: "x" })).toBe("well");
    expect(() => settingsReader("p", all)({})).toThrow("no name; a.0: odd");
  });

  test("can not be waited for", () => {
    const late: StandardSchema<unknown, string> = {
      "~standard": { version: 1, vendor: "own", validate: async () => ({ value: "late" }) },
    };
    expect(() => settingsReader("p", late)({})).toThrow(TypeError);
  });
});
