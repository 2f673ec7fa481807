import { once } from "node:events";
import type { Board } from "../../board/board.ts";
import type { Diagnostic } from "../../board/diagnostic.ts";
import type { BoardChange } from "../../board/watch/compare.ts";
import type { ExitCode, Invocation } from "../command.ts";
import { liveBoard } from "../mcp/live-board.ts";
import { tellDiagnostics } from "../output/diagnostics.ts";
import type { Colors } from "../output/output.ts";
import { plainText } from "../output/plain.ts";
import { onStopSignals } from "../stop-signals.ts";
import { tell } from "./wording.ts";
import type { Telling } from "./wording.ts";

/** Tells what changes, until the person or the reader of the output has had enough. */
export async function runDev(invocation: Invocation): Promise<ExitCode> {
  const { root, profile, out, err } = invocation;
  const stop = new AbortController();
  const signals = onStopSignals(() => stop.abort());
  out.closed.addEventListener("abort", () => stop.abort());
  const stopped = once(stop.signal, "abort");
  const colors = await err.colors();
  const live = liveBoard({
    root,
    profile,
    report: (message) => err.line(colors.dim(plainText(message))),
    // It is among the findings of the board.
    reportServer: () => {},
    failed(error) {
      const text = error instanceof Error ? error.message : String(error);
      err.line(`${colors.red("error")}: ${plainText(text)}`);
      err.line(colors.dim("The board stays as it was until this is mended."));
    },
  });
  // One update after another, also where telling one takes a moment.
  let telling = Promise.resolve();
  try {
    let before = await live.open();
    live.changed((board, changes) => {
      const older = before;
      before = board;
      telling = telling.then(() => tellUpdate(board, { changes, before: older }, invocation));
    });
    err.line(`Watching ${before.root}: ${countOf(before)}. Ctrl-C ends.`);
    await stopped;
    await telling;
  } finally {
    signals.end();
    await live.close();
  }
  return 0;
}

async function tellUpdate(
  board: Board,
  { changes, before }: { readonly changes: readonly BoardChange[]; readonly before: Board },
  { json, out, err }: Invocation,
): Promise<void> {
  const news = newFindings(before, board);
  if (json) {
    const { tools, failing } = numbersOf(board);
    const named = changes
      .filter((change) => tell(change, board) !== null)
      .map((change) => ({ ...change, ...relativeFiles(change, board) }));
    out.write(`${JSON.stringify({ tools, failing, changes: named, diagnostics: news })}\n`);
    return;
  }
  const colors = await out.colors();
  const tellings = changes.flatMap((change) => tell(change, board) ?? []);
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

function relativeFiles(change: object, board: Board): Record<string, string> {
  const files = Object.entries(change).filter(
    ([key, value]) => (key === "file" || key === "from") && typeof value === "string",
  );
  return Object.fromEntries(files.map(([key, value]) => [key, board.relative(String(value))]));
}

function numbersOf({ tools }: Board): { readonly tools: number; readonly failing: number } {
  const failing = tools.filter(({ status }) => status === "failed").length;
  return { tools: tools.length, failing };
}

function countOf(board: Board): string {
  const { tools, failing } = numbersOf(board);
  return `${tools} ${tools === 1 ? "tool" : "tools"}, ${failing === 0 ? "none" : failing} failing`;
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
