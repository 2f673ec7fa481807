import type { Rule } from "../rule.ts";
import { rule as doxArgumentDefault } from "./dox/argument-default.ts";
import { rule as doxArgumentMissing } from "./dox/argument-missing.ts";
import { rule as doxArgumentRequired } from "./dox/argument-required.ts";
import { rule as doxArgumentTable } from "./dox/argument-table.ts";
import { rule as doxArgumentTwice } from "./dox/argument-twice.ts";
import { rule as doxArgumentType } from "./dox/argument-type.ts";
import { rule as doxArgumentUnknown } from "./dox/argument-unknown.ts";
import { rule as doxBreakLoop } from "./dox/break-loop.ts";
import { rule as doxDependencyMissing } from "./dox/dependency-missing.ts";
import { rule as doxDependencyUnlisted } from "./dox/dependency-unlisted.ts";
import { rule as doxFlags } from "./dox/flags.ts";
import { rule as doxFrontMatter } from "./dox/front-matter.ts";
import { rule as doxGuideSection } from "./dox/guide-section.ts";
import { rule as doxIndexInvented } from "./dox/index-invented.ts";
import { rule as doxIndexMissing } from "./dox/index-missing.ts";
import { rule as doxInteractive } from "./dox/interactive.ts";
import { rule as doxMethods } from "./dox/methods.ts";
import { rule as doxMissing } from "./dox/missing.ts";
import { rule as doxOrphan } from "./dox/orphan.ts";
import { rule as doxRisk } from "./dox/risk.ts";
import { rule as doxSectionEmpty } from "./dox/section-empty.ts";
import { rule as doxSectionMissing } from "./dox/section-missing.ts";
import { rule as doxSectionTemplate } from "./dox/section-template.ts";
import { rule as doxStale } from "./dox/stale.ts";
import { rule as doxTestMissing } from "./dox/test-missing.ts";
import { rule as doxTitle } from "./dox/title.ts";
import { rule as doxToolName } from "./dox/tool-name.ts";
import { rule as extensionDuplicateName } from "./extension/duplicate-name.ts";
import { rule as extensionLoadFailed } from "./extension/load-failed.ts";
import { rule as extensionNoDefaultExport } from "./extension/no-default-export.ts";
import { rule as extensionUnknownPoint } from "./extension/unknown-point.ts";
import { rule as extensionWrongPoint } from "./extension/wrong-point.ts";
import { rule as lockBreaking } from "./lock/breaking.ts";
import { rule as lockCompatible } from "./lock/compatible.ts";
import { rule as lockContract } from "./lock/contract.ts";
import { rule as lockMissing } from "./lock/missing.ts";
import { rule as mcpConfig } from "./mcp/config.ts";
import { rule as mcpIgnoredKey } from "./mcp/ignored-key.ts";
import { rule as pluginAlwaysEnabled } from "./plugin/always-enabled.ts";
import { rule as pluginBadName } from "./plugin/bad-name.ts";
import { rule as pluginCheckFailed } from "./plugin/check-failed.ts";
import { rule as pluginChecks } from "./plugin/checks.ts";
import { rule as pluginEmpty } from "./plugin/empty.ts";
import { rule as pluginInvalid } from "./plugin/invalid.ts";
import { rule as pluginReplaced } from "./plugin/replaced.ts";
import { rule as pluginTwoSwitches } from "./plugin/two-switches.ts";
import { rule as profileBroken } from "./profile/broken.ts";
import { rule as profileToolOff } from "./profile/tool-off.ts";
import { rule as profileUnknownTool } from "./profile/unknown-tool.ts";
import { rule as promptAbsentTool } from "./prompt/absent-tool.ts";
import { rule as promptArgumentNotMentioned } from "./prompt/argument-not-mentioned.ts";
import { rule as promptArgumentRequired } from "./prompt/argument-required.ts";
import { rule as promptArgumentType } from "./prompt/argument-type.ts";
import { rule as promptBorrowed } from "./prompt/borrowed.ts";
import { rule as promptExampleRefused } from "./prompt/example-refused.ts";
import { rule as promptIncludeCircle } from "./prompt/include-circle.ts";
import { rule as promptIncludeDepth } from "./prompt/include-depth.ts";
import { rule as promptIncludeOutside } from "./prompt/include-outside.ts";
import { rule as promptMethodNotMentioned } from "./prompt/method-not-mentioned.ts";
import { rule as promptMissingInclude } from "./prompt/missing-include.ts";
import { rule as promptMissingMain } from "./prompt/missing-main.ts";
import { rule as promptMissing } from "./prompt/missing.ts";
import { rule as promptOrphan } from "./prompt/orphan.ts";
import { rule as promptSyntax } from "./prompt/syntax.ts";
import { rule as promptTooLarge } from "./prompt/too-large.ts";
import { rule as promptTooLong } from "./prompt/too-long.ts";
import { rule as promptToolNotNamed } from "./prompt/tool-not-named.ts";
import { rule as promptUnknownArgument } from "./prompt/unknown-argument.ts";
import { rule as promptUnknownTag } from "./prompt/unknown-tag.ts";
import { rule as promptUnknownVariable } from "./prompt/unknown-variable.ts";
import { rule as promptUnusedVariable } from "./prompt/unused-variable.ts";
import { rule as promptVariablesFailed } from "./prompt/variables-failed.ts";
import { rule as schemaArgumentDescription } from "./schema/argument-description.ts";
import { rule as schemaDescriptionTooLong } from "./schema/description-too-long.ts";
import { rule as schemaInvalid } from "./schema/invalid.ts";
import { rule as schemaLossy } from "./schema/lossy.ts";
import { rule as schemaNotObject } from "./schema/not-object.ts";
import { rule as schemaWireName } from "./schema/wire-name.ts";
import { rule as secretKey } from "./secret/key.ts";
import { rule as skillEmpty } from "./skill/empty.ts";
import { rule as skillFrontMatter } from "./skill/front-matter.ts";
import { rule as skillMissingFile } from "./skill/missing-file.ts";
import { rule as skillName } from "./skill/name.ts";
import { rule as toolAssess } from "./tool/assess.ts";
import { rule as toolBadName } from "./tool/bad-name.ts";
import { rule as toolBreakLoop } from "./tool/break-loop.ts";
import { rule as toolDefinition } from "./tool/definition.ts";
import { rule as toolDuplicateName } from "./tool/duplicate-name.ts";
import { rule as toolEndsTurn } from "./tool/ends-turn.ts";
import { rule as toolInteractive } from "./tool/interactive.ts";
import { rule as toolIsolate } from "./tool/isolate.ts";
import { rule as toolLoadFailed } from "./tool/load-failed.ts";
import { rule as toolLowerRisk } from "./tool/lower-risk.ts";
import { rule as toolMethodName } from "./tool/method-name.ts";
import { rule as toolMethods } from "./tool/methods.ts";
import { rule as toolNoDefaultExport } from "./tool/no-default-export.ts";
import { rule as toolNoDescription } from "./tool/no-description.ts";
import { rule as toolNoExecute } from "./tool/no-execute.ts";
import { rule as toolRepeatable } from "./tool/repeatable.ts";
import { rule as toolRisk } from "./tool/risk.ts";
import { rule as toolTimeout } from "./tool/timeout.ts";
import { rule as toolVolatile } from "./tool/volatile.ts";

