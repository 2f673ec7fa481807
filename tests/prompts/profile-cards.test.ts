import { expect, test } from "vitest";
import { openBoard } from "../../core/board/open.ts";
import { profileCards } from "../../core/prompts/profile-cards.ts";
import { makeWorkspace } from "../support/workspace.ts";

test("of a profile in several layers, what the highest file leaves out comes from the one below", async () => {
  const { root } = makeWorkspace({
    "agents/cook/agent.md":
      "---\ntitle: Cook\ndescription: Cooks.\ncontext: When hungry.\n---\nYou cook.\n",
    "usr/agents/cook/agent.md": "---\n# mine\ndescription: Cooks well.\n---\n",
    "usr/agents/plain/agent.md": "---\nmodel: a/b\n---\nYou are plain.\n",
  });
  const cards = await profileCards(await openBoard({ root, packageRoot: null, cache: false }));
  expect(cards.filter(({ name }) => name !== "default")).toEqual([
    { name: "cook", title: "Cook", description: "Cooks well.", context: "When hungry." },
    { name: "plain", title: "plain", description: "", context: "" },
  ]);
});
