import { describe, expect, test } from "vitest";
import { z } from "zod";
import { loadSecrets } from "../../../core/dispatch/secrets/follow.ts";
import { makeWorkspace } from "../../support/workspace.ts";
import type { TestWorkspace } from "../../support/workspace.ts";
import { workshop } from "../fixture.ts";
import { toolOf } from "../parts.ts";

const FILE = "usr/secrets.env";

async function following(source: string | null) {
  const workspace = makeWorkspace(source === null ? {} : { [FILE]: source });
  const secrets = await loadSecrets(workspace.root);
  const tool = toolOf({
    args: z.object({ text: z.string() }),
    execute: ({ text }) => `got ${String(text)} of ${String(text).length}`,
  });
  const { one, run } = workshop({ tools: { tool } }, { secrets });
  return {
    workspace,
    secrets,
    run,
    say: async (text: string) => (await one("tool", { text })).message,
  };
}

describe("secrets that change while they are used", () => {
  test.each<[string, string | null, (w: TestWorkspace) => void, [string, string][]]>([
    [
      "another value",
      "A=first-value\n",
      (w) => w.write({ [FILE]: "A=second-value-2\n" }),
      [
        ["§§secret(A)", "got §§secret(A) of 14"],
        ["is second-value-2", "got is §§secret(A) of 17"],
        // It was one, and may be told nowhere still.
        ["was first-value", "got was §§secret(A) of 15"],
      ],
    ],
    [
      "the first of all",
      null,
      (w) => w.write({ [FILE]: "A=first-value\n" }),
      [["§§secret(A)", "got §§secret(A) of 11"]],
    ],
    [
      "one more",
      "A=first-value\n",
      (w) => w.write({ [FILE]: "A=first-value\nB=other-value-3\n" }),
      [["§§secret(A) §§secret(B)", "got §§secret(A) §§secret(B) of 25"]],
    ],
    [
      "all of them gone",
      "A=first-value\n",
      (w) => w.remove(FILE),
      [["was first-value", "got was §§secret(A) of 15"]],
    ],
  ])("%s", async (_what, source, change, said) => {
    const { workspace, say } = await following(source);
    await say("§§none");
    change(workspace);
    for (const [text, answer] of said) expect(await say(text)).toBe(answer);
  });

  test("a name that is gone is unknown", async () => {
    const { workspace, say } = await following("A=first-value\nB=other-value\n");
    workspace.write({ [FILE]: "B=other-value\n" });
    expect(await say("§§secret(A)")).toContain("No secret is named `A`. There are: B.");
  });

  test("a file that can not be read fails the calls, with the reason, until it can", async () => {
    const { workspace, say } = await following("A=first-value\n");
    workspace.write({ [FILE]: "A=first-value\nnot a line\n" });
    expect(await say("§§secret(A)")).toContain("This line is not NAME=value");
    expect(await say("plain")).toContain("This line is not NAME=value");
    workspace.write({ [FILE]: "A=third-value\n" });
    expect(await say("§§secret(A)")).toBe("got §§secret(A) of 11");
  });

  test("a stream goes on with what is secret now", async () => {
    const { workspace, secrets } = await following("A=first-value\n");
    const stream = secrets.stream();
    const out = [stream.push("x first-v")];
    workspace.write({ [FILE]: "A=second-value\n" });
    await secrets.refresh();
    out.push(stream.push("anity, second-"), stream.push("value"), stream.end());
    expect(out.join("")).toBe("x first-vanity, §§secret(A)");
  });
});
