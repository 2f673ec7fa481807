import type { CallClient } from "../contract/index.ts";
import type { CallLife } from "./life.ts";
import type { Secrets } from "./secrets/secrets.ts";

/**
 * The MCP client as one call reaches it: what goes out is masked, the call's clock stands still meanwhile, and a call
 * that is over reaches nobody.
 */
export function createClient(
  client: CallClient | null,
  life: CallLife,
  secrets: Secrets,
): CallClient | null {
  if (client === null) return null;
  return {
    can: (method) => client.can(method),
    async request(method, params, key) {
      if (life.over) throw new Error("The call is over; the client is not asked.");
      const masked = secrets.maskDeep(params);
      if (typeof masked !== "object" || masked === null) throw new Error("It can not be masked.");
      const letGo = life.hold();
      try {
        return await client.request(method, { ...masked }, key);
      } finally {
        letGo();
      }
    },
  };
}
