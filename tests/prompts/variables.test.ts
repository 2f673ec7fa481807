import { describe, expect, test } from "vitest";
import { makeWorkspace } from "../support/workspace.ts";
import { build, told } from "./build.ts";

const MAIN = "prompts/agent.system.main.md";
const OWN = "agents/default/prompts/agent.system.main.md";
const ROLE = "agents/default/agent.md";

function companion(variables: object): string {
  return `export default () => (${JSON.stringify(variables)});\n`;
}

const NO_ROLE = { [ROLE]: "---\ntitle: Default\n---\n" };

describe("a companion", () => {
  test.each([
    "agent.system.main.md.vars.ts",
    "agent.system.main.vars.ts",
    "agent.system.main.md.vars.mjs",
  ])("%s provides variables", async (name) => {
    const workspace = makeWorkspace({
      ...NO_ROLE,
      [MAIN]: "{{who}} {{if list}}{{list}}{{endif}}",
      [`prompts/${name}`]: companion({ who: "base", list: [1] }),
    });
    const built = await build(workspace);
    expect(built.system).toBe("base [1]");
    expect(told(built)).toEqual([]);
  });

  test("may be an object, may be async, and is told what it is for", async () => {
    const workspace = makeWorkspace({
      ...NO_ROLE,
      [MAIN]: '{{a}} {{include "b.md"}}',
      "prompts/agent.system.main.md.vars.ts": 'export default { a: "object" };\n',
      "prompts/b.md": "{{said}}",
      "prompts/b.md.vars.ts": `import { basename } from "node:path";
import type { PromptContext } from "pegboard";
export default async ({ prompt, profile, workspace, tools, settings, signal }: PromptContext) => ({
  said: [prompt, profile, basename(workspace), tools.join("+"), JSON.stringify(settings), signal.aborted].join(" "),
});
`,
    });
    const built = await build(workspace);
    expect(built.system).toBe("object b.md default workspace  {} false");
  });

  test("of a plugin gets the plugin's settings", async () => {
    const workspace = makeWorkspace({
      ...NO_ROLE,
      [MAIN]: '{{include "p.md"}}',
      "plugins/mine/plugin.md": "---\ntitle: Mine\nsettings: { tone: calm, size: 1 }\n---\n",
      "usr/plugins/mine/settings.yaml": "size: 2\n",
      "plugins/mine/prompts/p.md": "{{tone}} {{size}}",
      "plugins/mine/prompts/p.md.vars.ts": "export default ({ settings }: any) => settings;\n",
    });
    expect((await build(workspace)).system).toBe("calm 2");
  });

  test("below an override of the .md is still used; one beside the override wins", async () => {
    const workspace = makeWorkspace({
      ...NO_ROLE,
      [MAIN]: "BASE {{who}}",
      "prompts/agent.system.main.md.vars.ts": companion({ who: "below" }),
      [OWN]: "TOP {{who}}",
    });
    expect((await build(workspace)).system).toBe("TOP below");
    workspace.write({ [`${OWN}.vars.ts`]: companion({ who: "beside" }) });
    expect((await build(workspace)).system).toBe("TOP beside");
    expect((await build(workspace, { variables: { who: "caller" } })).system).toBe("TOP caller");
  });

  test("an original below sees the override's variables first, and has its own for the rest", async () => {
    const workspace = makeWorkspace({
      ...NO_ROLE,
      [MAIN]: "{{who}} {{more}}",
      "prompts/agent.system.main.md.vars.ts": companion({ who: "base", more: "of base" }),
      [OWN]: "TOP {{include original}}",
      [`${OWN}.vars.ts`]: companion({ who: "top" }),
    });
    const built = await build(workspace);
    expect(built.system).toBe("TOP top of base");
    expect(told(built)).toEqual([]);
  });

  test("what a file includes sees its variables too, after its own", async () => {
    const workspace = makeWorkspace({
      ...NO_ROLE,
      [MAIN]: '{{a}} {{include "b.md"}} {{a}}',
      "prompts/agent.system.main.md.vars.ts": companion({ a: "outer", c: "inherited" }),
      "prompts/b.md": "{{a}} {{c}}",
      "prompts/b.md.vars.ts": companion({ a: "inner" }),
    });
    const built = await build(workspace);
    expect(built.system).toBe("outer inner inherited outer");
    expect(told(built)).toEqual([]);
  });

  test("a variable that no placeholder uses is reported with the companion that gives it", async () => {
    const workspace = makeWorkspace({
      ...NO_ROLE,
      [MAIN]: "{{if false}}{{dormant}}{{endif}}",
      "prompts/agent.system.main.md.vars.ts": companion({ dormant: 1, skills: "lost" }),
    });
    expect(told(await build(workspace))).toEqual([
      expect.stringMatching(
        /^prompt\/unused-variable prompts\/agent\.system\.main\.md\.vars\.ts:null .*`skills`/,
      ),
    ]);
  });
});

describe("a companion that fails takes its prompt along, and nothing else", () => {
  test.each([
    ["throws", 'export default () => { throw new Error("out of paper"); };', /out of paper/],
    ["throws a string", 'export default () => { throw "paper"; };', /paper/],
    ["rejects", 'export default async () => { throw new Error("late paper"); };', /late paper/],
    ["throws on import", 'throw new Error("at once");', /at once/],
    ["has a syntax error", "export default {{{", /./],
    ["never settles", "export default () => new Promise(() => {});", /within 300 ms/],
    ["never settles on import", "await new Promise(() => {}); export default {};", /within 300 ms/],
    ["returns nothing", "export default () => undefined;", /object of variables, got undefined/],
    ["returns null", "export default () => null;", /got null/],
    ["returns text", 'export default () => "x";', /got a string/],
    ["returns a list", "export default () => [1];", /got an array/],
    ["exports nothing", "export const a = 1;", /got undefined/],
    ["has a function as a value", "export default { f: () => 1 };", /`f`.*a function/],
    ["has a circle as a value", "const a: any = {}; a.a = a; export default { a };", /circular/i],
    ["has a bigint as a value", "export default { a: 1n };", /BigInt/],
  ])("%s", async (_what, source, why) => {
    const workspace = makeWorkspace({
      ...NO_ROLE,
      [MAIN]: 'A {{include "bad.md"}} B {{include "good.md"}}',
      "prompts/bad.md": "BAD {{f}}{{a}}",
      "prompts/bad.md.vars.ts": `${source}\n`,
      "prompts/good.md": "{{g}}",
      "prompts/good.md.vars.ts": companion({ g: "GOOD" }),
    });
    const built = await build(workspace, { variablesTime: 300 });
    expect(built.system).toBe("A  B GOOD");
    expect(built.diagnostics).toEqual([
      expect.objectContaining({
        code: "prompt/variables-failed",
        severity: "error",
        file: "prompts/bad.md.vars.ts",
        message: expect.stringMatching(why),
      }),
    ]);
    expect(built.diagnostics[0]?.message).toContain("prompts/bad.md");
  });
});
