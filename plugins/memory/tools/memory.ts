import { Failed, InvalidArgs, Tool } from "pegboard";
import type { ToolContext } from "pegboard";
import { z } from "zod";
import { applyOperations, sizeOf } from "../lib/operations.ts";
import type { Operation } from "../lib/operations.ts";
import { readSettings } from "../lib/settings.ts";

const ACTION = z.enum(["add", "replace", "remove"]);

const OPERATION = z.strictObject({
  action: ACTION.describe("What to do"),
  text: z.string().optional().describe("The entry as it is to be; for add and replace"),
  match: z
    .string()
    .optional()
    .describe("A part of the entry that is meant, found in no other; for replace and remove"),
});

const ARGS = z.strictObject({
  action: ACTION.optional().describe("What to do, for one operation"),
  text: OPERATION.shape.text,
  match: OPERATION.shape.match,
  operations: z
    .array(OPERATION)
    .min(1)
    .max(50)
    .optional()
    .describe("Several operations instead, carried out together or not at all"),
});

export default class Memory extends Tool {
  static override description =
    "Notes facts that later sessions should know, and changes or removes such notes. They are in the system prompt from the next session on.";
  static override args = ARGS;
  static override risk = "write" as const;

  /** What the model wrote, before secrets were put in. */
  #written: unknown;

  override before_execution(): void {
    this.#written = this.args;
  }

  override async execute(args: z.infer<typeof ARGS>, { store, settings }: ToolContext) {
    if (JSON.stringify(this.#written)?.includes("§§secret(")) {
      throw new InvalidArgs(
        "Memory holds no secrets. Note the name of the secret in words, without the placeholder.",
      );
    }
    if (store === null) throw new Failed("Nothing is kept here, so there is no memory.");
    const limits = readSettings(settings);
    const operations = operationsOf(args);
    const applied = await store.memory.update((entries) => {
      const texts = entries.map((entry) => entry.text);
      const value = applyOperations(texts, operations, limits);
      return { texts: value.kind === "applied" ? value.texts : null, value };
    });
    switch (applied.kind) {
      case "invalid":
        throw new InvalidArgs(applied.message);
      case "refused":
        throw new Failed(applied.message);
      case "applied": {
        const { texts, done } = applied;
        const count = texts.length === 1 ? "1 entry" : `${texts.length} entries`;
        return `${done.join("\n")}\nThe memory holds ${count}, ${sizeOf(texts)} of ${limits.max_chars} characters.`;
      }
    }
  }
}

function operationsOf({ operations, action, text, match }: z.infer<typeof ARGS>): Operation[] {
  if (operations !== undefined) {
    if (action !== undefined || text !== undefined || match !== undefined) {
      throw new InvalidArgs("Give either `operations`, or one operation beside it, not both.", [
        "operations",
      ]);
    }
    return operations.map((operation, index) => read(operation, `operations[${index}].`));
  }
  if (action === undefined) {
    throw new InvalidArgs("`action` is missing. Give `action`, or several `operations`.", [
      "action",
    ]);
  }
  return [read({ action, text, match }, "")];
}

function read({ action, text, match }: z.infer<typeof OPERATION>, at: string): Operation {
  const need = (name: string, value: string | undefined): string => {
    if (value !== undefined) return value;
    throw new InvalidArgs(`\`${at}${name}\` is missing; ${action} needs it.`, [`${at}${name}`]);
  };
  switch (action) {
    case "add":
      return { action, text: need("text", text) };
    case "replace":
      return { action, match: need("match", match), text: need("text", text) };
    case "remove":
      return { action, match: need("match", match) };
  }
}
