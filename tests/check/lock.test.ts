import { describe, expect, test } from "vitest";
import type { ToolDescription } from "../../core/board/board.ts";
import { changesOf } from "../../core/check/lock/changes.ts";
import { readLock, writeLock } from "../../core/check/lock/lock-file.ts";
import { hash, lockedTool } from "../../core/check/lock/surface.ts";
import type { LockedTool } from "../../core/check/lock/surface.ts";

type Properties = Record<string, Record<string, unknown>>;

function described(
  properties: Properties,
  required: string[],
  more: Partial<ToolDescription> = {},
): ToolDescription {
  const self = {
    description: "Weather.",
    risk: "read" as const,
    assessed: false,
    inputSchema: { type: "object", properties, required },
  };
  return {
    self,
    methods: {},
    description: "Weather.",
    risk: "read",
    interactive: false,
    break_loop: "never",
    timeout: null,
    repeatable: false,
    isolate: false,
    volatile: false,
    ...more,
  };
}

const BASE: Properties = {
  city: { type: "string", description: "City", minLength: 1 },
  days: { type: "integer", default: 1, maximum: 10 },
  unit: { enum: ["c", "f"] },
};

function locked(
  description: ToolDescription,
  fragments: Record<string, string> = { "prompts/w.md": "w" },
): LockedTool {
  return lockedTool({ name: "weather", description, fragments, contract: "# weather" });
}

const THEN = locked(described(BASE, ["city"]));

const texts = (
  before: Record<string, LockedTool>,
  after: Record<string, LockedTool>,
  skip: string[] = [],
) => changesOf(before, after, new Set(skip)).map(({ text, kind }) => [text, kind]);

