import { exampleProblems } from "../../compare/examples.ts";
import { code } from "../../compare/names.ts";
import { FRAGMENT, changed, clean } from "../../examples/clean.ts";
import type { Finding, Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "prompt/example-refused",
  severity: "error",
  summary:
    "A prompt shows a call that the tool's schema refuses, or with an argument that the tool does not have: models copy it.",
  failing: changed(FRAGMENT, '"city": "Oslo"', '"city": 7', '"city": 7'),
  passing: clean(FRAGMENT, '"city": "Oslo"'),
  check: ({ fragments, prompts, tools }) =>
    [...fragments, ...prompts.map((prompt) => ({ ...prompt, tool: null, pairs: [] }))].flatMap(
      ({ file, document, tool: own, pairs }): Finding[] => {
        const broken = document.broken.map(({ line, message }) => ({
          message: `a shown call is no JSON: ${message}`,
          file,
          line,
          hint: "A model copies the form; make it a call that would run.",
        }));
        const refused = document.calls.flatMap((call) => {
          const [name = "", method = null] = call.name.split(/:|__/, 2);
          // A fragment that no model reads with a tool says nothing of another one of that name.
          const tool = (own === name ? pairs : tools).find((other) => other.name === name);
          const callable = tool?.callables.find((candidate) => candidate.method === method);
          if (!callable) return [];
          return exampleProblems(call, callable).map(({ line, message }) => ({
            message: `${code(call.name)} ${message}`,
            file,
            line,
            hint: "Show a call that the schema takes.",
          }));
        });
        return [...broken, ...refused];
      },
    ),
};