/** All rules, by code. A test holds this list to the files of the folder. */
export const RULES: readonly Rule[] = [
  doxArgumentDefault,
  doxArgumentMissing,
  doxArgumentRequired,
  doxArgumentTable,
  doxArgumentTwice,
  doxArgumentType,
  doxArgumentUnknown,
  doxBreakLoop,
  doxDependencyMissing,
  doxDependencyUnlisted,
  doxFlags,
  doxFrontMatter,
  doxGuideSection,
  doxIndexInvented,
  doxIndexMissing,
  doxInteractive,
  doxMethods,
  doxMissing,
  doxOrphan,
  doxRisk,
  doxSectionEmpty,
  doxSectionMissing,
  doxSectionTemplate,
  doxStale,
  doxTestMissing,
  doxTitle,
  doxToolName,
  extensionDuplicateName,
  extensionLoadFailed,
  extensionNoDefaultExport,
  extensionUnknownPoint,
  extensionWrongPoint,
  lockBreaking,
  lockCompatible,
  lockContract,
  lockMissing,
  mcpConfig,
  mcpIgnoredKey,
  pluginAlwaysEnabled,
  pluginBadName,
  pluginCheckFailed,
  pluginChecks,
  pluginEmpty,
  pluginInvalid,
  pluginReplaced,
  pluginTwoSwitches,
  profileBroken,
  profileToolOff,
  profileUnknownTool,
  promptAbsentTool,
  promptArgumentNotMentioned,
  promptArgumentRequired,
  promptArgumentType,
  promptBorrowed,
  promptExampleRefused,
  promptIncludeCircle,
  promptIncludeDepth,
  promptIncludeOutside,
  promptMethodNotMentioned,
  promptMissingInclude,
  promptMissingMain,
  promptMissing,
  promptOrphan,
  promptSyntax,
  promptTooLarge,
  promptTooLong,
  promptToolNotNamed,
  promptUnknownArgument,
  promptUnknownTag,
  promptUnknownVariable,
  promptUnusedVariable,
  promptVariablesFailed,
  schemaArgumentDescription,
  schemaDescriptionTooLong,
  schemaInvalid,
  schemaLossy,
  schemaNotObject,
  schemaWireName,
  secretKey,
  skillEmpty,
  skillFrontMatter,
  skillMissingFile,
  skillName,
  toolAssess,
  toolBadName,
  toolBreakLoop,
  toolDefinition,
  toolDuplicateName,
  toolEndsTurn,
  toolInteractive,
  toolIsolate,
  toolLoadFailed,
  toolLowerRisk,
  toolMethodName,
  toolMethods,
  toolNoDefaultExport,
  toolNoDescription,
  toolNoExecute,
  toolRepeatable,
  toolRisk,
  toolTimeout,
  toolVolatile,
];

/** The rule of a code, or undefined. */
export function ruleOf(code: string): Rule | undefined {
  return RULES.find((rule) => rule.code === code);
}
