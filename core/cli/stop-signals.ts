/** Told when the process is asked to stop. */
export type StopSignals = {
  /** Stops listening. */
  end(): void;
};

/**
 * Listens to Ctrl-C and to what closes a terminal or ends a service. While somebody listens, none of them ends the
 * process by itself.
 *
 * @param onStop - called each time; `interrupt` for Ctrl-C, `leave` for what allows no further talk
 */
export function onStopSignals(onStop: (kind: "interrupt" | "leave") => void): StopSignals {
  const interrupt = (): void => onStop("interrupt");
  const leave = (): void => onStop("leave");
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", leave);
  process.on("SIGHUP", leave);
  return {
    end() {
      process.off("SIGINT", interrupt);
      process.off("SIGTERM", leave);
      process.off("SIGHUP", leave);
    },
  };
}
