import { describe, expect, test } from "vitest";
import { makeWorkspace, toolSource } from "../support/workspace.ts";
import { startPegboard } from "./pegboard.ts";

const AGENT = "---\ntitle: A\n---\nYou are A.\n";

test("tells what each save changed, as a person would, until Ctrl-C", async () => {
  const workspace = makeWorkspace({
    "tools/weather.ts": toolSource("sun"),
    "tools/note.ts": toolSource("note"),
    "agents/default/agent.md": AGENT,
  });
  const dev = startPegboard(["dev"], { cwd: workspace.root });
  await dev.printed("none failing. Ctrl-C ends.");
  const steps: [() => void, string][] = [
    [
      () => workspace.write({ "tools/hello.ts": toolSource("hi") }),
      "+ hello added (tools/hello.ts)",
    ],
    [
      () => workspace.write({ "tools/weather.ts": toolSource("sun").replace("text:", "city:") }),
      "~ weather: another schema",
    ],
    [
      () => workspace.write({ "tools/weather.ts": "export default {" }),
      "! weather fails: tools/weather.ts:1:17: Unexpected token",
    ],
    [
      () => workspace.write({ "tools/weather.ts": toolSource("rain") }),
      "✓ weather is well again (tools/weather.ts)",
    ],
    [
      () => workspace.write({ "prompts/agent.system.tool.note.md": "### note\n" }),
      "~ note: another prompt",
    ],
    [() => workspace.remove("tools/hello.ts"), "- hello removed"],
    [
      () => workspace.write({ "agents/default/agent.md": "---\ntools: [note, nothing]\n---\n" }),
      `lists the tool "nothing", which no plugin provides`,
    ],
    [
      () => workspace.write({ "agents/default/agent.md": AGENT }),
      "✓ the workspace can be opened again",
    ],
    [
      () => workspace.write({ "extensions/message_loop_end/_10_log.ts": "export default {" }),
      "extension/load-failed",
    ],
    [
      () =>
        workspace.write({
          "extensions/message_loop_end/_10_log.ts": `import { defineExtension } from "pegboard";
export default defineExtension("message_loop_end", () => {});
`,
        }),
      "✓ extension message_loop_end/_10_log.ts is well again",
    ],
    [
      () => workspace.write({ "agents/default/agent.md": "---\ntools: [note]\n---\nYou.\n" }),
      "- weather is not available: the profile default does not have it among its tools",
    ],
    // The other and the bundled ones are there, and can not be called.
    [() => {}, "1 tool ("],
  ];
  for (const [save, line] of steps) {
    save();
    await dev.printed(line);
  }
  dev.kill("SIGINT");
  const { code, signal, stdout, stderr } = await dev.ended;
  expect({ code, signal }).toEqual({ code: 0, signal: null });
  // What was found beside the changes is told on the other stream.
  expect(stdout).not.toContain("prompt/missing");
  expect(stderr).toContain("tools/hello.ts warning prompt/missing");
});

describe("for programs", () => {
  test("one update a line", async () => {
    const workspace = makeWorkspace({
      "tools/a.ts": toolSource("a"),
      "agents/default/agent.md": AGENT,
    });
    const dev = startPegboard(["dev", "--json"], { cwd: workspace.root });
    await dev.printed("Ctrl-C ends.");
    workspace.write({ "usr/tools/a.ts": toolSource("mine", `risk: "write",`) });
    await dev.printed("moved");
    workspace.write({ "agents/default/agent.md": "---\ntitle: [\n---\nYou.\n" });
    await dev.printed('"error":{');
    workspace.write({ "agents/default/agent.md": AGENT });
    await expect.poll(() => dev.seen().match(/^\{/gm)?.length).toBe(3);
    dev.kill("SIGTERM");
    const { stdout } = await dev.ended;
    const lines: unknown[] = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      {
        failing: 0,
        changes: [{ kind: "moved", tool: "a", file: "usr/tools/a.ts", from: "tools/a.ts" }],
        error: null,
      },
      { changes: [], diagnostics: [], error: { message: expect.stringContaining("agent.md") } },
      { changes: [], diagnostics: [], error: null },
    ]);
  });
});
