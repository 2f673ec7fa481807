import { readFileSync } from "node:fs";
import { codeFrame } from "./output/code-frame.ts";
import type { Output } from "./output/output.ts";
import { plainText } from "./output/plain.ts";

/** The command can not do what was typed. Told as one message, without a stack. */
export class CommandFault extends Error {
  override readonly name = "CommandFault";
  /** What to do. */
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null) {
    super(message);
    this.hint = hint;
  }
}

/**
 * Tells a person why a command ended. An error that was written for a person has a `hint`, which may be null; it is told
 * by that, because the modules of these errors are loaded only by those who throw them. Any other is a fault of Pegboard.
 *
 * @param env - with `PEGBOARD_DEBUG` set, the stack is shown too
 */
export async function tellFault(
  error: unknown,
  err: Output,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const colors = await err.colors();
  const message = error instanceof Error ? error.message : String(error);
  const spoken = error instanceof Error && "hint" in error;
  err.line(`${colors.red("error")}: ${spoken ? "" : "unexpected: "}${plainText(message)}`);
  if (spoken) {
    const frame = frameOf(error);
    if (frame !== null) err.line(colors.dim(plainText(frame)));
    if (typeof error.hint === "string" && !message.includes(error.hint)) {
      err.line(`${colors.dim("hint")}: ${plainText(error.hint)}`);
    }
  } else {
    err.line(
      `${colors.dim("hint")}: This is a fault in Pegboard. PEGBOARD_DEBUG=1 shows where it comes from.`,
    );
  }
  if (env["PEGBOARD_DEBUG"] && error instanceof Error) err.line(error.stack ?? "");
}

function frameOf(error: Error): string | null {
  const { file, line, column }: Readonly<Record<string, unknown>> = { ...error };
  if (typeof file !== "string" || typeof line !== "number") return null;
  try {
    return codeFrame(readFileSync(file, "utf8"), line, typeof column === "number" ? column : null);
  } catch {
    // The message says what is wrong with the file; that it can not be shown adds nothing.
    return null;
  }
}
