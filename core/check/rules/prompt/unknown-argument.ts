import { strangeArguments } from "../../compare/mentions.ts";
import { code } from "../../compare/names.ts";
import { allToolNames } from "../../compare/tools-named.ts";
import { didYouMean } from "../../../board/suggest.ts";
import { FRAGMENT, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "prompt/unknown-argument",
  severity: "error",
  summary: "A fragment tells of an argument that the tool does not have: the model will use it.",
  failing: changed(FRAGMENT, "- `days` (integer", "- `hours` (integer", "`hours`"),
  passing: clean(FRAGMENT, "`days`"),
  check: (context) => {
    const names = allToolNames(context);
    return context.fragments.flatMap((fragment) =>
      fragment.pairs.flatMap((tool) => {
        if (tool.callables.length === 0) return [];
        const locked =
          context.lock.kind === "read" ? context.lock.surface[tool.entry.id] : undefined;
        const paths = tool.callables.flatMap((callable) =>
          callable.arguments.map(({ path }) => path),
        );
        return strangeArguments(fragment, tool, locked, names).map(({ name, line }) => ({
          message: `${code(tool.name)} has no argument ${code(name)}${didYouMean(name, paths)}`,
          file: fragment.file,
          line,
          hint: paths.length === 0 ? "It takes no arguments." : `It has ${paths.join(", ")}.`,
        }));
      }),
    );
  },
};
