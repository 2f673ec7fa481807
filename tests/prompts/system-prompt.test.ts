import { describe, expect, test } from "vitest";
import { makeWorkspace, toolSource } from "../support/workspace.ts";
import { build, told } from "./build.ts";

const TOOLS = { "prompts/agent.system.tools.md": "# Tools\n\n{{tools}}\n" };
const MAIN = { "prompts/agent.system.main.md": "# Main\n\n{{role}}\n" };
const CALL = '```json\n{"tool_name": "weather", "tool_args": {}}\n```';

function withTools(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [`tools/${name}.ts`, toolSource(name)]));
}

function fragments(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [`prompts/agent.system.tool.${name}.md`, text]),
  );
}

describe("the system prompt", () => {
  test("is main, the tools sorted by name, and what extensions add; its parts say where each comes from", async () => {
    const workspace = makeWorkspace({
      ...MAIN,
      ...TOOLS,
      ...withTools("b", "a", "C"),
      ...fragments({ a: "### a\nA\n", b: "### b\nB\n", C: "### C\nC\n" }),
    });
    const built = await build(workspace, {
      extensions: [
        { file: workspace.path("extensions/system_prompt/_10_x.ts"), text: "\n\nEXTRA\n" },
        { file: null, text: "" },
        { file: null, text: "LAST" },
      ],
    });
    expect(built.system).toBe(
      "# Main\n\nYou are a helpful agent.\n\n# Tools\n\n### C\nC\n\n### a\nA\n\n### b\nB\n\nEXTRA\n\nLAST",
    );
    expect(built.parts.map(({ file }) => file)).toEqual([
      "prompts/agent.system.main.md",
      "agents/default/agent.md",
      "prompts/agent.system.tools.md",
      "prompts/agent.system.tool.C.md",
      "prompts/agent.system.tool.a.md",
      "prompts/agent.system.tool.b.md",
      "extensions/system_prompt/_10_x.ts",
      null,
    ]);
    expect(built.parts.map(({ text }) => text).join("")).toBe(built.system);
    expect(built.parts.every(({ tokens }) => tokens > 0)).toBe(true);
    expect(built.tokens).toBe(built.parts.reduce((sum, { tokens }) => sum + tokens, 0));
    expect(told(built)).toEqual([]);
  });

  test("is the same, byte for byte, each time and wherever files were written first", async () => {
    const files = { ...MAIN, ...TOOLS, ...withTools("b", "a"), ...fragments({ a: "A", b: "B" }) };
    const reversed = Object.fromEntries(Object.entries(files).toReversed());
    const first = await build(makeWorkspace(files));
    const second = await build(makeWorkspace(reversed));
    expect(second.system).toBe(first.system);
    expect(second.parts).toEqual(first.parts);
  });

  test("without any prompt is the role and the fragments, and says what is missing", async () => {
    const built = await build(
      makeWorkspace({ ...withTools("a"), ...fragments({ a: "### a\nA" }) }),
    );
    expect(built.system).toBe("You are a helpful agent.\n\n### a\nA");
    expect(told(built)).toEqual([expect.stringMatching(/^prompt\/missing-main /)]);
  });

  test.each([
    ["role", { "prompts/agent.system.main.md": "# Main", ...TOOLS }],
    ["tools", { ...MAIN, "prompts/agent.system.tools.md": "# Tools" }],
  ])("an override that loses %s says so", async (name, files) => {
    const built = await build(
      makeWorkspace({ ...files, ...withTools("a"), ...fragments({ a: "A" }) }),
    );
    expect(told(built)).toEqual([
      expect.stringMatching(new RegExp(`^prompt/unused-variable .*\`${name}\``)),
    ]);
  });

  test("a role and a tool's description are values: nothing in them is a template", async () => {
    const workspace = makeWorkspace({
      ...MAIN,
      ...TOOLS,
      "agents/default/agent.md": "---\ntitle: D\n---\nUse {{braces}} and {{if x}}.\n",
      "tools/a.ts": toolSource("{{endif}}"),
    });
    const { system } = await build(workspace);
    expect(system).toContain("Use {{braces}} and {{if x}}.");
    expect(system).toContain("Answers {{endif}}.");
  });
});

