import { readFileSync, readdirSync } from "node:fs";

/** By this variable the descendants of a command are found again, wherever they have moved to. */
export const MARK = "PEGBOARD_SHELL_CALL";

/** Sends a signal to a process group. None left is no error. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It is gone.
  }
}

/**
 * Ends every process that was started under `mark`, also one that left its group or session. What starts processes while
 * it is being killed is looked for again. Only Linux shows the environment of processes; elsewhere the group must do.
 */
export function killMarked(mark: string): void {
  for (let round = 0; round < 5; round += 1) {
    const found = marked(mark);
    if (found.length === 0) return;
    for (const pid of found) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It is gone.
      }
    }
  }
}

function marked(mark: string): number[] {
  if (process.platform !== "linux") return [];
  const wanted = `${MARK}=${mark}`;
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid > 1 && pid !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(wanted);
      } catch {
        return false;
      }
    });
}
