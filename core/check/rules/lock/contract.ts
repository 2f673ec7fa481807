import { code } from "../../compare/names.ts";
import { CONTRACT, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "lock/contract",
  severity: "info",
  summary:
    "With `--frozen`: a contract changed since the lock was written. Models do not see it, so this fails nothing.",
  failing: {
    ...changed(CONTRACT, "Asks a weather service.", "Asks a service for it.", "for it."),
    at: { file: CONTRACT, line: 1 },
    locked: {},
    flags: { frozen: true },
  },
  passing: { ...clean(CONTRACT, "---"), locked: {}, flags: { frozen: true } },
  check: ({ tools, lock, surface, frozen }) => {
    if (lock.kind !== "read" || !frozen) return [];
    const before = lock.surface;
    return tools.flatMap(({ entry, name, contract }) => {
      const then = before[entry.id];
      if (!contract || !then || then.contract === surface[entry.id]?.contract) return [];
      return [
        {
          message: `the contract of ${code(name)} changed since the lock was written`,
          file: contract.file,
          line: 1,
          hint: "`npx pegboard check --update` records it.",
        },
      ];
    });
  },
};
