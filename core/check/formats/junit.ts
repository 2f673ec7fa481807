import type { Diagnostic } from "../../board/diagnostic.ts";
import type { FormatInput } from "./format.ts";

/** One suite a file, one case a finding: errors fail, the rest is said. */
export function junit({ report }: FormatInput): string {
  const byFile = new Map<string, Diagnostic[]>();
  for (const found of report.diagnostics) {
    const file = found.file ?? "workspace";
    byFile.set(file, [...(byFile.get(file) ?? []), found]);
  }
  const suites =
    byFile.size === 0
      ? [suite("pegboard check", ['    <testcase classname="pegboard" name="no findings"/>'], 0)]
      : [...byFile].map(([file, found]) =>
          suite(file, found.map(testcase), found.filter((d) => d.severity === "error").length),
        );
  const tests = Math.max(1, report.diagnostics.length);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="pegboard check" tests="${tests}" failures="${report.counts.error}" errors="0">`,
    ...suites,
    "</testsuites>",
  ].join("\n");
}

function suite(name: string, cases: readonly string[], failures: number): string {
  return [
    `  <testsuite name="${xml(name)}" tests="${cases.length}" failures="${failures}" errors="0" skipped="0">`,
    ...cases,
    "  </testsuite>",
  ].join("\n");
}

function testcase({ code, severity, message, file, line, hint }: Diagnostic): string {
  const place = `${file ?? "workspace"}${line === null ? "" : `:${line}`}`;
  const text = xml(`${place}: ${message}${hint === null ? "" : `\n${hint}`}`);
  const inner =
    severity === "error"
      ? `<failure type="${xml(code)}" message="${xml(message)}">${text}</failure>`
      : `<system-out>${severity}: ${text}</system-out>`;
  const name = `${code}${line === null ? "" : ` (line ${line})`}`;
  return `    <testcase classname="${xml(file ?? "workspace")}" name="${xml(name)}">${inner}</testcase>`;
}

function xml(text: string): string {
  return (
    text
      // XML 1.0 has no place for control characters, not even escaped ones.
      // oxlint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "\uFFFD")
      .replace(/&/g, "&amp;")
      .replace(/</g, "&lt;")
      .replace(/>/g, "&gt;")
      .replace(/"/g, "&quot;")
      .replace(/\n/g, "&#10;")
  );
}
