import { RISKS } from "../contract/index.ts";
import type { ToolClass } from "../contract/index.ts";
import { ToolUnavailable } from "./board.ts";
import type { CallableSpec, Plugin, ToolDescription, ToolEntry, ToolStatus } from "./board.ts";
import { describeTool } from "./describe.ts";
import { exportedTool } from "./exported.ts";
import type { Findings } from "./findings.ts";
import { fingerprint } from "./fingerprint.ts";
import type { LoadFailure, Loader } from "./load.ts";
import { mapBounded } from "./map-bounded.ts";
import { fragmentName } from "./pair.ts";
import type { PairedTool } from "./pair.ts";
import type { Profile } from "./profile.ts";

/** How many files are imported at the same time. */
const WIDTH = 16;

/** What came of a file; `error` is for people and models. */
type Attempt =
  | { readonly kind: "usable"; readonly tool: ToolClass; readonly description: ToolDescription }
  | {
      readonly kind: "failed";
      readonly error: string;
      /** What is known of it all the same, or null. */
      readonly description: ToolDescription | null;
    };

type Standing = { readonly status: ToolStatus; readonly error: string | null };

/**
 * Makes the entries of a board: imports and describes each tool, and judges whether it can be called.
 *
 * A file that can not be used makes its name unavailable; what it overrides is never used in its place.
 *
 * @param pairs - sorted; those of plugins that are off are not imported
 */
export function makeEntries(
  pairs: readonly PairedTool[],
  profile: Profile,
  loader: Loader,
  findings: Findings,
): Promise<ToolEntry[]> {
  return mapBounded(pairs, WIDTH, async (pair) => {
    if (pair.off) {
      const standing = { status: "disabled", error: offText(pair.off) } as const;
      return entryOf(pair, standing, { sources: [pair.file] });
    }
    if (pair.held !== null) {
      const instead = pair.shadows.length > 0 ? "; what it overrides is not used in its place" : "";
      const error = `${findings.relative(pair.file)}: ${pair.held}${instead}`;
      return entryOf(pair, { status: "failed", error }, { sources: [pair.file] });
    }
    const attempt = await tryDescribe(pair, loader, findings);
    const { description } = attempt;
    const sources = [pair.file, ...loader.importsOf(pair.file)];
    if (attempt.kind === "failed") {
      const standing = { status: "failed", error: attempt.error } as const;
      return entryOf(pair, standing, { description, sources });
    }
    reportCompanions(pair, findings);
    await reportLowerRisk(pair, attempt.description, loader, findings);
    const standing = standingOf(pair.name, attempt.description, profile);
    return entryOf(pair, standing, { description, tool: attempt.tool, sources });
  });
}

/** Why the tools of a plugin are not there. */
export function offText({ name, disabledBy }: Plugin): string {
  return `its plugin ${name} is off (${disabledBy})`;
}

type Known = {
  readonly description?: ToolDescription | null;
  readonly tool?: ToolClass;
  /** Absolute paths of the files it is made of. */
  readonly sources: readonly string[];
};

async function entryOf(
  { name, id, file, prompt, dox, shadows, layer }: PairedTool,
  { status, error }: Standing,
  { description = null, tool, sources }: Known,
): Promise<ToolEntry> {
  return {
    name,
    id,
    status,
    error,
    description,
    file,
    prompt,
    dox,
    shadows,
    plugin: layer.plugin,
    fingerprint: await fingerprint(sources),
    async load() {
      if (status === "ok" && tool) return tool;
      throw new ToolUnavailable(`${name} can not be called: ${error}`);
    },
  };
}

async function tryDescribe(pair: PairedTool, loader: Loader, findings: Findings): Promise<Attempt> {
  const loaded = await loader.load(pair.file);
  if (loaded.kind === "failed") return reportFailure(pair, loaded, findings);
  const exported = exportedTool(loaded.exports);
  if (exported.kind === "none") {
    const { problem, hint } = exported;
    const code = "tool/no-default-export";
    findings.error({ code, message: problem, file: pair.file, hint });
    const error = `${findings.relative(pair.file)}: ${problem}`;
    return { kind: "failed", error, description: null };
  }
  return describeExported(pair, exported.value, findings);
}

function describeExported(pair: PairedTool, tool: ToolClass, findings: Findings): Attempt {
  const { description, problems } = describeTool(tool);
  for (const { code, severity, message, hint } of problems) {
    findings.add(severity, { code, message: `${pair.name}: ${message}`, file: pair.file, hint });
  }
  const fatal = problems.find((problem) => problem.fatal);
  if (!fatal) return { kind: "usable", tool, description };
  return {
    kind: "failed",
    error: `${findings.relative(pair.file)}: ${fatal.message}`,
    description,
  };
}

function reportFailure(pair: PairedTool, failure: LoadFailure, findings: Findings): Attempt {
  const { file, line, column, cause, hint } = failure;
  const place = [findings.relative(file), line, column].filter((part) => part !== null).join(":");
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
  return { kind: "failed", error: `${place}: ${cause}${via}`, description: null };
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
      message: `${name} has no fragment, so one is made from its description and schema`,
      file,
      hint: `Write prompts/${fragmentName(name)}.`,
    });
  }
  if (dox === null) {
    findings.warn({
      code: "dox/missing",
      message: `${name} has no contract`,
      file,
      hint: `Write ${findings.relative(file)}.dox.md.`,
    });
  }
}

async function reportLowerRisk(
  pair: PairedTool,
  description: ToolDescription,
  loader: Loader,
  findings: Findings,
): Promise<void> {
  const own = callablesOf(description);
  for (const file of pair.shadows) {
    const lower = await peek(file, loader);
    for (const [name, shadowed] of lower ? callablesOf(lower) : []) {
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

/** What a tool that is overridden says of itself; null when it can not say it, which harms nobody. */
async function peek(file: string, loader: Loader): Promise<ToolDescription | null> {
  const loaded = await loader.load(file);
  if (loaded.kind === "failed") return null;
  const exported = exportedTool(loaded.exports);
  if (exported.kind === "none") return null;
  return describeTool(exported.value).description;
}

/** By method; the tool's own under the empty name. */
function callablesOf({ self, methods }: ToolDescription): ReadonlyMap<string, CallableSpec> {
  const named = new Map(Object.entries(methods));
  return self ? named.set("", self) : named;
}
