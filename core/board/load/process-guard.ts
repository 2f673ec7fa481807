import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate } from "node:timers";
import { isOwnKill, keepToolsFromEnding } from "./tool-exits.ts";

export type GuardedAttempt = {
  /** What the code did that would have ended the process, or null. */
  fault: string | null;
  /** Nobody waits for the code any more. Whatever it does, now or later, is then guarded for good. */
  abandoned: boolean;
};

type Patch = {
  readonly name: string;
  /** As it was on `process` itself; undefined where it was inherited. */
  readonly own: PropertyDescriptor | undefined;
  readonly replacement: unknown;
};

/** The process is one, so what guards it is one. Made at the first use. */
type GuardState = {
  readonly attempts: AsyncLocalStorage<GuardedAttempt | undefined>;
  held: number;
  patches: readonly Patch[];
};

let state: GuardState | undefined;

/**
 * Runs code that must not end the process: `process.exit` and its kin throw for it, and for it alone, and its unhandled
 * errors are noted instead of ending the process. The rest of the program, also what runs at the same time, is not
 * affected. When the last guarded work has settled, and none of it was abandoned, only {@link keepToolsFromEnding} stays.
 *
 * @returns `attempt.fault` tells what the code tried, also when it caught what was thrown at it
 */
export function guardProcess<T>(work: () => Promise<T>): {
  readonly attempt: GuardedAttempt;
  readonly done: Promise<T>;
} {
  state ??= { attempts: new AsyncLocalStorage(), held: 0, patches: [] };
  const { attempts } = state;
  const attempt: GuardedAttempt = { fault: null, abandoned: false };
  hold(state);
  const done = attempts.run(attempt, work);
  // Errors that nobody handles are told only after the turn in which the work has settled.
  const settled = (): void => {
    if (!attempt.abandoned) setImmediate(() => setImmediate(letGo));
  };
  void done.then(settled, settled);
  return { attempt, done };
}

/**
 * Makes work that is put off be the attempt's in which this is called: what it does is laid to that one, whoever calls it.
 */
export function asAttempt<T>(work: () => T): () => T {
  const attempts = state?.attempts;
  const attempt = attempts?.getStore();
  return () => {
    // Work may be stopped without a `finally`, so nothing is put back; whoever comes next sets its own.
    if (attempts && attempts.getStore() !== attempt) attempts.enterWith(attempt);
    return work();
  };
}

function hold(guard: GuardState): void {
  guard.held += 1;
  // Somebody else may have put something of their own in the place of a guard that is still held.
  if (guard.patches.some(({ name, replacement }) => Reflect.get(process, name) !== replacement)) {
    undo(guard);
  }
  if (guard.patches.length > 0) return;
  keepToolsFromEnding();
  guard.patches = [
    ...(["exit", "reallyExit", "abort"] as const).map((name) =>
      patch(
        name,
        (original) =>
          function guarded(this: unknown, ...args: unknown[]): unknown {
            refuse(guard, `called process.${name}(${args.map(String).join(", ")})`);
            return Reflect.apply(original, this, args);
          },
      ),
    ),
    patch(
      "kill",
      (original) =>
        function guarded(this: unknown, ...args: unknown[]): unknown {
          const [pid, signal] = args;
          if (isOwnKill(pid, signal)) {
            refuse(guard, `called process.kill on its own process`);
          }
          return Reflect.apply(original, this, args);
        },
    ),
    patch(
      "emit",
      (original) =>
        function guarded(this: unknown, ...args: unknown[]): unknown {
          const [event, error] = args;
          if (event === "unhandledRejection" || event === "uncaughtException") {
            const attempt = guard.attempts.getStore();
            if (attempt) {
              attempt.fault ??= `left an error unhandled: ${error instanceof Error ? error.message : String(error)}`;
              return true;
            }
          }
          return Reflect.apply(original, this, args);
        },
    ),
  ];
}

function refuse(guard: GuardState, what: string): void {
  const attempt = guard.attempts.getStore();
  if (!attempt) return;
  attempt.fault ??= what;
  throw new Error(`the file ${what} while it was loaded`);
}

function letGo(): void {
  if (!state) return;
  state.held -= 1;
  if (state.held > 0) return;
  undo(state);
  // As long as it is on, every promise of the process costs half as much again.
  state.attempts.disable();
}

function undo(guard: GuardState): void {
  for (const { name, own, replacement } of guard.patches) {
    // What somebody else has put there stays; it may call ours, which lets the rest of the program through.
    if (Reflect.get(process, name) !== replacement) continue;
    if (own) Object.defineProperty(process, name, own);
    else Reflect.deleteProperty(process, name);
  }
  guard.patches = [];
}

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

function patch(name: string, wrap: (original: AnyFunction) => AnyFunction): Patch {
  const own = Object.getOwnPropertyDescriptor(process, name);
  const original: unknown = Reflect.get(process, name);
  const replacement = wrap((...args) =>
    typeof original === "function"
      ? (Reflect.apply(original, process, args) as unknown)
      : undefined,
  );
  Object.defineProperty(process, name, {
    value: replacement,
    configurable: true,
    enumerable: own?.enumerable ?? false,
    writable: true,
  });
  return { name, own, replacement };
}
