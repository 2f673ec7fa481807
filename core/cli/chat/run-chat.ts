import { openAgent } from "../../agent/agent.ts";
import type { Agent } from "../../agent/agent.ts";
import type { AgentEvent } from "../../agent/events.ts";
import type { ModelHandle } from "../../agent/models/model.ts";
import { openModel } from "../../agent/models/open-model.ts";
import type { Board } from "../../board/board.ts";
import { terminalHost } from "../../dispatch/hosts/terminal/terminal.ts";
import { createFileLog } from "../../dispatch/telemetry/log.ts";
import type { ExitCode, Invocation } from "../command.ts";
import { openSecrets } from "../open-secrets.ts";
import { openThrowawayStore, openWorkspaceStore } from "../open-store.ts";
import { ASKING_NONE, openWorkspace } from "../open-workspace.ts";
import { counted } from "../output/counted.ts";
import { plainText } from "../output/plain.ts";
import { catchStrays } from "../strays.ts";
import { chooseSession } from "./choose-session.ts";
import { choosePlan } from "./choose.ts";
import type { Plan, Recorded } from "./choose.ts";
import { converse } from "./converse.ts";
import { followBoard } from "./follow-board.ts";
import { lendingHost } from "./lending-host.ts";
import { openLineInput } from "./line-input.ts";
import type { LineInput } from "./line-input.ts";
import { isAnswer, playTurn } from "./play-turn.ts";
import { showAbove } from "./show-above.ts";
import { createStopper } from "./stopper.ts";
import type { Stopper } from "./stopper.ts";
import { createTurnView } from "./turn-view.ts";
import type { TurnView } from "./turn-view.ts";

/**
 * Talks to an agent, as the command line asks for it.
 *
 * @throws what opening the board or the model throws; what goes wrong in a turn is shown
 */
export async function runChat(invocation: Invocation): Promise<ExitCode> {
  const { env, err, out, option } = invocation;
  // A conversation begins at once and gets the tools of its servers as they come; one message must have them.
  const isOneMessage = invocation.argument("message") !== undefined;
  const board = await openWorkspace(invocation, isOneMessage ? {} : ASKING_NONE);
  const plan = await choosePlan(invocation, board, env);
  const model = await openModel(plan.model, env, { board, record: option("record") });
  const secrets = await openSecrets(board.root, err);
  // What a recording says of its person is true of nobody here: a later conversation must not find it.
  const store =
    plan.kind === "recording"
      ? await openThrowawayStore()
      : await openWorkspaceStore(board.root, env);
  const log = createFileLog({ root: board.root, secrets });
  const session = await chooseSession(invocation, board.profile.name, store);
  const colors = await err.colors();
  const view = await viewOf(plan, invocation);
  let input: LineInput | null = null;
  const tellOwnLine = (text: string): void => {
    const write = (): void => {
      view.endLine();
      err.line(text);
    };
    if (input === null) write();
    else input.above(write);
  };
  const tell = (note: string): void => tellOwnLine(colors.dim(note));
  const endStrays = catchStrays((text) =>
    tellOwnLine(`${colors.yellow("warning")}: ${plainText(secrets.mask(text))}`),
  );
  const stopper = createStopper(tell);
  out.closed.addEventListener("abort", stopper.leave);
  const terminal = terminalHost({
    input: invocation.input(),
    onInterrupt: stopper.interrupt,
  });
  const opened =
    plan.kind === "conversation"
      ? openLineInput({
          input: invocation.input(),
          output: process.stderr,
          onInterrupt: stopper.interrupt,
          onTyping: view.endLine,
        })
      : null;
  input = opened;
  const open = (by: ModelHandle, within: string | null): Agent =>
    openAgent({
      board,
      model: by,
      secrets,
      log,
      store: store.conversations,
      approvals: store.approvals,
      toolStore: store.toolStore,
      ...(within !== null && { session: within }),
      host: opened === null ? terminal : lendingHost(terminal, opened),
      openModel: (id, of) => openModel(id, env, { board: of }),
    });
  const agent = open(model, session);
  const followed = plan.kind === "conversation" ? await followBoard(invocation, agent, tell) : null;
  const show = opened?.isTerminal === true ? showAbove(view, opened) : view.show;
  tellFindings(board, invocation);
  try {
    if (plan.kind === "message") return await playAll(agent, [plan.message], stopper, show);
    if (plan.kind === "recording") {
      return await playRecordings(plan.recordings, {
        agent,
        stopper,
        show,
        invocation,
        openNext: async (id) => open(await openModel(id, env, { board }), null),
      });
    }
    return opened === null
      ? 0
      : await converse({ agent, model: plan.model, input: opened, stopper, show, tell, err });
  } finally {
    opened?.close();
    await agent.close();
    await followed?.close();
    await store.close();
    await log.flush();
    stopper.end();
    endStrays();
  }
}

type Show = (event: AgentEvent) => void;

async function viewOf(plan: Plan, { json, out, err, input }: Invocation): Promise<TurnView> {
  if (json) {
    return { show: (event) => out.jsonText(`${JSON.stringify(event)}\n`), endLine: () => {} };
  }
  // A program wants the answer of a turn alone; a person wants to see it come.
  const answerOnly = plan.kind === "message" && out.columns === null;
  const happened = answerOnly ? err : out;
  return createTurnView({
    happened,
    answer: answerOnly ? out : null,
    colors: await happened.colors(),
    showPerson:
      plan.kind === "recording" || (plan.kind === "conversation" && input().isTTY !== true),
  });
}

function tellFindings({ diagnostics }: Board, { err, json }: Invocation): void {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  if (errors > 0 && !json)
    err.line(`${counted(errors, "error")} in this workspace; \`npx pegboard list\` shows them.`);
}

/** One turn for each message, as long as each is answered. */
async function playAll(
  agent: Agent,
  messages: readonly string[],
  stopper: Stopper,
  show: Show,
): Promise<ExitCode> {
  for (const message of messages) {
    const reason = await playTurn(agent, message, stopper.beginTurn(), show);
    stopper.endTurn();
    if (!isAnswer(reason)) return 1;
  }
  return 0;
}

type Played = {
  /** Of the first recording. */
  readonly agent: Agent;
  readonly stopper: Stopper;
  readonly show: Show;
  readonly invocation: Invocation;
  /** Opens an agent, in a session of its own, for one of the others. */
  readonly openNext: (model: string) => Promise<Agent>;
};

async function playRecordings(
  recordings: readonly Recorded[],
  { agent, stopper, show, invocation: { out, json }, openNext }: Played,
): Promise<ExitCode> {
  const colors = await out.colors();
  const note = (text: string): void => {
    if (!json) out.line(colors.dim(text));
  };
  let code: ExitCode = 0;
  for (const [index, { model, title, file, messages }] of recordings.entries()) {
    if (code !== 0 || stopper.leaving.aborted) break;
    note(
      `${index === 0 ? "" : "\n"}${title}\nA recorded conversation (${file}): what the model says is recorded; the loop, the tools and the approvals are real. Neither it nor what it remembers is kept.\n`,
    );
    const player = index === 0 ? agent : await openNext(model);
    try {
      code = await playAll(player, messages, stopper, show);
    } finally {
      if (player !== agent) await player.close();
    }
  }
  note(
    "\nNext: `npx pegboard list` shows the tools, `npx pegboard new tool hello` makes one, PEGBOARD_MODEL=provider/model `npx pegboard chat` talks to a model.",
  );
  return code;
}
