import { existsSync, readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { makeWorkspace } from "../support/workspace.ts";
import { startInTerminal } from "./in-terminal.ts";

const tool = (body: string, more = ""): string => `import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineTool } from "pegboard";
export default defineTool({
  description: "A tool for these tests.",
  ${more}
  async execute(_, { workspace, progress, signal, ask }) {
    ${body}
  },
});
`;

const recording = (...conversation: unknown[]): string =>
  JSON.stringify({ format: "pegboard.replay/1", conversation });

const call = (name: string) => ({ model: { calls: [{ id: "c1", tool: name, args: {} }] } });

const FILES = {
  "tools/writes.ts": tool('writeFileSync(join(workspace, "written"), ""); return "done";'),
  "tools/asks.ts": tool(
    'const answer = await ask({ text: "Which one?", choices: ["red", "blue"] }); return JSON.stringify(answer);',
    'risk: "read", interactive: true,',
  ),
  "tools/hangs.ts": tool(
    'writeFileSync(join(workspace, "pid"), String(process.pid)); await progress.set("hanging on"); await new Promise((resolve) => signal.addEventListener("abort", resolve));',
    'risk: "read",',
  ),
  "writes.replay.json": recording(
    { user: "write" },
    call("writes"),
    { model: "So be it." },
    { user: "bye" },
    { model: "Bye." },
  ),
  "hangs.replay.json": recording(
    { user: "wait" },
    call("hangs"),
    { user: "and now" },
    { model: "Still here." },
  ),
};

// One place for all: what the package brings along is imported once.
const workspace = makeWorkspace();

describe.skipIf(process.platform !== "linux")("in a terminal", () => {
  beforeEach(() => workspace.reset(FILES));

  test("a call is asked for by what will run, and runs when it is allowed", async () => {
    const running = startInTerminal(["call", "writes"], workspace.root);
    await running.showed("n deny");
    running.type("y");
    const { code, screen } = await running.ended;
    expect({ code, screen }).toMatchObject({ code: 0 });
    expect(screen).toContain("tools/writes.ts");
    expect(screen).toContain("done");
    expect(existsSync(workspace.path("written"))).toBe(true);
  });

  test("it does not run when it is denied, and the reason is told", async () => {
    const running = startInTerminal(["call", "writes"], workspace.root);
    await running.showed("n deny");
    running.type("n");
    await running.showed("Why not?");
    running.type("wrong folder\r");
    const { code, screen } = await running.ended;
    expect({ code, screen }).toMatchObject({ code: 1 });
    expect(screen).toMatch(/denied: writes: .*wrong folder/);
    expect(existsSync(workspace.path("written"))).toBe(false);
  });

  test("a tool's question is answered", async () => {
    const running = startInTerminal(["call", "asks"], workspace.root);
    await running.showed("2. blue\n> ");
    running.type("2\r");
    const { code, screen } = await running.ended;
    expect({ code, screen }).toMatchObject({ code: 0 });
    expect(screen).toContain('"text":"blue"');
  });

  test("in a conversation the question takes the keyboard, and gives it back", async () => {
    const running = startInTerminal(["chat", "--model", "replay/writes"], workspace.root);
    await running.showed("you: ");
    running.type("write\r");
    await running.showed("n deny");
    running.type("y");
    await running.showed("you: ", 2);
    running.type("bye\r");
    await running.showed("you: ", 3);
    running.type("\u0004");
    const { code, screen } = await running.ended;
    expect({ code, screen }).toMatchObject({ code: 0 });
    expect(screen).toContain("writes allowed once");
    expect(screen).toMatch(/So be it\.[^]*Bye\./);
    expect(existsSync(workspace.path("written"))).toBe(true);
  });

  test("Ctrl-C stops the turn, twice leaves", async () => {
    const running = startInTerminal(["chat", "--model", "replay/hangs"], workspace.root);
    await running.showed("you: ");
    running.type("wait\r");
    await running.showed("hanging on");
    running.type("\u0003");
    await running.showed("you: ", 2);
    // What stopped the turn is done with: this one does not leave.
    running.type("and\u0003");
    await running.showed("or Ctrl-D, leaves.");
    running.type(" now\r");
    await running.showed("Still here.");
    await running.showed("you: ", 4);
    running.type("\u0003");
    await running.showed("or Ctrl-D, leaves.", 2);
    running.type("\u0003");
    const { code, screen } = await running.ended;
    expect({ code, screen }).toMatchObject({ code: 0 });
    expect(screen).toMatch(/^Stopping the turn/m);
    expect(screen).toMatch(/The turn was stopped\.[^]*Still here\./);
  });

  test("what is typed while the agent works stands on a line of its own, and is acknowledged", async () => {
    const running = startInTerminal(["chat", "--model", "replay/hangs"], workspace.root);
    await running.showed("you: ");
    running.type("wait\r");
    await running.showed("hanging on");
    running.type("hurry\r");
    await running.showed("Noted:");
    running.type("\u0003");
    await running.showed("you: ", 2);
    running.type("\u0004");
    const { code, screen } = await running.ended;
    expect({ code, screen }).toMatchObject({ code: 0 });
    expect(screen).toMatch(/^hurry\n+Noted: /m);
  });

  test("Ctrl-C while a call is asked for stops the turn, and the call does not run", async () => {
    const running = startInTerminal(["chat", "write", "--model", "replay/writes"], workspace.root);
    await running.showed("n deny");
    running.type("\u0003");
    const { code, screen } = await running.ended;
    expect({ code, screen }).toMatchObject({ code: 1 });
    expect(screen).toContain("The turn was stopped.");
    expect(screen).not.toContain("turned away");
    expect(existsSync(workspace.path("written"))).toBe(false);
  });

  test("when the terminal is closed the process ends, and the transcript is whole", async () => {
    const args = ["chat", "--model", "replay/hangs", "--record", "left.json"];
    const running = startInTerminal(args, workspace.root);
    await running.showed("you: ");
    running.type("wait\r");
    await running.showed("hanging on");
    running.kill("SIGKILL");
    const pid = Number(readFileSync(workspace.path("pid"), "utf8"));
    await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
    const recorded: unknown = JSON.parse(readFileSync(workspace.path("left.json"), "utf8"));
    expect(recorded).toMatchObject({
      conversation: [{ user: "wait" }, { model: { calls: [{ tool: "hangs" }] } }],
    });
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
