import { describe, expect, test } from "vitest";
import { callTool } from "../../core/testing/call-tool.ts";
import shell from "../../plugins/shell/tools/shell.ts";
import { makeWorkspace } from "../support/workspace.ts";
import { filesOf } from "./call-files.ts";

const SECRET = "sk-abc/def+ghi=12345";

/** Whether a text holds more of the secret than a few characters that stand anywhere. */
const leaks = (text: string): boolean =>
  Array.from({ length: SECRET.length - 5 }, (_, at) => SECRET.slice(at, at + 6)).some((piece) =>
    text.includes(piece),
  );

const workspace = (text: string) =>
  makeWorkspace({ "usr/secrets.env": `KEY=${SECRET}\n`, "long.txt": text });

// A tool that cuts what it shows could cut a secret in two, and the rest would be no secret that can be recognised.
describe("a secret where a text is cut is masked all the same", () => {
  // Around the lengths at which lines are cut.
  const positions = [280, 290, 299, 300, 1_985, 1_995, 1_999, 2_000];

  test.each(positions)("in a line that read_file and search_files cut, at %i", async (at) => {
    const call = filesOf(workspace(`${"q".repeat(at)}${SECRET}${"z".repeat(3_000)}\n`));
    for (const result of [
      await call("read_file", { path: "long.txt" }),
      await call("search_files", { query: "qqq" }),
    ]) {
      expect(result.status).toBe("ok");
      expect(leaks(result.message)).toBe(false);
    }
  });

  test.each([90, 95, 99, 100, 105])("in output that shell cuts, at %i", async (at) => {
    const { root } = workspace("");
    const before = "q".repeat(at);
    const { result, progress } = await callTool(
      shell,
      {
        command: `printf '%s' '${before}'; cat usr/secrets.env | cut -d= -f2-; printf '%s' '${"z".repeat(400)}'; cat usr/secrets.env | cut -d= -f2-; printf '%s' '${before}'`,
      },
      { root, settings: { pass_env: ["PATH"], max_output_chars: 200 } },
    );
    expect(result.message).toContain("characters are left out");
    expect(leaks(JSON.stringify([result, progress]))).toBe(false);
  });
});
