import { once } from "node:events";
import type { Board } from "../../board/board.ts";
import type { Diagnostic } from "../../board/diagnostic.ts";
import type { BoardChange } from "../../board/watch/compare.ts";
import type { ExitCode, Invocation } from "../command.ts";
import { liveBoard } from "../mcp/live-board.ts";
import { tellDiagnostics } from "../output/diagnostics.ts";
import type { Colors } from "../output/output.ts";
import { plainText } from "../output/plain.ts";
import { hintOf } from "../fault.ts";
import { counted } from "../output/counted.ts";
import { onStopSignals } from "../stop-signals.ts";
import { tell, tellMended } from "./wording.ts";
import type { Telling } from "./wording.ts";

/** Tells what changes, until the person or the reader of the output has had enough. */
export async function runDev(invocation: Invocation): Promise<ExitCode> {
  const { root, profile, out, err } = invocation;
  const stop = new AbortController();
  const signals = onStopSignals(() => stop.abort());
  out.closed.addEventListener("abort", () => stop.abort());
  const stopped = once(stop.signal, "abort");
  const colors = await err.colors();
  // One update after another, also where telling one takes a moment.
  let telling = Promise.resolve();
  const inTurn = (work: (of: Board) => Promise<void>): void => {
    const of = before;
    if (of !== null) telling = telling.then(() => work(of));
  };
  let before: Board | null = null;
  const live = liveBoard({
    root,
    profile,
    report: (message) => err.line(colors.dim(plainText(message))),
    // It is among the findings of the board.
    reportServer: () => {},
    failed: (error) => inTurn((board) => tellBroken(error, board, invocation)),
    mended: () => inTurn((board) => tellOpenAgain(board, invocation)),
  });
  try {
    const first = (before = await live.open());
    live.changed((board, changes) => {
      inTurn((older) => tellUpdate(board, { changes, before: older }, invocation));
      before = board;
    });
    err.line(`Watching ${first.root}: ${countOf(first)}. Ctrl-C ends.`);
    await stopped;
    await telling;
  } finally {
    signals.end();
    await live.close();
  }
  return 0;
}

/** No board can be made, so the one before stays. */
async function tellBroken(error: unknown, board: Board, invocation: Invocation): Promise<void> {
  const { json, out, err } = invocation;
  const message = error instanceof Error ? error.message : String(error);
  const hint = hintOf(error);
  if (json) out.jsonText(updateLine(board, { error: { message, hint } }));
  const colors = await err.colors();
  err.line(`${colors.red("error")}: ${plainText(message)}`);
  if (hint !== null) err.line(`${colors.dim("hint")}: ${plainText(hint)}`);
  err.line(colors.dim("The board stays as it was until this is mended."));
}

async function tellOpenAgain(board: Board, { json, out }: Invocation): Promise<void> {
  if (json) return out.jsonText(updateLine(board, {}));
  const colors = await out.colors();
  out.line(`${colors.green("✓")} the workspace can be opened again`);
}

type UpdateFields = {
  readonly changes?: readonly unknown[];
  readonly diagnostics?: readonly Diagnostic[];
  readonly error?: { readonly message: string; readonly hint: string | null };
};

/** An update as a program reads it. */
function updateLine(board: Board, { changes = [], diagnostics = [], error }: UpdateFields): string {
  const update = { ...numbersOf(board), changes, diagnostics, error: error ?? null };
  return `${JSON.stringify(update)}\n`;
}

async function tellUpdate(
  board: Board,
  { changes, before }: { readonly changes: readonly BoardChange[]; readonly before: Board },
  { json, out, err }: Invocation,
): Promise<void> {
  const news = newFindings(before, board);
  if (json) {
    const named = changes
      .filter((change) => tell(change, board) !== null)
      .map((change) => ({ ...change, ...relativeFiles(change, board) }));
    return out.jsonText(updateLine(board, { changes: named, diagnostics: news }));
  }
  const colors = await out.colors();
  const mended = mendedExtensions(before, board);
  const tellings = [
    ...changes.flatMap((change) => tell(change, board, mended) ?? []),
    ...[...mended].map(tellMended),
  ];
  for (const { mark, text } of tellings) {
    out.line(`${paint(mark, colors)} ${plainText(text)}`);
  }
  await tellDiagnostics(news, board.root, err);
  if (tellings.length > 0) err.line(colors.dim(countOf(board)));
}

/** Those that were not there before; of a tool that fails its telling has said it. */
function newFindings(before: Board, board: Board): Diagnostic[] {
  const old = new Set(before.diagnostics.map((diagnostic) => JSON.stringify(diagnostic)));
  return board.diagnostics.filter(
    (diagnostic) => diagnostic.code !== "tool/load-failed" && !old.has(JSON.stringify(diagnostic)),
  );
}

/** The extensions that had an error and have none now, by the names that changes have for them. */
function mendedExtensions(before: Board, board: Board): ReadonlySet<string> {
  const broken = brokenFiles(before);
  const stillBroken = brokenFiles(board);
  const isMended = (file: string): boolean => broken.has(file) && !stillBroken.has(file);
  const assets = board.list("extensions").filter(({ file }) => isMended(board.relative(file)));
  return new Set(assets.map(({ name }) => name));
}

function brokenFiles({ diagnostics }: Board): ReadonlySet<string | null> {
  return new Set(
    diagnostics.filter(({ severity }) => severity === "error").map(({ file }) => file),
  );
}

function relativeFiles(change: object, board: Board): Record<string, string> {
  const files = Object.entries(change).filter(
    ([key, value]) => (key === "file" || key === "from") && typeof value === "string",
  );
  return Object.fromEntries(files.map(([key, value]) => [key, board.relative(String(value))]));
}

type Numbers = {
  readonly tools: number;
  readonly failing: number;
  /** Of the tools, those that are there and can not be called, because somebody said so. */
  readonly off: number;
};

function numbersOf({ tools }: Board): Numbers {
  const failing = tools.filter(({ status }) => status === "failed").length;
  const off = tools.filter(({ status }) => status === "disabled" || status === "denied").length;
  return { tools: tools.length, failing, off };
}

function countOf(board: Board): string {
  const { tools, failing, off } = numbersOf(board);
  const more = off === 0 ? "" : ` (${off} more ${off === 1 ? "is" : "are"} off)`;
  return `${counted(tools - off, "tool")}${more}, ${failing === 0 ? "none" : failing} failing`;
}

function paint(mark: Telling["mark"], colors: Colors): string {
  switch (mark) {
    case "+":
    case "ok":
      return colors.green(mark === "ok" ? "✓" : mark);
    case "-":
      return colors.dim(mark);
    case "~":
      return colors.yellow(mark);
    case "!":
      return colors.red(mark);
  }
}
