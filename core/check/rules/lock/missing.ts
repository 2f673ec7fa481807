import { LOCK_FILE } from "../../lock/lock-file.ts";
import { TOOL, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "lock/missing",
  severity: "error",
  summary: `With \`--frozen\`: there is no ${LOCK_FILE}, or it can not be read, so nothing says what was agreed on.`,
  failing: {
    files: { [LOCK_FILE]: '{ "version": 1 }' },
    at: { file: LOCK_FILE, line: 1 },
    flags: { frozen: true },
  },
  passing: { ...clean(TOOL, "export default"), locked: {}, flags: { frozen: true } },
  check: ({ lock, frozen }) => {
    if (lock.kind === "broken") {
      return [
        {
          message: `${LOCK_FILE} can not be read: ${lock.problem}`,
          file: LOCK_FILE,
          line: 1,
          hint: "Take the committed one, or write it anew with `npx pegboard check --update`.",
        },
      ];
    }
    if (lock.kind === "read" || !frozen) return [];
    return [
      {
        message: `there is no ${LOCK_FILE}`,
        file: LOCK_FILE,
        line: null,
        hint: "`npx pegboard check --update` writes it; commit it.",
      },
    ];
  },
};
