import type { Output } from "./output/output.ts";
import { plainText } from "./output/plain.ts";
import { sourceFrame } from "./output/source-frame.ts";

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

/** Errors written for a person whose message says all there is to say. */
const WITHOUT_HINT: ReadonlySet<string> = new Set(["ModelUnavailable", "ReplayMismatch"]);

/**
 * Tells a person why a command ended. Errors that were written for a person are known by their name or by their `hint`,
 * because the modules that define them are loaded only where they are thrown. Any other is a fault of Pegboard.
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
  const spoken = error instanceof Error && isSpoken(error);
  err.line(`${colors.red("error")}: ${spoken ? "" : "unexpected: "}${plainText(message)}`);
  if (spoken) {
    const frame = frameOf(error);
    if (frame !== null) err.line(colors.dim(frame));
    const hint = hintOf(error);
    if (hint !== null) err.line(`${colors.dim("hint")}: ${plainText(hint)}`);
  } else {
    err.line(
      `${colors.dim("hint")}: This is a fault in Pegboard. PEGBOARD_DEBUG=1 shows where it comes from.`,
    );
  }
  if (env["PEGBOARD_DEBUG"] && error instanceof Error) err.line(error.stack ?? "");
}

function isSpoken(error: Error): boolean {
  return WITHOUT_HINT.has(error.name) || "hint" in error;
}

/** What an error says to do, unless its message says it already. */
export function hintOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const hint: unknown = Reflect.get(error, "hint");
  return typeof hint === "string" && !error.message.includes(hint) ? hint : null;
}

function frameOf(error: Error): string | null {
  const { file, line, column }: Readonly<Record<string, unknown>> = { ...error };
  if (typeof file !== "string" || typeof line !== "number") return null;
  return sourceFrame(file, line, typeof column === "number" ? column : null);
}
