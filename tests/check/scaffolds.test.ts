import { describe, expect, test } from "vitest";
import { check } from "../../core/check/check.ts";
import { pegboardHere } from "../cli/in-process.ts";
import { makeWorkspace } from "../support/workspace.ts";

// One place for all: what the package brings along is imported once.
const workspace = makeWorkspace();

/** A new workspace with what the commands make; each is what follows `pegboard`. */
async function workspaceWith(...commands: readonly (readonly string[])[]): Promise<string> {
  workspace.reset({ "agents/default/agent.md": null });
  for (const args of [["init"], ...commands])
    expect(await pegboardHere(args, { cwd: workspace.root })).toMatchObject({ code: 0 });
  return workspace.root;
}

describe("what the commands make holds against the code at once", () => {
  test.each<[string, readonly (readonly string[])[]]>([
    ["a workspace", []],
    ["a tool", [["new", "tool", "hello"]]],
    [
      "a tool with arguments of all types, and a risk",
      [
        [
          "new",
          "tool",
          "send_note",
          "--description",
          "Sends a note: to one, or to | many.",
          "--risk",
          "write",
          "--arg",
          "to:string[]:Who gets it",
          "--arg",
          "text:string:What it says, in `Markdown`",
          "--arg",
          "copies?:integer:How many",
          "--arg",
          "weight?:number:How heavy",
          "--arg",
          "urgent?:boolean:At once",
        ],
      ],
    ],
    [
      "a plugin with a tool",
      [
        ["new", "plugin", "sea"],
        ["new", "tool", "tides", "--plugin", "sea"],
      ],
    ],
    ["a profile", [["new", "profile", "sailor"]]],
    ["a skill", [["new", "skill", "sail-plan"]]],
    ["an extension", [["new", "extension", "log_it", "--point", "message_loop_start"]]],
  ])("%s", async (_name, commands) => {
    const root = await workspaceWith(...commands);
    const { diagnostics } = await check({ root });
    expect(diagnostics).toEqual([]);
  });
});
