import { findWorkspace } from "../../board/workspace.ts";
import type { SessionSummary, Sessions } from "../../store/sessions.ts";
import type { ExitCode, Invocation } from "../command.ts";
import { CommandFault, tellFault } from "../fault.ts";
import { storeToRead } from "../open-store.ts";
import { tableFor } from "../output/table.ts";
import { plainLine, plainText } from "../output/plain.ts";
import { readAge } from "./age.ts";
import { NoSuchSession, findSession } from "./find-session.ts";
import { sessionMarkdown } from "./markdown.ts";
import { wholeNumber } from "./whole-number.ts";

const DEFAULT_LIMIT = 20;

/** What `pegboard sessions` was asked for. */
export async function runSessions(
  invocation: Invocation,
  env: NodeJS.ProcessEnv,
): Promise<ExitCode> {
  const store = await storeToRead(await findWorkspace(invocation), env);
  try {
    const sessions = store?.sessions ?? null;
    switch (invocation.argument("action")) {
      case "show":
        return await show(sessions, invocation);
      case "search":
        return await search(sessions, invocation);
      case "export":
        return await exportSession(sessions, invocation);
      case "rename":
        return await rename(sessions, invocation);
      case "delete":
        return await remove(sessions, invocation);
      default:
        return await list(sessions, invocation);
    }
  } catch (error) {
    if (!(error instanceof NoSuchSession)) throw error;
    // The command is fine, and the answer is no.
    await tellFault(error, invocation.err, env);
    return 1;
  } finally {
    await store?.close();
  }
}

type Of = Sessions | null;

async function list(sessions: Of, invocation: Invocation): Promise<ExitCode> {
  const { json, out, err } = invocation;
  const found =
    (await sessions?.list({ ...filterOf(invocation), children: invocation.flag("children") })) ??
    [];
  if (json) out.json({ sessions: found });
  else if (found.length === 0) err.line("No conversations yet. `npx pegboard chat` begins one.");
  else out.line(tableFor(out, [HEAD, ...found.map(row)]));
  return 0;
}

async function show(sessions: Of, invocation: Invocation): Promise<ExitCode> {
  const { json, out } = invocation;
  const session = await named(sessions, invocation);
  const messages = (await sessions?.messages(session.id)) ?? [];
  if (json) {
    const shown = messages.map(({ position, message, text, created_at }) => ({
      position,
      role: message.role,
      text,
      created_at,
    }));
    out.json({ session, messages: shown });
    return 0;
  }
  const colors = await out.colors();
  out.line(colors.bold(plainLine(session.title ?? session.id)));
  out.line(
    colors.dim(
      `${session.id}  ${session.profile}  ${session.model}  ${minute(session.updated_at)}`,
    ),
  );
  for (const { position, message, text } of messages) {
    out.line();
    out.line(colors.dim(`[${position}] ${message.role}`));
    out.line(plainText(text));
  }
  return 0;
}

async function search(sessions: Of, invocation: Invocation): Promise<ExitCode> {
  const { json, out, err } = invocation;
  const query = invocation.argumentList("of").join(" ");
  if (query.trim() === "") {
    throw new CommandFault(
      "There is nothing to search for.",
      "Write npx pegboard sessions search <words>.",
    );
  }
  const hits = (await sessions?.search(query, filterOf(invocation))) ?? [];
  if (json) {
    out.json({
      query,
      hits: hits.map(({ session, hit }) => ({
        session,
        position: hit.position,
        role: hit.message.role,
        text: hit.text,
      })),
    });
    return 0;
  }
  if (hits.length === 0) err.line("No conversation has a message with all of these words.");
  else {
    const rows = hits.map(({ session, hit }) => [
      session.id.slice(0, 8),
      minute(hit.created_at),
      `[${hit.position}]`,
      plainLine(hit.text),
    ]);
    out.line(tableFor(out, [["id", "when", "message", "text"], ...rows]));
  }
  return 0;
}

async function exportSession(sessions: Of, invocation: Invocation): Promise<ExitCode> {
  const { json, out, option } = invocation;
  const session = await named(sessions, invocation);
  const messages = (await sessions?.messages(session.id)) ?? [];
  if (json || option("format") === "json") {
    out.json({
      session,
      messages: messages.map(({ position, message, created_at }) => ({
        position,
        created_at,
        message,
      })),
    });
  } else out.write(sessionMarkdown(session, messages));
  return 0;
}

async function rename(sessions: Of, invocation: Invocation): Promise<ExitCode> {
  const { json, out } = invocation;
  const session = await named(sessions, invocation);
  const title = invocation.argumentList("of").slice(1).join(" ").trim();
  if (title === "") {
    throw new CommandFault(
      "There is no new title.",
      "Write npx pegboard sessions rename <id> <title>.",
    );
  }
  await sessions?.rename(session.id, title);
  if (json) out.json({ id: session.id, title });
  else out.line(`${session.id} is called ${plainLine(title)} now.`);
  return 0;
}

/** With `--older-than` all that nobody has touched for so long; else the sessions that are named, with their children. */
async function remove(sessions: Of, invocation: Invocation): Promise<ExitCode> {
  const { json, out, option } = invocation;
  const age = option("older-than");
  const typed = invocation.argumentList("of");
  if ((age === undefined) === (typed.length === 0)) {
    throw new CommandFault(
      age === undefined
        ? "There is no session to delete."
        : "An id and --older-than are given at once.",
      "Write npx pegboard sessions delete <id>, or --older-than 90d for all that are older.",
    );
  }
  let deleted = 0;
  if (age !== undefined) {
    deleted = (await sessions?.deleteBefore(Date.now() - readAge("--older-than", age))) ?? 0;
  } else {
    // All are looked up before the first is deleted, so that a wrong id deletes nothing.
    const found = await Promise.all(
      typed.map((id) => findSession(sessions, id, invocation.profile ?? null)),
    );
    for (const { id } of found) if (await sessions?.delete(id)) deleted += 1;
  }
  if (json) out.json({ deleted });
  else
    out.line(`${deleted === 1 ? "1 conversation was" : `${deleted} conversations were`} deleted.`);
  return 0;
}

function named(
  sessions: Of,
  { argumentList, profile, argument }: Invocation,
): Promise<SessionSummary> {
  const [id] = argumentList("of");
  if (id !== undefined) return findSession(sessions, id, profile ?? null);
  throw new CommandFault(
    "No session is named.",
    `Write npx pegboard sessions ${argument("action") ?? "show"} <id>; \`npx pegboard sessions list\` shows them.`,
  );
}

function filterOf({ profile, option }: Invocation) {
  return {
    limit: wholeNumber("--limit", option("limit")) ?? DEFAULT_LIMIT,
    ...(profile !== undefined && { profile }),
  };
}

const HEAD = ["id", "profile", "last used", "messages", "title"];

function row({ id, profile, updated_at, messages, title }: SessionSummary): string[] {
  return [
    id.length > 20 ? id.slice(0, 8) : id,
    profile,
    minute(updated_at),
    String(messages),
    plainLine(title ?? ""),
  ];
}

function minute(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace("T", " ")}Z`;
}
