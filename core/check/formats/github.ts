import type { Severity } from "../../board/diagnostic.ts";
import type { FormatInput } from "./format.ts";

const LEVELS: Readonly<Record<Severity, string>> = {
  error: "error",
  warning: "warning",
  info: "notice",
};

/** Workflow commands that GitHub shows as annotations on the lines of a pull request. */
export function github({ report }: FormatInput): string {
  return report.diagnostics
    .map(({ code, severity, message, file, line, hint }) => {
      const properties = [
        ...(file === null ? [] : [`file=${property(file)}`]),
        ...(file === null || line === null ? [] : [`line=${line}`]),
        `title=${property(code)}`,
      ];
      const text = hint === null ? message : `${message}\n${hint}`;
      return `::${LEVELS[severity]} ${properties.join(",")}::${data(text)}`;
    })
    .join("\n");
}

function data(text: string): string {
  return text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}

function property(text: string): string {
  return data(text).replace(/:/g, "%3A").replace(/,/g, "%2C");
}
