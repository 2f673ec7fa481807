import type { Store } from "../../store/store.ts";
import type { Invocation } from "../command.ts";
import { CommandFault } from "../fault.ts";
import { findSession } from "../sessions/find-session.ts";

/**
 * The session that the chat goes on with: the one named with `--session`, the latest of the profile with `--continue`,
 * or null for a new one.
 *
 * @throws CommandFault when there is no such session
 */
export async function chooseSession(
  { option, flag }: Pick<Invocation, "option" | "flag">,
  profile: string,
  { sessions }: Pick<Store, "sessions">,
): Promise<string | null> {
  const typed = option("session");
  if (typed !== undefined && flag("continue")) {
    throw new CommandFault("--session and --continue are given at once.", "Leave one of them out.");
  }
  if (typed !== undefined) return (await findSession(sessions, typed, profile)).id;
  if (!flag("continue")) return null;
  const [latest] = await sessions.list({ profile, limit: 1 });
  if (latest) return latest.id;
  throw new CommandFault(
    `There is no conversation of the profile ${profile} to go on with.`,
    "Leave --continue out to begin one.",
  );
}
