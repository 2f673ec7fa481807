import { skill } from "../../examples/skill.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "skill/empty",
  severity: "error",
  summary: "A SKILL.md has no text below its front matter: there is nothing to follow.",
  failing: skill(
    "\n# Travel plan\n\n1. Ask when the journey begins.\n2. Compare places, as in [the table](places.md).\n",
    "",
    "name:",
  ),
  passing: skill("", "", "# Travel plan"),
  check: ({ skills }) =>
    skills
      .filter(
        ({ header, document }) =>
          header.state === "read" &&
          document.prose.every((line) => line.trim() === "") &&
          document.fences.length === 0,
      )
      .map(({ file, header }) => ({
        message: "the skill has no text",
        file,
        line: header.line("name"),
        hint: "Say step by step what to do.",
      })),
};
