import { RISKS } from "../contract/index.ts";
import type { CallableSpec, Plugin, ToolDescription, ToolEntry, ToolStatus } from "./board.ts";
import { examineTool } from "./examine-tool.ts";
import type { Described, Examined } from "./examine-tool.ts";
import type { Findings } from "./findings.ts";
import { fingerprint } from "./fingerprint.ts";
import { lazyTool, toolEntry, unavailable } from "./lazy-tool.ts";
import type { LazyToolOptions, ToolHandle } from "./lazy-tool.ts";
import { placeOf } from "./load-place.ts";
import type { LoadFailure } from "./load.ts";
import { mapBounded } from "./map-bounded.ts";
import type { Memory } from "./manifest/memory.ts";
import { lookAt } from "./manifest/stamp.ts";
import { fragmentName } from "./pair.ts";
import type { PairedTool } from "./pair.ts";
import type { Profile } from "./profile.ts";

/** How many files are imported at the same time. */
const WIDTH = 256;

export type EntriesOptions = {
  readonly profile: Profile;
  readonly findings: Findings;
  readonly ground: LazyToolOptions & { readonly memory: () => Memory };
};

type Standing = { readonly status: ToolStatus; readonly error: string | null };

/**
 * Makes the entries of a board: finds out what each tool is, and judges whether it can be called.
 *
 * A file that can not be used makes its name unavailable; what it overrides is never used in its place.
 *
 * @param pairs - sorted; those of plugins that are off are not imported
 */
export async function makeEntries(
  pairs: readonly PairedTool[],
  options: EntriesOptions,
): Promise<ToolEntry[]> {
  const { loader, memory } = options.ground;
  const isUnknown = ({ file, off, held }: PairedTool): boolean =>
    off === null && held === null && memory().tool(file) === null;
  const end = loader.expect(pairs.filter(isUnknown).map(({ file }) => file));
  try {
    return await mapBounded(pairs, WIDTH, (pair) => makeEntry(pair, options));
  } finally {
    end();
  }
}

async function makeEntry(pair: PairedTool, options: EntriesOptions): Promise<ToolEntry> {
  const { findings, ground } = options;
  const { loader } = ground;
  const memory = ground.memory();
  if (pair.off) {
    memory.noteUse({ path: pair.file, seen: lookAt(pair.file) });
    return unread(pair, { status: "disabled", error: offText(pair.off) });
  }
  if (pair.held !== null) {
    memory.doubt();
    const instead = pair.shadows.length > 0 ? "; what it overrides is not used in its place" : "";
    const error = `${findings.relative(pair.file)}: ${pair.held}${instead}`;
    return unread(pair, { status: "failed", error });
  }
  const examined = await examineTool(pair.file, loader, memory);
  const error = report(pair, examined, findings);
  const description = examined.kind === "described" ? examined.description : null;
  if (error !== null || examined.kind !== "described") {
    const tool = unavailable(pair.name, `${error}`, examined.fingerprint);
    return entryOf(pair, { status: "failed", error }, description, tool);
  }
  reportCompanions(pair, findings);
  await reportLowerRisk(pair, examined.description, options);
  const standing = standingOf(pair.name, examined.description, options.profile);
  return entryOf(pair, standing, description, toolOf(pair, standing, examined, options));
}

/** Why the tools of a plugin are not there. */
export function offText({ name, disabledBy }: Plugin): string {
  return `its plugin ${name} is off (${disabledBy})`;
}

async function unread(pair: PairedTool, standing: Standing): Promise<ToolEntry> {
  const tool = unavailable(pair.name, `${standing.error}`, await fingerprint([pair.file]));
  return entryOf(pair, standing, null, tool);
}

function toolOf(
  { name, file }: PairedTool,
  { status, error }: Standing,
  examined: Described,
  { ground }: EntriesOptions,
): ToolHandle {
  if (status !== "ok") return unavailable(name, `${error}`, examined.fingerprint);
  return lazyTool(name, file, examined, ground);
}

function entryOf(
  { layer, name, id, file, prompt, dox, shadows }: PairedTool,
  { status, error }: Standing,
  description: ToolDescription | null,
  tool: ToolHandle,
): ToolEntry {
  const { plugin } = layer;
  return toolEntry(
    { name, id, status, error, description, file, prompt, dox, shadows, plugin },
    tool.fingerprint(),
    () => tool,
  );
}

