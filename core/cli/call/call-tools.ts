import type { Board } from "../../board/board.ts";
import type { ToolResult } from "../../contract/index.ts";
import { createDispatcher } from "../../dispatch/dispatcher.ts";
import type { DispatchEvent } from "../../dispatch/events.ts";
import type { Host } from "../../dispatch/host.ts";
import type { KeyboardInput } from "../../dispatch/hosts/terminal/keyboard.ts";
import { terminalHost } from "../../dispatch/hosts/terminal/terminal.ts";
import { createRegistry } from "../../registry/create.ts";
import type { Registry } from "../../registry/registry.ts";
import { createFileLog } from "../../dispatch/telemetry/log.ts";
import type { ExitCode, Invocation } from "../command.ts";
import { openSecrets } from "../open-secrets.ts";
import { openWorkspaceStore } from "../open-store.ts";
import { openWorkspace } from "../open-workspace.ts";
import type { Colors, Output } from "../output/output.ts";
import { plainLine, plainText } from "../output/plain.ts";
import { onStopSignals } from "../stop-signals.ts";
import { catchStrays } from "../strays.ts";
import { allowAll } from "./allow-all.ts";
import { readCalls } from "./read-calls.ts";
import { switchedOff } from "./switched-off.ts";
import { withTimeLimit } from "./time-limit.ts";
import { toldToPerson } from "./unknown-tool.ts";

/**
 * Runs the calls that were asked for and shows their results.
 *
 * @returns 0 when all ended well, 1 when one did not
 */
export async function callTools(invocation: Invocation): Promise<ExitCode> {
  const { json, env, input, out, err, flag, option } = invocation;
  const { calls, usedStdin } = await readCalls(invocation);
  // A call that is no server's waits for none.
  const isNeeded = ({ name: server }: { readonly name: string }): boolean =>
    calls.some(({ name }) => name.startsWith(`${server}:`) || name.startsWith(`${server}__`));
  const opened = await openWorkspace(invocation, { isNeeded });
  const board = withTimeLimit(opened, option("timeout"));
  const secrets = await openSecrets(board.root, err);
  const stop = new AbortController();
  const signals = onStopSignals(() => stop.abort());
  out.closed.addEventListener("abort", () => stop.abort());
  const colors = await err.colors();
  const endStrays = catchStrays((text) =>
    err.line(`${colors.yellow("warning")}: ${plainText(secrets.mask(text))}`),
  );
  const store = await openWorkspaceStore(board.root, env);
  const log = createFileLog({ root: board.root, secrets });
  const registry = createRegistry(board);
  let unasked = false;
  const dispatcher = createDispatcher({
    board,
    secrets,
    log,
    toolStore: store.toolStore,
    registry,
    ...hostFor({ input: input(), allow: flag("yes"), usedStdin, onInterrupt: () => stop.abort() }),
    emit(event) {
      if (event.type === "approval_settled" && event.outcome === "no_host") unasked = true;
      tell(event, err, colors);
    },
  });
  const isBatch = option("batch") !== undefined;
  let results: ToolResult[];
  try {
    results = await dispatcher.run(calls, { signal: stop.signal });
    const [only] = results;
    const [call] = calls;
    // A batch is a model's reply, and its results are what the model would read.
    if (!isBatch && only && call) results = [toldToPerson(only, call.name, registry)];
  } finally {
    await dispatcher.close();
    await store.close();
    await log.flush();
    signals.end();
    endStrays();
  }
  if (json) out.json(isBatch ? results : results[0]);
  else for (const result of results) await show(result, isBatch, out, err);
  const hints = calls.flatMap(({ name }) => hintFor(name, board, registry) ?? []);
  if (unasked) hints.push("--yes allows what nobody can be asked about.");
  for (const hint of new Set(hints)) err.line(`${colors.dim("hint")}: ${plainText(hint)}`);
  return results.some(({ is_error }) => is_error) ? 1 : 0;
}

function hintFor(name: string, board: Board, registry: Registry): string | null {
  const isUnknown = registry.lookUp(name).kind === "unknown";
  return (
    switchedOff(name, board, registry) ??
    (isUnknown ? "`npx pegboard list` shows the tools there are." : null)
  );
}

function hostFor(options: {
  readonly input: KeyboardInput;
  readonly allow: boolean;
  readonly usedStdin: boolean;
  readonly onInterrupt: () => void;
}): { readonly host?: Host } {
  const { input, onInterrupt } = options;
  const terminal = options.usedStdin ? null : terminalHost({ input, onInterrupt });
  if (options.allow) return { host: allowAll(terminal) };
  return terminal === null ? {} : { host: terminal };
}

function tell(event: DispatchEvent, err: Output, colors: Colors): void {
  switch (event.type) {
    case "progress":
      return err.line(colors.dim(`${event.tool}: ${plainLine(event.text)}`));
    case "warning":
      return err.line(`${colors.yellow("warning")}: ${event.tool}: ${plainText(event.message)}`);
    default:
      return undefined;
  }
}

async function show(
  { id, tool, method, status, is_error, message, ms }: ToolResult,
  isBatch: boolean,
  out: Output,
  err: Output,
): Promise<void> {
  const name = plainLine(method === null ? tool : `${tool}:${method}`);
  if (isBatch) {
    const colors = await out.colors();
    const paint = is_error ? colors.red : colors.green;
    out.line(`${colors.bold(`[${plainLine(id)}] ${name}`)} ${paint(status)} ${Math.round(ms)} ms`);
    out.line(asShown(message, out));
  } else if (is_error) {
    const colors = await err.colors();
    err.line(`${colors.red(status)}: ${name}: ${plainText(message)}`);
  } else {
    out.line(asShown(message, out));
  }
}

/** A program that reads the text gets it as it is; a terminal gets what can do it no harm. */
function asShown(message: string, { columns }: Output): string {
  return columns === null ? message : plainText(message);
}
