import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Diagnostic } from "../../board/diagnostic.ts";
import {
  baselineOf,
  compareWithBaseline,
  readBaseline,
  toReport,
  writeAtomic,
  writeBaseline,
} from "../../check/index.ts";
import type { CheckReport } from "../../check/index.ts";
import type { Invocation } from "../command.ts";
import { CommandFault } from "../fault.ts";
import { counted } from "../output/counted.ts";

/**
 * What is left of a report where a baseline is kept. The first time all is recorded; from then on only what is new
 * counts, and `--update` takes out of the file what is gone. Nothing is ever added to it.
 *
 * @throws BaselineError when the file is no baseline
 */
export async function withoutKnown(
  report: CheckReport,
  invocation: Invocation,
): Promise<CheckReport> {
  const { flag, err } = invocation;
  const typed = invocation.option("baseline");
  if (typed === undefined) return report;
  const file = resolve(typed);
  const strict = flag("strict");
  if (!existsSync(file)) {
    await writeAtomic(file, writeBaseline(baselineOf(report.diagnostics)));
    err.line(`${typed} records ${counted(report.diagnostics.length, "finding")}.`);
    const none: readonly Diagnostic[] = [];
    return toReport(none, strict);
  }
  const baseline = readBaseline(readFileSync(file, "utf8"), typed);
  const { fresh, known, gone, left } = compareWithBaseline(
    report.diagnostics,
    baseline,
    isLookedFor(invocation),
  );
  if (flag("update") && gone > 0) await writeAtomic(file, writeBaseline(left));
  const so = `${counted(known, "finding")} ${known === 1 ? "is" : "are"} in ${typed}`;
  err.line(`${so}${tellGone(gone, flag("update"))}.`);
  return toReport(fresh, strict);
}

function tellGone(gone: number, isTakenOut: boolean): string {
  if (gone === 0) return isTakenOut ? "; none of it is gone" : "";
  const [are, them] = gone === 1 ? ["is", "it"] : ["are", "them"];
  const done = isTakenOut
    ? `and ${gone === 1 ? "was" : "were"} taken out`
    : `--update takes ${them} out`;
  return `; ${gone} in it ${are} gone${isTakenOut ? " " : ", "}${done}`;
}

/** What this command line looks for: where it leaves something out, nothing that is in a baseline is told to be gone. */
function isLookedFor(invocation: Invocation): (code: string) => boolean {
  if (isNarrowed(invocation)) return () => false;
  return (code) =>
    (invocation.flag("frozen") || !code.startsWith("lock/")) &&
    (invocation.flag("run") || code !== "plugin/check-failed");
}

function isNarrowed({ argumentList, profile }: Invocation): boolean {
  return argumentList("paths").length > 0 || profile !== undefined;
}

/** @throws CommandFault where a part of the workspace is to decide what is gone from the whole */
export function requireWhole(invocation: Invocation): void {
  if (invocation.option("baseline") === undefined || !invocation.flag("update")) return;
  if (!isNarrowed(invocation)) return;
  throw new CommandFault(
    "--baseline with --update takes out what is gone, and that is only known of the whole workspace",
    "Leave out the paths and --profile.",
  );
}
