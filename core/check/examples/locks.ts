import type { LockedTool } from "../lock/surface.ts";
import { hash } from "../lock/surface.ts";
import { writeLock } from "../lock/lock-file.ts";
import { CLEAN, CONTRACT, FRAGMENT } from "./clean.ts";

/** The clean workspace's tool as a lock has it, but for a schema hash that no schema gives. */
const LOCKED: LockedTool = {
  name: "weather",
  risk: "read",
  break_loop: "never",
  interactive: false,
  schema: "0".repeat(32),
  fragments: { [FRAGMENT]: hash(CLEAN[FRAGMENT]) },
  contract: hash(CLEAN[CONTRACT]),
  callables: {
    "": {
      risk: "read",
      description: hash("Current weather for a city."),
      arguments: {
        city: { type: "string", required: true, description: hash("City name, in English") },
        days: {
          type: "integer",
          required: false,
          default: 1,
          description: hash("How many days ahead"),
        },
      },
    },
  },
};

function lock(change: Partial<LockedTool>): string {
  return writeLock({ "local:weather": { ...LOCKED, ...change } });
}

/** The schema changed in a way that no table shows. */
export const STALE_LOCK = lock({});

/** The contract was touched since, so nothing is stale. */
export const RISK_LOCK = lock({ risk: "write", contract: hash("an older contract") });

/** As the lock would be without the tool's fragment. */
export const FRAGMENT_LOCK = lock({
  fragments: { [FRAGMENT]: hash("older") },
  contract: hash("an older contract"),
});
