import { code } from "../../compare/names.ts";
import { skill } from "../../examples/skill.ts";
import type { Finding, Rule } from "../../rule.ts";

const LONGEST = 1024;
const KEYS = new Set([
  "name",
  "description",
  "license",
  "compatibility",
  "allowed-tools",
  "metadata",
  "version",
]);

export const rule: Rule = {
  code: "skill/front-matter",
  severity: "error",
  summary: `The front matter of a SKILL.md can not be read, or its \`description\` is missing or longer than ${LONGEST} characters: an agent chooses a skill by it.`,
  failing: skill("description: Plans", "about: Plans", "about:"),
  passing: skill("", "", "description:"),
  check: ({ skills }) =>
    skills.flatMap(({ file, header }): Finding[] => {
      if (header.problem) {
        const { text, line, hint } = header.problem;
        return [{ message: text, file, line, hint }];
      }
      if (header.state === "absent") {
        return [
          {
            message: "the skill has no front matter",
            file,
            line: 1,
            hint: "Begin with `---`, `name: …`, `description: …`, `---`.",
          },
        ];
      }
      const { description } = header.data;
      const unknown = Object.keys(header.data).filter((key) => !KEYS.has(key));
      const described = typeof description === "string" && description.trim() !== "";
      if (described && description.length > LONGEST) {
        return [
          {
            message: `the description has ${description.length} characters`,
            file,
            line: header.line("description"),
            hint: `At most ${LONGEST} are read; move the rest to the text.`,
          },
        ];
      }
      if (described && unknown.length === 0) return [];
      const [first] = unknown;
      return [
        {
          message: described
            ? `${code(first ?? "")} is no key of a skill`
            : `the skill has no \`description\`${first === undefined ? "" : `; ${code(first)} is no key of a skill`}`,
          file,
          line: first === undefined ? header.line("description") : header.line(first),
          hint: described
            ? `The keys are ${[...KEYS].join(", ")}; what is your own goes below \`metadata\`.`
            : "Say what the skill does and when to use it.",
        },
      ];
    }),
};
