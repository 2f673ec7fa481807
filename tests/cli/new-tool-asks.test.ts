import { existsSync, readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { makeWorkspace } from "../support/workspace.ts";
import { startInTerminal } from "./in-terminal.ts";
import { pegboard } from "./pegboard.ts";

const FILES = [
  "tools/walk.ts",
  "tools/walk.ts.dox.md",
  "prompts/agent.system.tool.walk.md",
  "tests/walk.test.mjs",
];
const DESCRIPTION = "(Gives back what it is given.) ";
const RISK = "write asks a person (read) ";

// One place for all: what the package brings along is imported once.
const workspace = makeWorkspace();

const made = (): (string | null)[] =>
  FILES.map((file) => {
    const path = workspace.path(`usr/plugins/mine/${file}`);
    return existsSync(path) ? readFileSync(path, "utf8") : null;
  });

const start = (...more: string[]) =>
  startInTerminal(["new", "tool", "walk", ...more], workspace.root);

describe.skipIf(process.platform !== "linux")("new tool in a terminal", () => {
  beforeEach(() => workspace.reset());

  test("asks for what is not given, again where an answer does not fit; what it makes holds", async () => {
    const running = start();
    await running.showed(DESCRIPTION);
    running.type("Plans a walk, with {{stops}}.\r");
    await running.showed(DESCRIPTION, 2);
    running.type("Plans a walk.\r");
    await running.showed("Argument 1: ");
    running.type("stops:text\r");
    await running.showed("Argument 1: ", 2);
    running.type("stops:string[]:Where it leads, as a|b\r");
    await running.showed("Argument 2: ");
    running.type("stops:string\r");
    await running.showed("Argument 2: ", 2);
    running.type("hours?:number:How long\r");
    await running.showed("Argument 3: ");
    running.type("\r");
    await running.showed(RISK);
    running.type("maybe\r");
    await running.showed(RISK, 2);
    running.type("write\r");
    const { code, screen } = await running.ended;
    expect({ code, screen }).toMatchObject({ code: 0 });
    expect(screen).toContain("can not be a description");
    expect(screen).toContain("types are string, number");
    expect(screen).toContain("stops is given twice");
    expect(screen).toContain('There is no risk "maybe"');

    const [tool, contract, fragment] = made();
    expect(tool).toContain('description: "Plans a walk."');
    expect(tool).toContain('stops: z.array(z.string()).describe("Where it leads, as a|b")');
    expect(tool).toContain('risk: "write"');
    expect(contract).toContain("| stops | array of string | yes | Where it leads, as a\\|b |");
    expect(contract).toContain("| hours | number | no | How long |");
    expect(fragment).toContain("- `stops` (array of string, required): Where it leads, as a|b");
    expect(await pegboard(["check"], { cwd: workspace.root })).toMatchObject({
      code: 0,
      stdout: "No findings.\n",
    });
  });

  test("Enter alone makes what is made without a terminal", async () => {
    await pegboard(["new", "tool", "walk"], { cwd: workspace.root });
    const unasked = made();
    expect(unasked).not.toContain(null);
    workspace.reset();

    const running = start();
    for (const question of [DESCRIPTION, "Argument 1: ", RISK]) {
      await running.showed(question);
      running.type("\r");
    }
    expect(await running.ended).toMatchObject({ code: 0 });
    expect(made()).toEqual(unasked);
  });

  test.each([
    ["Ctrl-C", "\u0003", "at the first question", []],
    ["Ctrl-C", "\u0003", "after some answers", [[DESCRIPTION, "Plans a walk.\r"]]],
    ["Ctrl-D", "\u0004", "at the first question", []],
  ] as const)("%s (%j) %s leaves nothing behind", async (_name, key, _when, before) => {
    const running = start();
    for (const [question, answer] of before) {
      await running.showed(question);
      running.type(answer);
    }
    await running.showed(before.length === 0 ? DESCRIPTION : "Argument 1: ");
    running.type(key);
    const { code, screen } = await running.ended;
    expect({ code, screen }).toMatchObject({ code: 1 });
    expect(screen).toContain("Nothing was made.");
    expect(existsSync(workspace.path("usr"))).toBe(false);
  });

  test("what is given is not asked for, and what can not be made is refused before", async () => {
    const given = ["--description", "Plans a walk.", "--arg", "to:string"];
    const running = start(...given);
    await running.showed(RISK);
    running.type("\r");
    const asked = await running.ended;
    expect(asked).toMatchObject({ code: 0 });
    expect(asked.screen).not.toMatch(/What does it do|Argument 1/);

    workspace.reset();
    const all = await start(...given, "--risk", "read").ended;
    expect(all).toMatchObject({ code: 0 });
    expect(all.screen).not.toContain(RISK);

    const refused = await start("--plugin", "files").ended;
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.screen).not.toContain("What does it do");
  });

  test("with --json nobody is asked", async () => {
    const { code, screen } = await start("--json").ended;
    expect(code).toBe(0);
    expect(screen).not.toContain("What does it do");
    expect(made()).not.toContain(null);
  });
});
