import { higherRisk } from "../contract/index.ts";
import type { Risk, ToolClass } from "../contract/index.ts";
import type { ToolEntry } from "../board/board.ts";
import { declaredRisk, ownMethod } from "./declared-risk.ts";
import type { DeclaredOutput } from "./steps/fit-output.ts";
import { createValidator } from "./steps/validate.ts";
import type { Validator } from "./steps/validate.ts";
import type { Target } from "./steps/look-up.ts";
import { thrownText } from "./wording.ts";

/** All that calls of one tool, or of one method of it, have in common: worked out at the first call. */
export type Prepared = {
  readonly tool: ToolClass;
  readonly validate: Validator;
  /** Null where it says nothing of its structured result. */
  readonly output: DeclaredOutput | null;
  readonly declared: Risk;
  readonly assess: ((args: never) => unknown) | undefined;
};

export type Prepare = (target: Target) => Prepared | Promise<Prepared>;

/**
 * Makes the step that imports a tool at its first call and keeps what its calls have in common. A failure is not kept:
 * the next call tries again.
 *
 * @returns a function that rejects where the tool can not be loaded, lacks the method, or has a broken schema
 */
export function createPrepare(): Prepare {
  const known = new WeakMap<ToolEntry, Map<string | null, Prepared>>();
  const underWay = new WeakMap<ToolEntry, Map<string | null, Promise<Prepared>>>();
  return (target) => {
    const { entry, method } = target;
    const ready = known.get(entry)?.get(method);
    if (ready !== undefined) return ready;
    const waiting = mapOf(underWay, entry);
    const shared = waiting.get(method);
    if (shared !== undefined) return shared;
    const started = prepare(target)
      .then((prepared) => {
        mapOf(known, entry).set(method, prepared);
        return prepared;
      })
      .finally(() => waiting.delete(method));
    waiting.set(method, started);
    return started;
  };
}

function mapOf<V>(
  all: WeakMap<ToolEntry, Map<string | null, V>>,
  entry: ToolEntry,
): Map<string | null, V> {
  const found = all.get(entry);
  if (found !== undefined) return found;
  const made = new Map<string | null, V>();
  all.set(entry, made);
  return made;
}

async function prepare({ entry, method, spec }: Target): Promise<Prepared> {
  const tool = await entry.load();
  const callable = method === null ? tool : ownMethod(tool, method);
  if (callable === undefined) {
    throw new Error(`${entry.name} has no method ${method} any more. Reload the board.`);
  }
  if (method === null && typeof tool.prototype.execute !== "function") {
    throw new Error(`${entry.name} has no execute.`);
  }
  const { assess } = callable;
  return {
    tool,
    validate: await createValidator(callable.args).catch((error: unknown) => {
      throw new Error(`${entry.name} can not check its arguments: ${thrownText(error)}`);
    }),
    output:
      callable.output === undefined
        ? null
        : {
            schema: spec.outputSchema,
            validate: await createValidator(callable.output).catch((error: unknown) => {
              throw new Error(`${entry.name} can not check its output: ${thrownText(error)}`);
            }),
          },
    // What the board knows of the tool may be stricter than the tool itself, as for a tool of a foreign server.
    declared: higherRisk(spec.risk, declaredRisk(tool, method)),
    assess: assess === undefined ? undefined : assess.bind(callable),
  };
}
