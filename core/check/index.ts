/** The documentation checks (DESIGN, "Contracts and `check`"). */
export { check } from "./check.ts";
export type { CheckOptions } from "./check.ts";
export { toReport } from "./report.ts";
export type { CheckReport } from "./report.ts";
export { fix } from "./fix/fix.ts";
export { writeAtomic } from "./fix/write-atomic.ts";
export { updateLock } from "./lock/update.ts";
export { baselineOf, compareWithBaseline, readBaseline, writeBaseline } from "./baseline.ts";
export { FORMATS, formatReport } from "./formats/format.ts";
export type { FormatName } from "./formats/format.ts";
export { EXPLAINED_CODES, explainAll, explainCode } from "./explain.ts";
