import { resolve } from "node:path";
import type { Diagnostic, Severity } from "../../board/diagnostic.ts";
import type { Colors, Output } from "./output.ts";
import { plainText } from "./plain.ts";
import { sourceFrame } from "./source-frame.ts";

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
  const frame =
    file === null || line === null ? null : sourceFrame(resolve(root, file), line, null);
  if (frame !== null) text.push(colors.dim(indent(frame)));
  if (hint !== null) text.push(indent(`${colors.dim("hint")}: ${plainText(hint)}`));
  return text.join("\n");
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "  ");
}