describe("fragments", () => {
  test("at two layers: one copy, the highest", async () => {
    const workspace = makeWorkspace({
      ...MAIN,
      ...TOOLS,
      ...withTools("a"),
      ...fragments({ a: "LOW" }),
      "usr/prompts/agent.system.tool.a.md": "HIGH\n{{include original}}",
    });
    expect((await build(workspace)).system).toMatch(/# Tools\n\nHIGH\nLOW$/);
    workspace.write({ "usr/prompts/agent.system.tool.a.md": "HIGH" });
    expect((await build(workspace)).system).toMatch(/# Tools\n\nHIGH$/);
  });

  test("follow the tools: of one that is hidden, denied, failed or switched off there is nothing", async () => {
    const workspace = makeWorkspace({
      ...MAIN,
      ...TOOLS,
      "agents/default/agent.md": "---\ntitle: D\ntools: [kept, refused, broken]\n---\nRole.\n",
      ...withTools("kept", "hidden"),
      "tools/refused.ts": toolSource("refused").replace('"read"', '"deny"'),
      "tools/broken.ts": "export default {{{",
      ...fragments({
        kept: "KEPT",
        hidden: "HIDDEN",
        refused: "REFUSED",
        broken: "BROKEN",
        ghost: "GHOST",
      }),
      "plugins/off/tools/off.ts": toolSource("off"),
      "plugins/off/prompts/agent.system.tool.off.md": "OFF",
      "usr/plugins/off/.toggle-0": "",
    });
    const { system, parts } = await build(workspace);
    expect(system).toBe("# Main\n\nRole.\n\n# Tools\n\nKEPT");
    expect(parts.at(-1)?.file).toBe("prompts/agent.system.tool.kept.md");
  });

  test("of a profile have its wording for it alone", async () => {
    const workspace = makeWorkspace({
      ...MAIN,
      ...TOOLS,
      ...withTools("weather"),
      ...fragments({ weather: "Weather." }),
      "agents/pirate/agent.md": "---\ntitle: Pirate\n---\nArr.\n",
      "agents/pirate/prompts/agent.system.tool.weather.md": "Wind and waves.",
    });
    expect((await build(workspace)).system).toMatch(/Weather\.$/);
    expect((await build(workspace, { profile: "pirate" })).system).toMatch(/Wind and waves\.$/);
  });

  test("one that is broken is reported, the others are kept", async () => {
    const workspace = makeWorkspace({
      ...MAIN,
      ...TOOLS,
      ...withTools("a", "b", "c"),
      ...fragments({ a: "A", b: "{{if}}", c: "C {{unknown}}" }),
    });
    const built = await build(workspace);
    expect(built.system).toMatch(/# Tools\n\nA\n\nC \{\{unknown\}\}$/);
    expect(told(built)).toEqual([
      expect.stringMatching(/^prompt\/syntax prompts\/agent\.system\.tool\.b\.md:1 /),
      expect.stringMatching(/^prompt\/unknown-variable prompts\/agent\.system\.tool\.c\.md:1 /),
    ]);
  });

  test("one that can not be read is reported, the others are kept", async () => {
    const workspace = makeWorkspace({
      ...MAIN,
      ...TOOLS,
      ...withTools("a", "b"),
      ...fragments({ b: "B" }),
    });
    const built = await build(workspace);
    expect(built.system).toContain("B");
    // Gone between the scan and the reading: the one way that is the same for every user, root too.
    const { openBoard } = await import("../../core/board/open.ts");
    const { createRegistry } = await import("../../core/registry/create.ts");
    const { buildSystemPrompt } = await import("../../core/prompts/system-prompt.ts");
    workspace.write(fragments({ a: "A" }));
    const board = await openBoard({ root: workspace.root, packageRoot: null });
    workspace.remove("prompts/agent.system.tool.a.md");
    const after = await buildSystemPrompt({ board, registry: createRegistry(board) });
    expect(after.system).toMatch(/# Tools\n\nB$/);
    expect(told(after)).toEqual([
      expect.stringMatching(/^prompt\/unreadable prompts\/agent\.system\.tool\.a\.md:null /),
    ]);
  });

  test("that mention a tool which the profile does not have are reported", async () => {
    const workspace = makeWorkspace({
      ...MAIN,
      ...TOOLS,
      "agents/default/agent.md": "---\ntitle: D\ntools: [a]\n---\nRole.\n",
      ...withTools("a", "other_tool"),
      ...fragments({ a: "Use `other_tool` after it." }),
    });
    expect(told(await build(workspace))).toEqual([
      expect.stringMatching(
        /^prompt\/absent-tool prompts\/agent\.system\.tool\.a\.md:null .*`a`.*`other_tool`/,
      ),
    ]);
    workspace.write(fragments({ a: "A{{if has.other_tool}}, then `other_tool`{{endif}}." }));
    const built = await build(workspace);
    expect(built.system).toMatch(/A\.$/);
    expect(told(built)).toEqual([]);
  });

  test("show calls with text, and not with native tool calling", async () => {
    const workspace = makeWorkspace({
      ...MAIN,
      ...TOOLS,
      ...withTools("weather"),
      ...fragments({ weather: `### weather\n\nWeather.\n\n${CALL}\n\nAfter. {{tool_calls}}` }),
    });
    expect((await build(workspace, { toolCalls: "native" })).system).toMatch(
      /### weather\n\nWeather\.\n\nAfter\. native$/,
    );
    expect((await build(workspace, { toolCalls: "text" })).system).toContain(
      `Weather.\n\n${CALL}\n\nAfter. text`,
    );
  });
});

describe("a tool without a fragment", () => {
  const SOURCE = `import { defineTool } from "pegboard";
import { z } from "zod";
export default defineTool({
  description: "Works with skills.",
  args: z.object({
    city: z.string().describe("City name,\\n in English"),
    days: z.int().min(2).describe("How many"),
    unit: z.enum(["c", "f"]).default("c"),
    tags: z.array(z.string()).optional(),
  }),
  risk: "read",
  methods: { load: { description: "Loads one.", args: z.object({ n: z.number().nullable() }), execute: () => "" } },
  execute: () => "",
});
`;

  test("gets one made, and a diagnostic that says where to write it", async () => {
    const workspace = makeWorkspace({ ...MAIN, ...TOOLS, "tools/skills.ts": SOURCE });
    const native = await build(workspace, { toolCalls: "native" });
    expect(native.system).toMatch(
      /# Tools\n\n### skills\n\nWorks with skills\.\n\n#### skills__load\n\nLoads one\.$/,
    );
    expect(told(native)).toEqual([
      expect.stringMatching(/^prompt\/missing tools\/skills\.ts:null .*`skills`/),
    ]);

    const { system } = await build(workspace, { toolCalls: "text" });
    expect(system).toContain(
      [
        "- `city` (string, required): City name, in English",
        "- `days` (integer, required): How many",
        '- `unit` ("c" or "f", optional)',
        "- `tags` (array of string, optional)",
      ].join("\n"),
    );
    expect(system).toContain('"tool_name": "skills:load"');
    const calls = [...system.matchAll(/```json\n([^`]*)\n```/g)].map(([, json = ""]) =>
      JSON.parse(json),
    );
    expect(calls).toEqual([
      { tool_name: "skills", tool_args: { city: "…", days: 2 } },
      { tool_name: "skills:load", tool_args: { n: 1 } },
    ]);
  });
});
