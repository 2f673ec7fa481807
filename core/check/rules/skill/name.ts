import { code } from "../../compare/names.ts";
import { skill } from "../../examples/skill.ts";
import type { Rule } from "../../rule.ts";

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export const rule: Rule = {
  code: "skill/name",
  severity: "error",
  summary:
    "The name of a skill is not that of its folder, or not made of lower-case letters, digits and single hyphens, at most 64.",
  failing: skill("name: travel-plan", "name: Travel Plan", "name:"),
  passing: skill("", "", "name:"),
  check: ({ skills }) =>
    skills.flatMap(({ file, folder, header }) => {
      const { name } = header.data;
      if (header.state !== "read" || (name === folder && NAME.test(folder) && folder.length <= 64))
        return [];
      const message =
        typeof name !== "string"
          ? "the skill has no `name`"
          : name === folder
            ? `${code(name)} is no name of a skill`
            : `the skill is called ${code(name)}, its folder ${code(folder)}`;
      return [
        {
          message,
          file,
          line: header.line("name"),
          hint: NAME.test(folder)
            ? `Write \`name: ${folder}\`.`
            : "Use lower-case letters, digits and single hyphens, for the folder too.",
        },
      ];
    }),
};
