import type { SessionSummary, Sessions } from "../../store/sessions.ts";
import { CommandFault } from "../fault.ts";

/** How many sessions the beginning of an id is looked for in. */
const MOST = 10_000;

/**
 * The session that a person named by its id, or by the beginning of it.
 *
 * @param profile - the profile it must be of; another one's is as if it were not there
 * @throws CommandFault when there is none, or more than one begins like that
 */
export async function findSession(
  sessions: Sessions | null,
  typed: string,
  profile: string,
): Promise<SessionSummary> {
  const exact = (await sessions?.get(typed)) ?? null;
  if (exact?.profile === profile) return exact;
  const all = (await sessions?.list({ profile, children: true, limit: MOST })) ?? [];
  const found = typed === "" ? [] : all.filter(({ id }) => id.startsWith(typed));
  const [session, ...more] = found;
  if (session === undefined) {
    throw new CommandFault(
      `There is no session ${JSON.stringify(typed)} of the profile ${profile}.`,
      "`pegboard sessions list` shows them; --profile names another profile.",
    );
  }
  if (more.length === 0) return session;
  throw new CommandFault(
    `${found.length} sessions of the profile ${profile} begin with ${JSON.stringify(typed)}.`,
    "Write more of the id.",
  );
}