describe("what changed, in words, and whether it can break what held before", () => {
  const method = (risk: "read" | "write") =>
    ({ ...described({}, []).self, risk, description: "Places." }) as ToolDescription["self"] &
      object;
  test.each<[string, ToolDescription, string, "breaking" | "compatible"]>([
    [
      "risk",
      described(BASE, ["city"], { risk: "write" }),
      "`weather`: risk read → write",
      "breaking",
    ],
    [
      "break_loop",
      described(BASE, ["city"], { break_loop: "always" }),
      "`weather`: break_loop never → always",
      "breaking",
    ],
    [
      "interactive",
      described(BASE, ["city"], { interactive: true }),
      "`weather`: interactive false → true",
      "breaking",
    ],
    [
      "required",
      described(BASE, ["city", "days"]),
      "`weather`: `days` became required",
      "breaking",
    ],
    ["optional", described(BASE, []), "`weather`: `city` became optional", "compatible"],
    [
      "removed",
      described({ city: BASE["city"] ?? {}, unit: BASE["unit"] ?? {} }, ["city"]),
      "`weather`: `days` was removed",
      "breaking",
    ],
    [
      "added",
      described({ ...BASE, at: { type: "string" } }, ["city"]),
      "`weather`: `at` is new and optional",
      "compatible",
    ],
    [
      "added, required",
      described({ ...BASE, at: { type: "string" } }, ["city", "at"]),
      "`weather`: `at` is new and required",
      "breaking",
    ],
    [
      "narrower",
      described({ ...BASE, days: { ...BASE["days"], type: "string" } }, ["city"]),
      "`weather`: `days` type integer → string",
      "breaking",
    ],
    [
      "wider",
      described({ ...BASE, days: { ...BASE["days"], type: "number" } }, ["city"]),
      "`weather`: `days` type integer → number",
      "compatible",
    ],
    [
      "a choice more",
      described({ ...BASE, unit: { enum: ["c", "f", "k"] } }, ["city"]),
      '`weather`: `unit` type "c" | "f" → "c" | "f" | "k"',
      "compatible",
    ],
    [
      "a choice less",
      described({ ...BASE, unit: { enum: ["c"] } }, ["city"]),
      '`weather`: `unit` type "c" | "f" → "c"',
      "breaking",
    ],
    [
      "default",
      described({ ...BASE, days: { ...BASE["days"], default: 2 } }, ["city"]),
      "`weather`: `days` default 1 → 2",
      "compatible",
    ],
    [
      "a higher maximum",
      described({ ...BASE, days: { ...BASE["days"], maximum: 20 } }, ["city"]),
      "`weather`: `days` maximum 10 → 20",
      "compatible",
    ],
    [
      "a lower maximum",
      described({ ...BASE, days: { ...BASE["days"], maximum: 5 } }, ["city"]),
      "`weather`: `days` maximum 10 → 5",
      "breaking",
    ],
    [
      "a new pattern",
      described({ ...BASE, city: { ...BASE["city"], pattern: "^A" } }, ["city"]),
      '`weather`: `city` pattern none → "^A"',
      "breaking",
    ],
    [
      "no minimum any more",
      described({ ...BASE, city: { type: "string", description: "City" } }, ["city"]),
      "`weather`: `city` minLength 1 → none",
      "compatible",
    ],
    [
      "description",
      described({ ...BASE, city: { ...BASE["city"], description: "Town" } }, ["city"]),
      "`weather`: `city` has another description",
      "compatible",
    ],
    [
      "a method",
      described(BASE, ["city"], { methods: { places: method("read") } }),
      "`weather`: `weather:places` is new",
      "compatible",
    ],
    [
      "something else",
      described({ ...BASE, city: { ...BASE["city"], title: "City" } }, ["city"]),
      "`weather`: details of the schema changed",
      "compatible",
    ],
  ])("%s", (_name, description, text, kind) => {
    const changes = changesOf(
      { "local:weather": THEN },
      { "local:weather": locked(description) },
      new Set(),
    );
    expect(changes.map((change) => [change.text, change.kind])).toEqual([[text, kind]]);
  });

  const giving = (properties: Properties, required: string[] = []): ToolDescription => {
    const base = described(BASE, ["city"]);
    const outputSchema = { type: "object", properties, required };
    return { ...base, self: base.self && { ...base.self, outputSchema } };
  };
  const GIVEN: Properties = { degrees: { type: "integer", maximum: 60 }, sky: { type: "string" } };
  const given = giving(GIVEN, ["degrees"]);
  test.each<[string, ToolDescription, ToolDescription, string, "breaking" | "compatible"]>([
    ["new", described(BASE, ["city"]), given, "its output schema is new", "compatible"],
    ["removed", given, described(BASE, ["city"]), "its output schema was removed", "breaking"],
    [
      "a field less",
      given,
      giving({ degrees: GIVEN["degrees"] ?? {} }, ["degrees"]),
      "output `sky` was removed",
      "breaking",
    ],
    [
      "a field more",
      given,
      giving({ ...GIVEN, wind: { type: "string" } }, ["degrees"]),
      "output `wind` is new",
      "compatible",
    ],
    [
      "a wider type",
      given,
      giving({ ...GIVEN, degrees: { type: "number", maximum: 60 } }, ["degrees"]),
      "output `degrees` type integer → number",
      "breaking",
    ],
    [
      "a narrower type",
      given,
      giving({ ...GIVEN, sky: { enum: ["clear", "grey"] } }, ["degrees"]),
      'output `sky` type string → "clear" | "grey"',
      "compatible",
    ],
    [
      "less to rely on",
      given,
      giving(GIVEN),
      "output `degrees` is not always there any more",
      "breaking",
    ],
    [
      "more to rely on",
      given,
      giving(GIVEN, ["degrees", "sky"]),
      "output `sky` is always there now",
      "compatible",
    ],
    [
      "a higher maximum",
      given,
      giving({ ...GIVEN, degrees: { type: "integer", maximum: 99 } }, ["degrees"]),
      "output `degrees` maximum 60 → 99",
      "breaking",
    ],
    [
      "a lower maximum",
      given,
      giving({ ...GIVEN, degrees: { type: "integer", maximum: 50 } }, ["degrees"]),
      "output `degrees` maximum 60 → 50",
      "compatible",
    ],
    [
      "a description",
      given,
      giving({ ...GIVEN, sky: { type: "string", description: "How it looks" } }, ["degrees"]),
      "output `sky` has another description",
      "compatible",
    ],
  ])("output: %s", (_name, before, after, text, kind) => {
    const [then, now] = [before, after].map((description) => ({ w: locked(description) }));
    expect(texts(then ?? {}, now ?? {})).toEqual([[`\`weather\`: ${text}`, kind]]);
  });

  test("a tool without output is written as it always was, and one with it is read again", () => {
    expect(JSON.stringify(THEN)).not.toContain("output");
    expect(THEN.schema).toBe(hash([[null, described(BASE, ["city"]).self?.inputSchema]]));
    const surface = { w: locked(given) };
    expect(readLock(writeLock(surface))).toMatchObject({ kind: "read", surface });
  });

  test("methods: removed, and another risk", () => {
    const then = {
      t: locked(described(BASE, ["city"], { methods: { a: method("read"), b: method("read") } })),
    };
    const now = { t: locked(described(BASE, ["city"], { methods: { a: method("write") } })) };
    expect(changesOf(then, now, new Set()).map(({ text, kind }) => [text, kind])).toEqual([
      ["`weather:a`: risk read → write", "breaking"],
      ["`weather`: `weather:b` was removed", "breaking"],
    ]);
  });

  test("tools: new, removed, moved, and those that can not be read now", () => {
    const other = { ...THEN, name: "tides" };
    expect(texts({}, { "local:weather": THEN })).toEqual([["`weather` is new", "compatible"]]);
    expect(texts({ "local:weather": THEN }, {})).toEqual([["`weather` was removed", "breaking"]]);
    expect(texts({ "local:weather": THEN }, {}, ["weather"])).toEqual([]);
    expect(texts({ "local:weather": THEN }, { "plugin:sky:weather": THEN })).toEqual([
      ["`weather` moved: local:weather → plugin:sky:weather", "breaking"],
    ]);
    expect(texts({ a: THEN }, { a: THEN, b: other })).toEqual([["`tides` is new", "compatible"]]);
  });

  test("fragments", () => {
    const now = locked(described(BASE, ["city"]), {
      "prompts/w.md": "changed",
      "agents/p/prompts/w.md": "p",
    });
    expect(
      changesOf({ t: THEN }, { t: now }, new Set()).map(({ text, kind }) => [text, kind]),
    ).toEqual([
      ["`weather`: the fragment prompts/w.md changed", "compatible"],
      ["`weather`: the fragment agents/p/prompts/w.md is new", "compatible"],
    ]);
  });
});

describe("the lock file", () => {
  test("is written in one order and read as it was", () => {
    const text = writeLock({ b: THEN, a: { ...THEN, name: "a" } });
    expect(text).toBe(writeLock({ a: { ...THEN, name: "a" }, b: THEN }));
    expect(readLock(text)).toEqual({
      kind: "read",
      text,
      surface: { a: { ...THEN, name: "a" }, b: THEN },
    });
  });

  test.each(["", "{", "[]", '{"version": 2, "tools": {}}', '{"version": 1, "tools": {"a": {}}}'])(
    "%j is told to be broken",
    (text) => {
      expect(readLock(text).kind).toBe("broken");
    },
  );

  test("no file is no lock", () => {
    expect(readLock(null)).toEqual({ kind: "absent" });
  });

  test("line ends, a byte order mark and the order of keys change no hash", () => {
    expect(hash("\uFEFFa\r\nb")).toBe(hash("a\nb"));
    expect(hash({ a: 1, b: { c: 2, d: 3 } })).toBe(hash({ b: { d: 3, c: 2 }, a: 1 }));
    expect(hash({ a: [1, 2] })).not.toBe(hash({ a: [2, 1] }));
  });
});
