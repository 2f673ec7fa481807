import type { Log } from "../contract/index.ts";
import type { DispatchEvent, EmitDispatch } from "./events.ts";
import type { Secrets } from "./secrets/secrets.ts";
import { WITHHELD } from "./secrets/withheld.ts";

/**
 * Makes the way out for events: every text in them is masked, and a listener that throws is nobody else's trouble.
 *
 * @param failed - is told what a listener threw
 */
export function createEmit(
  listeners: readonly EmitDispatch[],
  secrets: Secrets,
  failed: (error: unknown) => void,
): EmitDispatch {
  if (listeners.length === 0) return () => {};
  return (event) => {
    const safe = masked(event, secrets);
    if (safe === null) return;
    for (const listener of listeners) {
      try {
        const said: unknown = listener(safe);
        if (said instanceof Promise) said.catch(failed);
      } catch (error) {
        failed(error);
      }
    }
  };
}

/** Null where there is nothing that could be let out. */
function masked(event: DispatchEvent, secrets: Secrets): DispatchEvent | null {
  const copy = secrets.maskDeep(event);
  // The mask keeps the shape, or withholds the whole as one text.
  if (typeof copy === "object" && copy !== null) return copy as DispatchEvent;
  if (event.type !== "tool_result") return null;
  return { ...event, result: { ...event.result, message: WITHHELD, additional: null } };
}

/** A log whose lines are masked, and which never throws. */
export function createLog(log: Log | undefined, secrets: Secrets): Log {
  const line = (level: keyof Log) => (message: string, data?: object) => {
    try {
      const safe = data === undefined ? undefined : secrets.maskDeep(data);
      log?.[level](
        secrets.mask(String(message)),
        typeof safe === "object" && safe !== null ? safe : undefined,
      );
    } catch {
      // A log that fails must not fail what it tells of.
    }
  };
  return { debug: line("debug"), info: line("info"), warn: line("warn"), error: line("error") };
}
