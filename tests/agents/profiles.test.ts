import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { openBoard } from "../../core/board/open.ts";
import { createDispatcher } from "../../core/dispatch/dispatcher.ts";
import { buildSystemPrompt } from "../../core/prompts/system-prompt.ts";
import { createRegistry } from "../../core/registry/create.ts";
import { makeWorkspace } from "../support/workspace.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

async function offered(profile: string): Promise<string[]> {
  const board = await openBoard({ root, profile });
  return createRegistry(board)
    .specs()
    .map(({ name }) => name);
}

describe("bundled profiles", () => {
  test("default names no model, so that a clone runs without a key, and has every tool", async () => {
    const board = await openBoard({ root });
    expect(board.profile).toMatchObject({ name: "default", model: null, tools: null });
    const names = await offered("default");
    for (const name of [
      "clarify",
      "days_between",
      "delegate_task",
      "edit_file",
      "fetch_url",
      "find_files",
      "memory",
      "read_file",
      "response",
      "search_files",
      "session_search",
      "shell",
      "skills_tool__load",
      "write_file",
    ]) {
      expect(names).toContain(name);
    }
  });

  test("researcher only reads, and has its own prompts on top of the bundled ones", async () => {
    expect(await offered("researcher")).toEqual([
      "fetch_url",
      "find_files",
      "read_file",
      "response",
      "search_files",
      "session_search",
    ]);
    const board = await openBoard({ root, profile: "researcher" });
    const { system } = await buildSystemPrompt({ board, registry: createRegistry(board) });
    expect(system).toMatch(/# How you work\n[^]*# How you research\n/);
    expect(system).toContain("You are a researcher.");
    expect(system).not.toContain("edit_file");
  });

  test("_example is documentation and no profile", async () => {
    await expect(openBoard({ root, profile: "_example" })).rejects.toThrow(/_example/);
  });
});

describe("the example profile, copied to a name of its own", () => {
  test("works with everything that it shows", async () => {
    const workspace = makeWorkspace();
    cpSync(`${root}/agents/_example`, workspace.path("usr/agents/mine"), { recursive: true });
    const board = await openBoard({ root: workspace.root, profile: "mine" });
    expect(board.diagnostics).toEqual([]);
    expect(board.profile).toMatchObject({
      title: "Example",
      model: "replay/greeting",
      tools: ["greet", "read_file", "write_file"],
      extends: ["default"],
    });

    const dispatcher = createDispatcher({ board });
    const [result] = await dispatcher.run([{ id: "1", name: "greet", args: { name: "Ada" } }]);
    await dispatcher.close();
    expect(result).toMatchObject({
      status: "ok",
      message: "Good day, Ada. Here speaks the profile mine.",
    });

    const { system, diagnostics } = await buildSystemPrompt({
      board,
      registry: createRegistry(board),
    });
    expect(diagnostics).toEqual([]);
    expect(system).toContain("You are an example.");
    expect(system).toContain('You work in the workspace "workspace".');
    expect(system).toContain("Greets a person by name.");
    const extensions = board.extensions.system_prompt.map(({ name }) => name);
    expect(extensions).toContain("_10_house_rules.ts");
  });
});
