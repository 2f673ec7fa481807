/** What a tool gets that would have ended the process. */
class ToolExit extends Error {
  override readonly name = "ToolExit";
}

/** The process is one, so this is one. */
type Guard = {
  /** Names of all files that the loader has compiled: stacks call them by these. */
  readonly sources: Set<string>;
  /** What stands on `process` in the place of what was there. */
  readonly placed: Map<string, unknown>;
  /** Somebody else sees to it in this thread. */
  elsewhere: boolean;
};

const guard: Guard = { sources: new Set(), placed: new Map(), elsewhere: false };

/**
 * From now on code of this file is a tool's, an extension's or a helper's, not the program's own.
 *
 * @param file - as stacks name it
 */
export function markToolSource(file: string): void {
  guard.sources.add(file);
}

/** In this thread whatever ends it is laid to its call already (a worker does that). */
export function leaveExitsToOthers(): void {
  guard.elsewhere = true;
}

/**
 * From now on `process.exit` and its kin throw where a file that the loader has compiled is on the stack, so that a tool
 * that calls them fails, and the process goes on; for the program itself they do what they always did. Where nothing
 * catches what was thrown, in a timer that a tool has left behind, a warning is all that comes of it.
 *
 * It looks at the stack because to follow every call through its asynchronous steps would cost more than the calls. What
 * is passed on by itself (`setTimeout(process.exit)`) has nobody on its stack and is not caught.
 *
 * Call it again when something may have been put in the place of the functions.
 */
export function keepToolsFromEnding(): void {
  if (guard.elsewhere) return;
  for (const name of ["exit", "reallyExit", "abort"] as const) {
    place(name, (original, args) => {
      refuseTools(`called process.${name}(${args.map(String).join(", ")})`);
      return original(...args);
    });
  }
  place("kill", (original, args) => {
    if (isOwnKill(args[0], args[1])) refuseTools("called process.kill on its own process");
    return original(...args);
  });
  place("emit", (original, args) => {
    const [event, error] = args;
    const isStray = event === "uncaughtException" || event === "unhandledRejection";
    if (!isStray || !(error instanceof ToolExit) || process.listenerCount(event) > 0) {
      return original(...args);
    }
    process.emitWarning(`Outside of any call, ${error.message}.`);
    return true;
  });
}

/** Signal 0 only asks whether a process is there; pid 0 and a negative one mean the whole group. */
export function isOwnKill(pid: unknown, signal: unknown): boolean {
  return signal !== 0 && (pid === 0 || Math.abs(Number(pid)) === process.pid);
}

function place(
  name: string,
  guarded: (original: (...args: unknown[]) => unknown, args: unknown[]) => unknown,
): void {
  const current: unknown = Reflect.get(process, name);
  if (typeof current !== "function" || guard.placed.get(name) === current) return;
  const original = (...args: unknown[]): unknown => Reflect.apply(current, process, args);
  const replacement = (...args: unknown[]): unknown => guarded(original, args);
  guard.placed.set(name, replacement);
  Object.defineProperty(process, name, {
    value: replacement,
    configurable: true,
    enumerable: Object.getOwnPropertyDescriptor(process, name)?.enumerable ?? false,
    writable: true,
  });
}

function refuseTools(what: string): void {
  if (filesOnStack().some((file) => guard.sources.has(file))) throw new ToolExit(`a tool ${what}`);
}

function filesOnStack(): string[] {
  const { stackTraceLimit, prepareStackTrace } = Error;
  const files: string[] = [];
  try {
    Error.stackTraceLimit = Infinity;
    Error.prepareStackTrace = (_error, sites) => {
      for (const site of sites) files.push(site.getFileName() ?? "");
      return "";
    };
    // The stack is put together when it is read.
    void new Error("where").stack;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    Object.assign(Error, { prepareStackTrace });
  }
  return files;
}
