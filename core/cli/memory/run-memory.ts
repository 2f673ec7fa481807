import { NAME_RULE, isName } from "../../board/asset-name.ts";
import { DEFAULT_PROFILE } from "../../board/profile.ts";
import { findWorkspace } from "../../board/workspace.ts";
import type { MemoryEntries } from "../../store/memory.ts";
import type { ExitCode, Invocation } from "../command.ts";
import { CommandFault } from "../fault.ts";
import { storeToRead } from "../open-store.ts";
import { plainLine } from "../output/plain.ts";
import { tableFor } from "../output/table.ts";

/** What `pegboard memory` was asked for. */
export async function runMemory(invocation: Invocation, env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const { profile = DEFAULT_PROFILE } = invocation;
  if (!isName(profile)) {
    throw new CommandFault(`${JSON.stringify(profile)} is no name of a profile: ${NAME_RULE}`);
  }
  const store = await storeToRead(await findWorkspace(invocation), env);
  try {
    const memory = store?.memory ?? null;
    return invocation.argument("action") === "delete"
      ? await remove(memory, profile, invocation)
      : await list(memory, profile, invocation);
  } finally {
    await store?.close();
  }
}

async function list(
  memory: MemoryEntries | null,
  profile: string,
  { json, out, err }: Invocation,
): Promise<ExitCode> {
  const entries = (await memory?.list(profile)) ?? [];
  if (json) out.json({ profile, entries });
  else if (entries.length === 0) err.line(`The profile ${profile} has noted nothing.`);
  else {
    const rows = entries.map(({ id, text, created_at }) => [
      String(id),
      new Date(created_at).toISOString().slice(0, 10),
      plainLine(text),
    ]);
    out.line(tableFor(out, [["id", "noted", "text"], ...rows]));
  }
  return 0;
}

/** All that are named, or none where one is not there. */
async function remove(
  memory: MemoryEntries | null,
  profile: string,
  { argumentList, flag, json, out, err }: Invocation,
): Promise<ExitCode> {
  const typed = argumentList("ids");
  if (flag("all") === typed.length > 0) {
    throw new CommandFault(
      "Either the numbers of entries or --all says what to delete.",
      "`npx pegboard memory list` shows the numbers.",
    );
  }
  const outcome = await memory?.update(profile, (entries) => {
    const known = new Set(entries.map(({ id }) => String(id)));
    const missing = typed.filter((id) => !known.has(id));
    if (missing.length > 0) return { texts: null, value: { missing, deleted: 0 } };
    const kept = flag("all") ? [] : entries.filter(({ id }) => !typed.includes(String(id)));
    const value = { missing, deleted: entries.length - kept.length };
    return { texts: kept.map(({ text }) => text), value };
  });
  const { missing, deleted } = outcome ?? { missing: typed, deleted: 0 };
  if (missing.length > 0) {
    err.line(
      `The profile ${profile} has no entry ${missing.map(plainLine).join(", ")}; nothing was deleted.`,
    );
    return 1;
  }
  if (json) out.json({ profile, deleted });
  else out.line(`${deleted === 1 ? "1 entry was" : `${deleted} entries were`} deleted.`);
  return 0;
}
