import { createHash } from "node:crypto";
import type { Diagnostic, Severity } from "../../board/diagnostic.ts";
import { noticeOf } from "../notices.ts";
import { ruleOf } from "../rules/index.ts";
import type { FormatInput } from "./format.ts";

const LEVELS: Readonly<Record<Severity, "error" | "warning" | "note">> = {
  error: "error",
  warning: "warning",
  info: "note",
};

/** SARIF 2.1.0, as code scanning reads it. */
export function sarif({ report, version }: FormatInput): string {
  const codes = [...new Set(report.diagnostics.map((found) => found.code))].sort();
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "pegboard", version, rules: codes.map(descriptor) } },
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { ROOT: { description: { text: "The folder of the workspace." } } },
        results: report.diagnostics.map((found) => result(found, codes.indexOf(found.code))),
      },
    ],
  };
  return JSON.stringify(log, null, 2);
}

function descriptor(code: string): object {
  const rule = ruleOf(code) ?? noticeOf(code);
  return {
    id: code,
    ...(rule
      ? {
          shortDescription: { text: rule.summary },
          defaultConfiguration: { level: LEVELS[rule.severity] },
        }
      : {}),
    help: { text: `pegboard check --explain ${code}` },
  };
}

function result(found: Diagnostic, ruleIndex: number): object {
  const { code, severity, message, file, line, hint } = found;
  const text = hint === null ? message : `${message}\n${hint}`;
  return {
    ruleId: code,
    ruleIndex,
    level: LEVELS[severity],
    message: { text },
    ...(file === null
      ? {}
      : {
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: uriOf(file), uriBaseId: "ROOT" },
                ...(line === null ? {} : { region: { startLine: line } }),
              },
            },
          ],
        }),
    // Without the line: a finding stays the same one when text above it grows.
    partialFingerprints: {
      "pegboard/v1": createHash("sha256")
        .update(JSON.stringify([code, file, message]))
        .digest("hex"),
    },
  };
}

function uriOf(file: string): string {
  // Half a surrogate pair can not be encoded.
  const whole = file.replace(/[\uD800-\uDFFF]/gu, "\uFFFD");
  return whole.split("/").map(encodeURIComponent).join("/");
}
