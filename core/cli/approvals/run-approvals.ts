import { findWorkspace } from "../../board/workspace.ts";
import type { OpenApproval, StoredApprovals } from "../../store/approvals.ts";
import type { Store } from "../../store/store.ts";
import type { ExitCode, Invocation } from "../command.ts";
import { CommandFault } from "../fault.ts";
import { storeToRead } from "../open-store.ts";
import { plainLine } from "../output/plain.ts";
import { tableFor } from "../output/table.ts";

/** What `pegboard approvals` was asked for. */
export async function runApprovals(
  invocation: Invocation,
  env: NodeJS.ProcessEnv,
): Promise<ExitCode> {
  const store = await storeToRead(await findWorkspace(invocation), env);
  try {
    return invocation.argument("action") === "answer"
      ? await answer(store, invocation)
      : await list(store?.approvals ?? null, invocation);
  } finally {
    await store?.close();
  }
}

async function list(
  approvals: StoredApprovals | null,
  { json, out, err }: Invocation,
): Promise<ExitCode> {
  const open = (await approvals?.list()) ?? [];
  if (json) {
    out.json({
      approvals: open.map(({ request: { id, call, args, risk, asker, expires }, opened_at }) => ({
        id,
        session: asker.session,
        profile: asker.profile,
        call: call.id,
        tool: call.tool,
        method: call.method,
        args,
        risk,
        opened_at,
        expires,
      })),
    });
    return 0;
  }
  if (open.length === 0) {
    err.line("No question is open.");
    return 0;
  }
  const rows = open.map(({ request, opened_at }) => [
    request.id.slice(0, 8),
    `${new Date(opened_at).toISOString().slice(0, 16).replace("T", " ")}Z`,
    request.asker.session.slice(0, 8),
    nameOf(request),
    plainLine(JSON.stringify(request.args)),
  ]);
  out.line(tableFor(out, [["id", "asked", "session", "tool", "arguments"], ...rows]));
  return 0;
}

/** The call is never run: its process is gone, or asks somewhere else. The question is closed, and that is told. */
async function answer(
  store: Pick<Store, "approvals" | "conversations"> | null,
  { argument, json, out, err }: Invocation,
): Promise<ExitCode> {
  const typed = argument("id");
  const decision = argument("decision");
  if (typed === undefined || decision === undefined) {
    throw new CommandFault(
      "The question or the answer is missing.",
      "Write npx pegboard approvals answer <id> allow|deny; `npx pegboard approvals list` shows the ids.",
    );
  }
  const open = (await store?.approvals.list()) ?? [];
  const found = open.filter(({ request }) => typed !== "" && request.id.startsWith(typed));
  const [one, ...more] = found;
  if (one === undefined || store === null || more.length > 0) {
    const why =
      more.length > 0 ? `${found.length} questions begin with` : "No question is open with the id";
    err.line(`${why} ${JSON.stringify(typed)}.`);
    return 1;
  }
  await store.approvals.settled(one.request.id);
  const { id, call, asker } = one.request;
  if (json) {
    out.json({ id, status: "stale", decision, ran: false, session: asker.session, call: call.id });
  } else {
    err.line(told(one));
  }
  return 1;
}

function told({ request }: OpenApproval): string {
  const { session, profile } = request.asker;
  return (
    `The answer is stale and runs nothing: the process that asked whether ${nameOf(request)} may run has ended, or asks elsewhere. ` +
    `The question is closed. The call counts as interrupted; to go on: npx pegboard chat --profile ${profile} --session ${session}`
  );
}

function nameOf({ call }: OpenApproval["request"]): string {
  return plainLine(call.method === null ? call.tool : `${call.tool}:${call.method}`);
}
