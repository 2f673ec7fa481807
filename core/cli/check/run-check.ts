import { existsSync, readFileSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { findWorkspace } from "../../board/workspace.ts";
import { didYouMean } from "../../board/suggest.ts";
import {
  EXPLAINED_CODES,
  FORMATS,
  check,
  explainAll,
  explainCode,
  fix,
  formatReport,
  toReport,
  updateLock,
} from "../../check/index.ts";
import type { CheckOptions, CheckReport, FormatName } from "../../check/index.ts";
import type { ExitCode, Invocation } from "../command.ts";
import { CommandFault } from "../fault.ts";
import { packageManifest } from "../package-manifest.ts";
import { requireWhole, withoutKnown } from "./baseline.ts";

/** Does what `pegboard check` was asked for. */
export async function runCheck(invocation: Invocation): Promise<ExitCode> {
  const code = invocation.option("explain");
  if (code !== undefined) return explain(code, invocation);
  // With a baseline it is that file which is updated, and the lock is held to as ever.
  const updatesLock = invocation.flag("update") && invocation.option("baseline") === undefined;
  if (invocation.flag("frozen") && updatesLock) {
    throw new CommandFault(
      "--frozen and --update contradict each other",
      "--update writes the lock, --frozen holds the workspace to it.",
    );
  }
  requireWhole(invocation);
  const root = await findWorkspace({ root: invocation.root });
  const options = optionsOf(root, invocation);
  if (updatesLock) await tellUpdate(options, invocation);
  const report = await found(options, invocation);
  const told = await withoutKnown(report, invocation);
  await print(told, root, invocation);
  return told.ok ? 0 : 1;
}

async function explain(code: string, { out }: Invocation): Promise<ExitCode> {
  if (code === "all") {
    out.line(explainAll().trimEnd());
    return 0;
  }
  const explained = explainCode(code);
  if (explained === null) {
    throw new CommandFault(
      `there is no code ${JSON.stringify(code)}${didYouMean(code, EXPLAINED_CODES)}`,
      "`npx pegboard check --explain all` lists them.",
    );
  }
  out.line(explained);
  return 0;
}

function optionsOf(root: string, invocation: Invocation): CheckOptions {
  const budget = invocation.option("budget");
  if (budget !== undefined && !/^[1-9]\d{0,6}$/.test(budget)) {
    throw new CommandFault(
      `--budget ${budget} is no number of tokens`,
      "Write a whole number, such as 1000.",
    );
  }
  return {
    root,
    profile: invocation.profile,
    paths: invocation.argumentList("paths").map((path) => inWorkspace(root, path)),
    frozen: invocation.flag("frozen"),
    run: invocation.flag("run"),
    strict: invocation.flag("strict"),
    ...(budget === undefined ? {} : { budget: Number(budget) }),
    onUnchecked: (path, { name, disabledBy }) =>
      invocation.err.line(
        `Tools and prompts in ${path} are not checked: the plugin ${name} is switched off${disabledBy === null ? "" : ` by ${disabledBy}`}.`,
      ),
    async findMore(board) {
      const { readServerConfigs } = await import("../../mcp/client/config.ts");
      return (await readServerConfigs(board)).diagnostics;
    },
    onRun: ({ plugin, name }) => invocation.err.line(`running ${name} of plugin ${plugin}`),
  };
}

/** As typed, seen from the current folder; or as reports name it, seen from the workspace. */
function inWorkspace(root: string, typed: string): string {
  const path = [resolve(typed), resolve(root, typed)].find(
    (candidate) => existsSync(candidate) && isWithin(root, candidate),
  );
  if (path !== undefined) return relative(root, path).split(sep).join("/") || ".";
  throw new CommandFault(
    `there is no ${typed} in the workspace ${root}`,
    "Name files and folders of the workspace.",
  );
}

function isWithin(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

async function tellUpdate(options: CheckOptions, { err }: Invocation): Promise<void> {
  const { written, changes } = await updateLock(options);
  for (const { text, kind } of changes) err.line(`${kind}: ${text}`);
  err.line(written ? "pegboard.lock.json is written." : "pegboard.lock.json is up to date.");
}

async function found(options: CheckOptions, invocation: Invocation): Promise<CheckReport> {
  if (!invocation.flag("fix")) return check(options);
  const { written, left } = await fix(options);
  for (const { file, how } of written) invocation.err.line(`${how} ${file}`);
  if (written.length === 0) invocation.err.line("Nothing was missing that the code knows.");
  const report = toReport(left, options.strict);
  if (left.length > 0) invocation.err.line("What follows is left for you.");
  return report;
}

async function print(report: CheckReport, root: string, invocation: Invocation): Promise<void> {
  const { out, json } = invocation;
  const typed = invocation.option("format");
  const name: FormatName = FORMATS.find((known) => known === typed) ?? (json ? "json" : "pretty");
  const text = await formatReport(name, {
    report,
    root,
    colors: (await out.colors()).isColorSupported,
    version: packageManifest().version,
    read(file) {
      try {
        return readFileSync(resolve(root, file), "utf8");
      } catch {
        return null;
      }
    },
  });
  if (name === "json" || name === "sarif") out.jsonText(`${text}\n`);
  else if (text !== "") out.line(text);
}