/**
 * Reports what is wrong with a tool.
 *
 * @returns why it can not be used, for people and models, or null
 */
function report(pair: PairedTool, examined: Examined, findings: Findings): string | null {
  switch (examined.kind) {
    case "failed":
      return reportFailure(pair, examined.failure, findings);
    case "no-tool": {
      const { problem, hint } = examined;
      findings.error({ code: "tool/no-default-export", message: problem, file: pair.file, hint });
      return `${findings.relative(pair.file)}: ${problem}`;
    }
    case "described": {
      for (const { code, severity, message, hint } of examined.problems) {
        findings.add(severity, {
          code,
          message: `${pair.name}: ${message}`,
          file: pair.file,
          hint,
        });
      }
      const fatal = examined.problems.find((problem) => problem.fatal);
      if (fatal) return `${findings.relative(pair.file)}: ${fatal.message}`;
      if (examined.unsteady) reportUnsteady(pair, findings);
      return null;
    }
  }
}

function reportUnsteady({ name, file }: PairedTool, findings: Findings): void {
  findings.warn({
    code: "tool/unsteady",
    message: `${name} says different things of itself from start to start, so it is imported at each`,
    file,
    hint: "Say `volatile: true` where that is meant; otherwise make its definition depend on nothing but its source.",
  });
}

function reportFailure(pair: PairedTool, failure: LoadFailure, findings: Findings): string {
  const { file, line, column, cause, hint } = failure;
  const via = file === pair.file ? "" : ` (imported by ${findings.relative(pair.file)})`;
  const at = column === null ? "" : ` (column ${column})`;
  const instead = pair.shadows.length > 0 ? "; what it overrides is not used in its place" : "";
  findings.error({
    code: "tool/load-failed",
    message: `${pair.name} can not be loaded${via}: ${cause}${at}${instead}`,
    file,
    line,
    hint,
  });
  return `${placeOf(failure, (path) => findings.relative(path))}: ${cause}${via}`;
}

function standingOf(name: string, { risk }: ToolDescription, profile: Profile): Standing {
  if (profile.tools && !profile.tools.includes(name)) {
    return {
      status: "disabled",
      error: `the profile ${profile.name} does not have it among its tools`,
    };
  }
  if (risk === "deny") return { status: "denied", error: "its own risk is deny" };
  const { tools } = profile.approvals;
  if (Object.hasOwn(tools, name) && tools[name] === "deny") {
    return { status: "denied", error: `the profile ${profile.name} denies it` };
  }
  return { status: "ok", error: null };
}

function reportCompanions({ name, file, prompt, dox }: PairedTool, findings: Findings): void {
  if (prompt === null) {
    findings.warn({
      code: "prompt/missing",
      message: `\`${name}\` has no fragment, so one is made from its description and schema`,
      file,
      hint: `Write prompts/${fragmentName(name)} beside its tools/ folder; \`npx pegboard check --fix\` makes a first one.`,
    });
  }
  if (dox === null) {
    findings.error({
      code: "dox/missing",
      message: `\`${name}\` has no contract`,
      file,
      hint: `Write ${findings.relative(file)}.dox.md; \`npx pegboard check --fix\` makes a first one.`,
    });
  }
}

async function reportLowerRisk(
  pair: PairedTool,
  description: ToolDescription,
  { findings, ground: { loader, memory } }: EntriesOptions,
): Promise<void> {
  const own = callablesOf(description);
  for (const file of pair.shadows) {
    const lower = await examineTool(file, loader, memory());
    // What can not say what it is harms nobody.
    if (lower.kind !== "described") continue;
    for (const [name, shadowed] of callablesOf(lower.description)) {
      const spec = own.get(name);
      if (!spec || RISKS.indexOf(spec.risk) >= RISKS.indexOf(shadowed.risk)) continue;
      findings.warn({
        code: "tool/lower-risk",
        message: `${pair.name}${name === "" ? "" : `:${name}`} has the risk ${spec.risk}; ${findings.relative(file)}, which it overrides, has ${shadowed.risk}`,
        file: pair.file,
        hint: `Give it the risk ${shadowed.risk}, or another name.`,
      });
    }
  }
}

/** By method; the tool's own under the empty name. */
function callablesOf({ self, methods }: ToolDescription): ReadonlyMap<string, CallableSpec> {
  const named = new Map(Object.entries(methods));
  return self ? named.set("", self) : named;
}
