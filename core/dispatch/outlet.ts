import type { Log } from "../contract/index.ts";
import type { DispatchEvent, EmitDispatch } from "./events.ts";
import type { Secrets } from "./secrets/secrets.ts";

/** The ways out for events. */
export type Outlet = {
  /** Masks every text in the event, and lets it out. */
  readonly emit: EmitDispatch;
  /** Lets out an event whose texts have been masked: masking the most frequent ones twice would cost more than the call. */
  readonly emitMasked: EmitDispatch;
};

/**
 * Makes the ways out. A listener that throws, or rejects, is nobody else's trouble.
 *
 * @param failed - is told what a listener threw
 */
export function createOutlet(
  listeners: readonly EmitDispatch[],
  secrets: Secrets,
  failed: (error: unknown) => void,
): Outlet {
  const emitMasked: EmitDispatch = (event) => {
    for (const listener of listeners) {
      try {
        const said: unknown = listener(event);
        if (said instanceof Promise) said.catch(failed);
      } catch (error) {
        failed(error);
      }
    }
  };
  return {
    emitMasked,
    emit(event) {
      const copy = secrets.maskDeep(event);
      // The mask keeps the shape, or withholds the whole as one text.
      if (typeof copy === "object" && copy !== null) emitMasked(copy as DispatchEvent);
    },
  };
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
