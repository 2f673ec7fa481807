import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Diagnostic, Severity } from "../../board/diagnostic.ts";
import { codeFrame } from "./code-frame.ts";
import type { Colors, Output } from "./output.ts";
import { plainText } from "./plain.ts";

/**
 * Tells a person what was found: place, code, message, the lines of the file, and what to do.
 *
 * @param root - absolute path that the files of the diagnostics are relative to
 */
export async function tellDiagnostics(
  diagnostics: readonly Diagnostic[],
  root: string,
  output: Output,
): Promise<void> {
  if (diagnostics.length === 0) return;
  const colors = await output.colors();
  for (const diagnostic of diagnostics) output.line(formatDiagnostic(diagnostic, root, colors));
}

export function formatDiagnostic(diagnostic: Diagnostic, root: string, colors: Colors): string {
  const { code, severity, message, file, line, hint } = diagnostic;
  const place = file === null ? "" : `${file}${line === null ? "" : `:${line}`} `;
  const paint: Record<Severity, (text: string) => string> = {
    error: colors.red,
    warning: colors.yellow,
    info: colors.cyan,
  };
  const text = [`${colors.bold(place)}${paint[severity](severity)} ${code}`];
  text.push(indent(plainText(message)));
  const frame = file === null || line === null ? null : frameOf(resolve(root, file), line);
  if (frame !== null) text.push(colors.dim(indent(plainText(frame))));
  if (hint !== null) text.push(indent(`${colors.dim("hint")}: ${plainText(hint)}`));
  return text.join("\n");
}

function frameOf(file: string, line: number): string | null {
  try {
    return codeFrame(readFileSync(file, "utf8"), line, null);
  } catch {
    // The file is what the diagnostic is about; that it can not be read is in the message.
    return null;
  }
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "  ");
}
