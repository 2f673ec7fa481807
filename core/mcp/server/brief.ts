import { clip } from "../../dispatch/text.ts";
import { thrownText } from "../../dispatch/wording.ts";

const LONGEST = 300;

/** What the SDK has against a message, in one line: of one that is no JSON-RPC it tells all that any form of it lacks. */
export function brief(error: unknown): string {
  return clip(thrownText(error).replaceAll(/\s+/g, " "), LONGEST);
}
