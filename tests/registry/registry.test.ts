import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defineTool } from "../../core/contract/index.ts";
import type { Risk } from "../../core/contract/index.ts";
import type { ToolEntry } from "../../core/board/board.ts";
import { entryOf } from "../../core/board/entry.ts";
import { createRegistry } from "../../core/registry/create.ts";

const execute = () => "done";

function tool(name: string, risk: Risk = "read"): ToolEntry {
  return entryOf(name, defineTool({ description: `Does ${name}.`, risk, execute }));
}

function withMethods(name: string, methods: Record<string, Risk>): ToolEntry {
  const entries = Object.entries(methods).map(([method, risk]) => [
    method,
    { description: `Does ${method}.`, risk, execute },
  ]);
  return entryOf(
    name,
    defineTool({ description: "Has methods.", methods: Object.fromEntries(entries) }),
  );
}

function readable(methods: readonly string[]): Record<string, Risk> {
  return Object.fromEntries(methods.map((method): [string, Risk] => [method, "read"]));
}

function failed(name: string): ToolEntry {
  return { ...tool(name), status: "failed", error: "it does not compile", description: null };
}

const of = (...tools: ToolEntry[]) => createRegistry({ tools });

/** What came of a look-up, in short. */
function seen(registry: ReturnType<typeof of>, name: string): unknown {
  const found = registry.lookUp(name);
  switch (found.kind) {
    case "found":
      return [found.entry.name, found.method];
    case "unavailable":
      return found.reason;
    case "needs_method":
    case "unknown":
      return { [found.kind]: found.suggestions };
  }
}

describe("the table", () => {
  test("names and specs are sorted by code unit, whatever order they came in", () => {
    const registry = of(
      tool("b"),
      tool("a"),
      withMethods("Z", { y: "read", x: "read" }),
      tool("a-b"),
    );
    expect(registry.names()).toEqual(["Z", "a", "a-b", "b"]);
    expect(registry.specs().map(({ name }) => name)).toEqual(["Z__x", "Z__y", "a", "a-b", "b"]);
  });

  test("what is failed or denied has its name and no spec; what is switched off is not there", () => {
    const off: ToolEntry = { ...tool("off"), status: "disabled", error: "its plugin is off" };
    const registry = of(failed("broken"), tool("denied", "deny"), off, tool("fine"));
    expect(registry.names()).toEqual(["broken", "denied", "fine"]);
    expect(registry.specs().map(({ name }) => name)).toEqual(["fine"]);
    expect(registry.get("broken")?.status).toBe("failed");
    expect(registry.get("off")).toBeUndefined();
  });

  test("a denied method has no spec, the others have", () => {
    const registry = of(withMethods("skills", { load: "read", wipe: "deny" }));
    expect(registry.specs()).toEqual([
      {
        name: "skills__load",
        tool: "skills",
        method: "load",
        description: "Does load.",
        inputSchema: { type: "object", properties: {}, additionalProperties: false },
      },
    ]);
  });

  test("a taken name is refused with both sources", () => {
    const registry = of({ ...tool("a"), file: "/w/tools/a.ts" });
    const second = { ...tool("a"), id: "plugin:p:a", file: "/w/plugins/p/tools/a.ts" };
    expect(() => registry.register(second)).toThrow(
      /\/w\/tools\/a\.ts.*\/w\/plugins\/p\/tools\/a\.ts/,
    );
    expect(registry.get("a")?.file).toBe("/w/tools/a.ts");
  });

  test("a wire name that is taken is refused with both names, and nothing is left of it", () => {
    const registry = of(withMethods("github", { issue: "read" }));
    const foreign = { ...tool("github:issue"), id: "mcp:github:issue" };
    expect(() => registry.register(foreign)).toThrow(/github:issue and github:issue/);
    expect(registry.names()).toEqual(["github"]);
    expect(seen(registry, "github__issue")).toEqual(["github", "issue"]);
  });

  test("specs are computed once, and nobody can change them", () => {
    const registry = of(tool("a"), tool("b"));
    const specs = registry.specs();
    specs.length = 0;
    expect(registry.specs()).toHaveLength(2);
    const [first] = registry.specs();
    expect(Object.isFrozen(first) && Object.isFrozen(first?.inputSchema)).toBe(true);
    expect(Object.isFrozen(first?.inputSchema["properties"])).toBe(true);
    expect(registry.specs()[0]).toBe(first);
    expect(registry.only(["a"]).specs()[0]).toBe(first);
  });

  test("one description under two names is two tools", () => {
    const a = tool("a");
    const registry = of(a, { ...a, name: "b", id: "local:b" });
    expect(registry.specs().map(({ name, tool: of_ }) => [name, of_])).toEqual([
      ["a", "a"],
      ["b", "b"],
    ]);
  });
});

