import { higherRisk, isRisk } from "../../contract/index.ts";
import type { Risk } from "../../contract/index.ts";
import { clip } from "../text.ts";
import { thrownText } from "../wording.ts";

/** The risk of one call, and why it is that. */
export type Judged = { readonly risk: Risk; readonly why: string };

/**
 * Judges one call. What `assess` says can only raise the declared risk; one that throws, or gives back anything that is
 * no risk, counts as `write`.
 *
 * @param declared - the risk of the method, or of the tool
 * @param assess - the judgement of the method or tool, where it has one
 * @param args - validated arguments
 * @param mask - is applied to what `assess` throws
 */
export function judge(
  declared: Risk,
  assess: ((args: never) => unknown) | undefined,
  args: unknown,
  mask: (text: string) => string = (text) => text,
): Judged {
  if (assess === undefined) return { risk: declared, why: `declared as ${declared}` };
  const said = ask(assess, args, mask);
  const risk = higherRisk(declared, isRisk(said.risk) ? said.risk : "write");
  if (said.fault !== null) {
    return {
      risk,
      why: `declared as ${declared}; its assess ${said.fault}, which counts as write`,
    };
  }
  return risk === declared
    ? { risk, why: `declared as ${declared}` }
    : { risk, why: `declared as ${declared}, raised to ${risk} for these arguments` };
}

function ask(
  assess: (args: never) => unknown,
  args: unknown,
  mask: (text: string) => string,
): { readonly risk: unknown; readonly fault: string | null } {
  try {
    // The schema of the same tool has just produced these arguments.
    const said = assess(args as never);
    if (isRisk(said)) return { risk: said, fault: null };
    // A promise of a judgement comes too late; its rejection must not go unhandled.
    if (said instanceof Promise) said.catch(() => {});
    return { risk: null, fault: "gave back no risk" };
  } catch (error) {
    return { risk: null, fault: `threw (${clip(mask(thrownText(error)), 200)})` };
  }
}
