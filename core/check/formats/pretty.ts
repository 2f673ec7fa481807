import picocolors from "picocolors";
import type { Diagnostic } from "../../board/diagnostic.ts";
import { hideSecrets } from "../documents/secrets.ts";
import type { FormatInput } from "./format.ts";

const AROUND = 1;

/** For a person: each finding with the lines it is about, as compilers show them. */
export function pretty({ report, read, colors }: FormatInput): string {
  const paint = picocolors.createColors(colors);
  const severities = { error: paint.red, warning: paint.yellow, info: paint.cyan };
  const blocks = report.diagnostics.map((found) => {
    const { code, severity, message, file, line, hint } = found;
    const place =
      file === null
        ? []
        : [`  ${paint.dim("-->")} ${visible(file)}${line === null ? "" : `:${line}`}`];
    return [
      `${severities[severity](paint.bold(`${severity}[${code}]`))}: ${visible(message)}`,
      ...place,
      ...frame(found, file === null ? null : read(file)).map((row) =>
        row.startsWith(">") ? row : paint.dim(row),
      ),
      ...(hint === null ? [] : [`  ${paint.dim("=")} ${visible(hint)}`]),
    ].join("\n");
  });
  return [...blocks, summary(report.counts)].join("\n\n");
}

function summary({ error, warning, info }: FormatInput["report"]["counts"]): string {
  if (error + warning + info === 0) return "No findings.";
  const parts = [
    [error, "error"],
    [warning, "warning"],
    [info, "note"],
  ] as const;
  return `${parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}${count === 1 ? "" : "s"}`)
    .join(", ")}.`;
}

function frame({ line }: Diagnostic, content: string | null): string[] {
  if (line === null || content === null) return [];
  const lines = content.replace(/^\uFEFF/, "").split(/\r\n?|\n/);
  if (line < 1 || line > lines.length) return [];
  const first = Math.max(1, line - AROUND);
  const last = Math.min(lines.length, line + AROUND);
  const width = String(last).length;
  return lines.slice(first - 1, last).map((text, index) => {
    const number = first + index;
    const mark = number === line ? ">" : " ";
    return `${mark} ${String(number).padStart(width)} | ${hideSecrets(visible(text))}`.trimEnd();
  });
}

// oxlint-disable-next-line no-control-regex
const ESCAPES = /\u001B\[[0-9;?]*[A-Za-z]/g;

const CONTROLS =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;

/** What comes from files must not steer the terminal. */
function visible(text: string): string {
  return text.replace(ESCAPES, "\uFFFD").replace(CONTROLS, "\uFFFD");
}
