import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { openBoard } from "../../core/board/open.ts";
import { buildSystemPrompt } from "../../core/prompts/system-prompt.ts";
import { createRegistry } from "../../core/registry/create.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

async function build(profile: string, toolCalls: "native" | "text") {
  const board = await openBoard({ root, profile });
  return buildSystemPrompt({ board, registry: createRegistry(board), toolCalls });
}

describe.each(["default", "researcher"])("the bundled prompts for %s", (profile) => {
  test("render without a warning, with nothing of a template left", async () => {
    for (const toolCalls of ["native", "text"] as const) {
      const { system, diagnostics } = await build(profile, toolCalls);
      expect(diagnostics).toEqual([]);
      expect(system).not.toMatch(/\{\{|\}\}(?!\n)|\n{3}|[ \t]\n/);
    }
  });

  test("with native tool calling show no call as text and no protocol", async () => {
    const { system } = await build(profile, "native");
    expect(system).not.toContain("tool_name");
    expect(system).not.toContain("Arguments:");
    expect(system).toMatch(
      /# Role\n\n.+\n[^]*# How you work\n[^]*# How you answer\n[^]*# Tools\n\n[^]*### read_file\n/,
    );
  });

  test("with text show the protocol, and for each tool one call that is JSON", async () => {
    const { system } = await build(profile, "text");
    expect(system).toContain("# How you call a tool");
    const board = await openBoard({ root, profile });
    for (const { tool } of createRegistry(board).specs()) {
      expect(system).toMatch(new RegExp(`"tool_name": "${tool}(?::\\w+)?"`));
    }
    const blocks = [...system.matchAll(/```json\n([^]*?)\n```/g)].map(([, json = ""]) => json);
    for (const block of blocks) {
      expect(Object.keys(JSON.parse(block))).toEqual(["tool_name", "tool_args"]);
    }
  });

  test("cost little", async () => {
    expect((await build(profile, "native")).tokens).toBeLessThan(2_500);
  });
});
