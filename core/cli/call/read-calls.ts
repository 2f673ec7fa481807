import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import type { ToolCall } from "../../contract/index.ts";
import type { Invocation } from "../command.ts";
import { CommandFault } from "../fault.ts";

/** What was asked for on the command line. */
export type ReadCalls = {
  readonly calls: readonly ToolCall[];
  /** Standard input was read, so nobody can be asked on it. */
  readonly usedStdin: boolean;
};

/**
 * Reads the calls from the command line, a file or standard input. Arguments stay the text that they are: whether they
 * are JSON is for the pipeline to say.
 *
 * @throws CommandFault when there is no tool, a file can not be read, or a batch has another form
 */
export async function readCalls({
  argument,
  option,
  input,
}: Pick<Invocation, "argument" | "option" | "input">): Promise<ReadCalls> {
  const batch = option("batch");
  const name = argument("tool");
  if (batch !== undefined) {
    if (name !== undefined) {
      throw new CommandFault(
        "--batch and a tool are given at once.",
        "Put the call into the batch, or leave --batch out.",
      );
    }
    const source = batch === "-" ? await text(input()) : readText(batch);
    return {
      calls: parseBatch(source, batch === "-" ? "standard input" : batch),
      usedStdin: batch === "-",
    };
  }
  if (name === undefined) {
    throw new CommandFault(
      "There is no tool to call.",
      "Write npx pegboard call <tool> [json]; `npx pegboard list` shows the tools.",
    );
  }
  const typed = argument("json") ?? "{}";
  const args =
    typed === "-" ? await text(input()) : typed.startsWith("@") ? readText(typed.slice(1)) : typed;
  return { calls: [{ id: "call_1", name, args }], usedStdin: typed === "-" };
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new CommandFault(
      `${file} can not be read: ${error instanceof Error ? error.message : String(error)}.`,
      "Give a file that holds JSON, or - for standard input.",
    );
  }
}

const FORM = 'A batch is a JSON array: [{"id": "1", "name": "hello", "args": {"text": "hi"}}]';

function parseBatch(source: string, from: string): ToolCall[] {
  let batch: unknown;
  try {
    batch = JSON.parse(source);
  } catch (error) {
    throw new CommandFault(
      `${from} is no JSON: ${error instanceof Error ? error.message : String(error)}.`,
      FORM,
    );
  }
  if (!Array.isArray(batch)) throw new CommandFault(`${from} holds no JSON array.`, FORM);
  return batch.map((item: unknown, index) => {
    const { id, name, args }: Readonly<Record<string, unknown>> = Object(item);
    if (typeof id !== "string" || typeof name !== "string") {
      throw new CommandFault(
        `${from}: entry ${index + 1} lacks ${typeof id === "string" ? "a name" : "an id"} that is text.`,
        FORM,
      );
    }
    return { id, name, args };
  });
}
