import { code } from "../../compare/names.ts";
import { skill } from "../../examples/skill.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "skill/missing-file",
  severity: "error",
  summary:
    "A SKILL.md links to a file of its folder that does not exist, or that lies outside of it.",
  failing: skill("(places.md)", "(towns.md)", "towns.md"),
  passing: skill("", "", "places.md"),
  check: ({ skills }) =>
    skills.flatMap(({ file, missing }) =>
      missing.map(({ text, line }) => ({
        message: `there is no file ${code(text)} in the skill's folder`,
        file,
        line,
        hint: "Links are relative to the folder of the skill, and stay inside of it.",
      })),
    ),
};
