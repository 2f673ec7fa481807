import { code } from "../../compare/names.ts";
import { CONTRACT, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "dox/title",
  severity: "warning",
  summary: "The title of a contract does not name the file that it is about.",
  failing: changed(CONTRACT, "# weather.ts DOX", "# forecast.ts DOX", "# forecast.ts"),
  passing: clean(CONTRACT, "# weather.ts"),
  check: ({ tools }) =>
    tools.flatMap(({ file, name, contract }) => {
      const base = file.split("/").at(-1) ?? "";
      const title = contract?.document.title;
      if (!contract || title?.text.split(/[\s`]+/).some((word) => word === base || word === name))
        return [];
      return [
        {
          message: title ? `the title does not name ${code(base)}` : "the contract has no title",
          file: contract.file,
          line: title?.line ?? contract.document.frontMatterLines + 1,
          hint: `Write \`# ${base} DOX\`.`,
        },
      ];
    }),
};
