import { expect, test } from "vitest";
import { makeWorkspace, toolSource } from "../support/workspace.ts";
import { pegboard } from "./pegboard.ts";
import { explained, parse, prompt } from "./shapes.ts";

const extension = (body: string): string =>
  `import { defineExtension } from "pegboard";\nexport default defineExtension("system_prompt", () => { ${body} });\n`;

const FRAGMENT = "agent.system.tool.hello.md";

const { root } = makeWorkspace({
  "tools/hello.ts": toolSource("hi"),
  [`prompts/${FRAGMENT}`]: "### hello\nSays hi to everybody.\n",
  "agents/pirate/agent.md": "---\ntitle: Pirate\n---\nYou are a pirate.\n",
  [`agents/pirate/prompts/${FRAGMENT}`]: "### hello\nSays arr.\n",
  "extensions/system_prompt/_10_house.ts": extension('return "Be kind.";'),
  "extensions/system_prompt/_20_broken.ts": extension('throw new Error("no luck");'),
});

test("prompt is what an agent gets, part by part, as the profile has it", async () => {
  const json = await pegboard(["prompt", "--json", "--profile", "pirate"], { cwd: root });
  expect(json.code).toBe(0);
  const { system, tokens, parts } = parse(prompt, json.stdout);
  expect(system).toContain("You are a pirate.");
  expect(system).toContain("Says arr.");
  expect(system).not.toContain("Says hi to everybody.");
  expect(system).toContain("Be kind.");
  expect(parts.map(({ file }) => file)).toEqual(
    expect.arrayContaining([
      "agents/pirate/agent.md",
      `agents/pirate/prompts/${FRAGMENT}`,
      "extensions/system_prompt/_10_house.ts",
    ]),
  );
  expect(parts.reduce((sum, part) => sum + part.tokens, 0)).toBe(tokens);
  expect(json.stderr).toMatch(/_20_broken\.ts .*no luck/);

  // For a person the payload is the same text, and the costs stand beside it.
  const human = await pegboard(["prompt", "--profile", "pirate"], { cwd: root });
  expect(human.stdout).toBe(`${system}\n`);
  expect(human.stderr).toMatch(new RegExp(`^${tokens} +in all$`, "m"));
});

test("explain shows which fragment won, and what it shadows", async () => {
  const { stdout } = await pegboard(["explain", "hello", "--json", "--profile", "pirate"], {
    cwd: root,
  });
  const explanation = parse(explained, stdout);
  expect(explanation).toMatchObject({
    prompt: `agents/pirate/prompts/${FRAGMENT}`,
    prompt_shadows: [`prompts/${FRAGMENT}`],
    fragment: { file: `agents/pirate/prompts/${FRAGMENT}`, text: "### hello\nSays arr." },
  });
  const costs = explanation.specs.map(({ tokens }) => tokens);
  expect(explanation.tokens).toBe(
    costs.reduce((sum, cost) => sum + cost, explanation.fragment?.tokens ?? 0),
  );
});
