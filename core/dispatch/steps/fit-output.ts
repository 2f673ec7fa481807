import { Response } from "../../contract/index.ts";
import type { Additional, JsonSchema } from "../../contract/index.ts";
import type { CallLife } from "../life.ts";
import { structuredPart } from "../structured.ts";
import { quoted, thrownText } from "../wording.ts";
import { ADDITIONAL_CHARS } from "./conclude.ts";
import { type Ended, ended } from "./ended.ts";
import { plain } from "./plain.ts";
import { issueLines } from "./validate.ts";
import type { Validator } from "./validate.ts";

/** What a tool, or a method of it, says of its structured result. */
export type DeclaredOutput = {
  readonly validate: Validator;
  /** What clients are told. */
  readonly schema: JsonSchema | undefined;
};

export type FitOutputOptions = {
  /** For messages: `tool` or `tool:method`. */
  readonly name: string;
  readonly output: DeclaredOutput;
  readonly life: CallLife;
  readonly mask: (text: string) => string;
};

/**
 * Holds a tool's structured result against its `output`: what the schema makes of it takes its place, because that is
 * what clients are told. What does not fit is an error of the tool, which has run.
 *
 * @returns null where the call was interrupted meanwhile
 */
export async function fitOutput(
  response: Response,
  { name, output, life, mask }: FitOutputOptions,
): Promise<{ readonly kind: "fits"; readonly response: Response } | Ended | null> {
  const { additional = {}, message, break_loop } = response;
  const given = structuredPart(additional, output.schema);
  const wrong = (why: string, error?: unknown): Ended =>
    ended(
      "error",
      `${quoted(name)} ran, and its structured result is not what its output schema says:\n${why}\n` +
        `Its answer was: ${message}`,
      error,
    );
  const raced = await life.race(() => output.validate(given));
  if (raced.kind === "abandoned" || life.interruption !== null) return null;
  if (raced.kind === "threw") {
    return wrong(`- it can not be checked (${thrownText(raced.error)})`, raced.error);
  }
  if (raced.value.kind === "invalid") return wrong(issueLines(raced.value.issues, mask));
  const data = plain(raced.value.value, mask);
  if (!isData(data)) return wrong("- what the schema makes of it is no object");
  const whole = given === additional ? data : { ...data, content: additional["content"] };
  if (JSON.stringify(whole).length > ADDITIONAL_CHARS) {
    return wrong(`- it is longer than ${ADDITIONAL_CHARS} characters`);
  }
  return { kind: "fits", response: new Response({ message, break_loop, additional: whole }) };
}

function isData(value: unknown): value is Additional {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
