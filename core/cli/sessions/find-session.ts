import type { SessionSummary, Sessions } from "../../store/sessions.ts";
import { CommandFault } from "../fault.ts";

/** How many sessions the beginning of an id is looked for in. */
const MOST = 10_000;

/** The id that was typed is nobody's, or more than one's. */
export class NoSuchSession extends CommandFault {}

/**
 * The session that a person named by its id, or by the beginning of it.
 *
 * @param profile - the profile it must be of, null for any; another one's is as if it were not there
 * @throws NoSuchSession when there is none, or more than one begins like that
 */
export async function findSession(
  sessions: Sessions | null,
  typed: string,
  profile: string | null,
): Promise<SessionSummary> {
  const exact = (await sessions?.get(typed)) ?? null;
  if (exact !== null && (profile === null || exact.profile === profile)) return exact;
  const all =
    (await sessions?.list({ children: true, limit: MOST, ...(profile !== null && { profile }) })) ??
    [];
  const found = typed === "" ? [] : all.filter(({ id }) => id.startsWith(typed));
  const of = profile === null ? "" : ` of the profile ${profile}`;
  const [session, ...more] = found;
  if (session === undefined) {
    throw new NoSuchSession(
      `There is no session ${JSON.stringify(typed)}${of}.`,
      "`npx pegboard sessions list` shows them; --profile names another profile.",
    );
  }
  if (more.length === 0) return session;
  throw new NoSuchSession(
    `${found.length} sessions${of} begin with ${JSON.stringify(typed)}.`,
    "Write more of the id.",
  );
}
