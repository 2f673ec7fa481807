import type { JsonSchema } from "../../contract/index.ts";
import type { CallLife } from "../life.ts";
import { quoted, thrownText } from "../wording.ts";
import { coerce } from "./coerce.ts";
import { type Ended, ended } from "./ended.ts";
import type { PlainArgs } from "./parse.ts";
import { invalidArgsText } from "./validate.ts";
import type { Validated, Validator } from "./validate.ts";

export type Fitted = {
  readonly kind: "fits";
  /** The arguments that validate: as they came, or coerced. */
  readonly args: PlainArgs;
  /** What the schema made of them. */
  readonly value: unknown;
};

export type FitOptions = {
  /** For messages: `tool` or `tool:method`. */
  readonly name: string;
  readonly validate: Validator;
  /** What the model was shown. */
  readonly schema: JsonSchema;
  readonly life: CallLife;
  /** Milliseconds that an asynchronous schema may take. */
  readonly timeout: number;
  readonly mask: (text: string) => string;
};

/**
 * Validates arguments. Only those that do not validate as they stand are coerced and validated again, so that coercion
 * can never change what was right.
 */
export async function fit(args: PlainArgs, options: FitOptions): Promise<Fitted | Ended> {
  const first = await check(args, options);
  if (first.kind === "ended") return first;
  if (first.kind === "valid") return { kind: "fits", args, value: first.value };
  const coerced = coerce(args, options.schema);
  const second = coerced === args ? first : await check(coerced, options);
  switch (second.kind) {
    case "ended":
      return second;
    case "valid":
      return { kind: "fits", args: coerced, value: second.value };
    case "invalid":
      return ended("error", invalidArgsText(options.name, second.issues, options.mask));
  }
}

async function check(args: PlainArgs, options: FitOptions): Promise<Validated | Ended> {
  const { name, validate, life, timeout } = options;
  const racing = life.race(() => validate(args));
  // Arguments that are checked again while the tool runs count against the time that it has left.
  const needsClock = racing instanceof Promise && !life.timed;
  if (needsClock) life.startClock(timeout);
  const raced = await racing;
  if (needsClock) life.stopClock();
  if (life.interruption !== null || raced.kind === "abandoned") {
    return life.interruption?.kind === "timeout"
      ? ended("timeout", `Checking the arguments of ${quoted(name)} took too long. It did not run.`)
      : ended("cancelled", `The turn was stopped before ${quoted(name)} began. It did not run.`);
  }
  if (raced.kind === "settled") return raced.value;
  return ended(
    "error",
    `The arguments of ${quoted(name)} can not be checked (${thrownText(raced.error)}). It did not run.`,
    raced.error,
  );
}