describe("copies", () => {
  const registry = of(tool("session_search"), tool("memory"), failed("broken"));

  test("only: just these, and none of none", () => {
    expect(registry.only(["memory", "broken", "memory"]).names()).toEqual(["broken", "memory"]);
    expect(registry.only([]).names()).toEqual([]);
    expect(registry.only([]).specs()).toEqual([]);
  });

  test("only fails with the first that is missing, and the nearest to it", () => {
    expect(() => registry.only(["memory", "sesion_search", "nowhere"])).toThrow(
      /"sesion_search"; did you mean session_search\?/,
    );
    expect(() => registry.only(["__proto__"])).toThrow(/"__proto__"/);
  });

  test("without: unknown names are no error", () => {
    expect(registry.without(["memory", "nowhere", "__proto__"]).names()).toEqual([
      "broken",
      "session_search",
    ]);
  });

  test("share nothing that changes", () => {
    const original = of(tool("a"), tool("b"));
    const copy = original.without(["b"]);
    copy.register(tool("c"));
    original.register(tool("d"));
    expect(original.names()).toEqual(["a", "b", "d"]);
    expect(copy.names()).toEqual(["a", "c"]);
    expect(copy.specs().map(({ name }) => name)).toEqual(["a", "c"]);
  });

  test("what a copy leaves out is unknown in it, also as a suggestion", () => {
    expect(seen(registry.without(["memory"]), "memory")).toEqual({ unknown: [] });
    expect(seen(registry.without(["memory"]), "memori")).toEqual({ unknown: [] });
  });
});

describe("looking up a name from outside", () => {
  const registry = of(
    tool("n8n_webhook"),
    tool("weather"),
    tool("denied", "deny"),
    failed("broken"),
    withMethods("skills_tool", { load: "read", list: "read", wipe: "deny" }),
  );

  test.each([
    ["weather", ["weather", null]],
    ["skills_tool__load", ["skills_tool", "load"]],
    ["skills_tool:load", ["skills_tool", "load"]],
    ["broken", "it does not compile"],
    ["broken__anything", "it does not compile"],
    ["denied", "its own risk is deny"],
    ["skills_tool", { needs_method: ["skills_tool__list", "skills_tool__load"] }],
    ["skills_tool:lod", { unknown: ["skills_tool__load", "skills_tool__list"] }],
    ["N8nWebhookTool", { unknown: ["n8n_webhook"] }],
    ["wether", { unknown: ["weather"] }],
  ])("%s", (name, expected) => {
    expect(seen(registry, name)).toEqual(expected);
  });

  test("a denied method says that it is", () => {
    expect(seen(registry, "skills_tool:wipe")).toContain("skills_tool:wipe");
    expect(seen(registry, "skills_tool__wipe")).toContain("deny");
  });

  test.each([
    "",
    ":",
    "__",
    "../secrets",
    "a/b",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "weather:constructor",
    "weather__toString",
    "skills_tool:__proto__",
    "/weather",
    "weather ",
    "weather\0",
    "x".repeat(1_000_000),
  ])("%# names nothing, and is answered shortly", (name) => {
    const found = registry.lookUp(name);
    expect(found.kind).toBe("unknown");
    expect(JSON.stringify(found).length).toBeLessThan(500);
  });

  test("few suggestions of many tools", () => {
    const many = of(...Array.from({ length: 300 }, (_, index) => tool(`tool_${index}`)));
    expect(many.lookUp("tool_x")).toMatchObject({ kind: "unknown" });
    expect(JSON.stringify(many.lookUp("tool_x")).length).toBeLessThan(200);
  });

  test("tools that are called like what every object has are tools", () => {
    const odd = of(tool("constructor"), withMethods("toString", readable(["valueOf"])));
    expect(seen(odd, "constructor")).toEqual(["constructor", null]);
    expect(seen(odd, "toString:valueOf")).toEqual(["toString", "valueOf"]);
  });

  test("any text is answered without a throw, and only a name of the board finds anything", () => {
    const names = new Set([
      "weather",
      "n8n_webhook",
      "skills_tool__load",
      "skills_tool__list",
      "skills_tool:load",
      "skills_tool:list",
    ]);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom(...names)), (name) => {
        expect(registry.lookUp(name).kind === "found").toBe(names.has(name));
      }),
    );
  });
});

describe("wire names", () => {
  test.each([
    ["weather", "weather"],
    ["github:create_issue", "github__create_issue"],
    ["files:read.file", expect.stringMatching(/^files__read_file_[0-9a-f]{8}$/)],
    ["x".repeat(70), expect.stringMatching(/^x{55}_[0-9a-f]{8}$/)],
  ])("%s → %s", (name, expected) => {
    const registry = of(tool(name));
    expect(registry.specs().map((spec) => spec.name)).toEqual([expected]);
    expect(seen(registry, registry.specs()[0]?.name ?? "")).toEqual([name, null]);
    expect(seen(registry, name)).toEqual([name, null]);
  });

  const name = fc
    .stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/)
    .filter((text) => !text.includes("__"));

  test("are legal, one for each callable, and lead back to it, for all names that tools and methods may have", () => {
    const boards = fc.uniqueArray(fc.tuple(name, fc.uniqueArray(name, { maxLength: 3 })), {
      maxLength: 5,
      selector: ([tool_]) => tool_,
    });
    fc.assert(
      fc.property(boards, (tools) => {
        const registry = of(
          ...tools.map(([tool_, methods]) =>
            methods.length === 0 ? tool(tool_) : withMethods(tool_, readable(methods)),
          ),
        );
        const specs = registry.specs();
        expect(specs).toHaveLength(
          tools.reduce((count, [, methods]) => count + Math.max(1, methods.length), 0),
        );
        expect(new Set(specs.map((spec) => spec.name)).size).toBe(specs.length);
        for (const spec of specs) {
          expect(spec.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
          expect(seen(registry, spec.name)).toEqual([spec.tool, spec.method]);
          const written = spec.method === null ? spec.tool : `${spec.tool}:${spec.method}`;
          expect(seen(registry, written)).toEqual([spec.tool, spec.method]);
        }
      }),
    );
  });
});
