import { readFile } from "node:fs/promises";
import { z } from "zod";
import { ModelUnavailable } from "./model.ts";

/** Recorded conversations: the file format of docs/replay.md, read into plain data. */
export const RECORDING_FORMAT = "pegboard.replay/1";

export const FINISHES = ["stop", "tool-calls", "length", "content-filter", "other"] as const;

const texts = z
  .union([z.string(), z.array(z.string())])
  .transform((text) => (typeof text === "string" ? [text] : text));

const recordedCall = z.strictObject({
  id: z.string().optional(),
  tool: z.string(),
  args: z.unknown().optional(),
});

const recordedReply = z
  .preprocess(
    (reply) => (typeof reply === "string" ? { text: reply } : reply),
    z.strictObject({
      text: z.string().default(""),
      reasoning: z.string().default(""),
      calls: z.array(recordedCall).default([]),
      finish: z.enum(FINISHES).optional(),
      usage: z
        .strictObject({
          input_tokens: z.number().nullable().default(null),
          output_tokens: z.number().nullable().default(null),
        })
        .optional(),
    }),
  )
  .describe("a reply");

const recordedResult = z.strictObject({
  id: z.string(),
  is_error: z.boolean().optional(),
  contains: texts.optional(),
  message: z.string().optional(),
});

const expectation = z.strictObject({
  system: texts.default([]),
  tools: z.array(z.string()).default([]),
  no_tools: z.array(z.string()).default([]),
});

/** Each entry of a conversation has exactly one of these keys. */
const ENTRIES = {
  user: z.string(),
  model: recordedReply,
  results: z.array(recordedResult),
  expect: expectation,
} as const;

const childShape = z.strictObject({
  profile: z.string().optional(),
  conversation: z.array(z.unknown()),
});

const fileShape = z.strictObject({
  format: z.literal(RECORDING_FORMAT),
  title: z.string().default(""),
  conversation: z.array(z.unknown()),
  children: z.array(childShape).default([]),
});

type RecordedCall = { readonly id: string; readonly tool: string; readonly args: unknown };
export type RecordedReply = Omit<z.output<typeof recordedReply>, "calls"> & {
  readonly calls: readonly RecordedCall[];
};
type RecordedResult = z.output<typeof recordedResult>;
type Expectation = z.output<typeof expectation>;

/** One reply, with what the request for it must be like. */
export type Step = {
  /** The reply's place in the file, as messages give it: `conversation[4]`, counted from 1. */
  readonly at: string;
  readonly users: readonly string[];
  /** Null: the ids of the calls before, and nothing more, are compared. */
  readonly results: readonly RecordedResult[] | null;
  readonly expect: readonly Expectation[];
  readonly reply: RecordedReply;
};

export type Recording = {
  /** As it was named, for messages. */
  readonly file: string;
  readonly title: string;
  readonly steps: readonly Step[];
  readonly children: readonly {
    readonly profile: string | null;
    readonly steps: readonly Step[];
  }[];
};

/**
 * Reads a recorded conversation.
 *
 * @param file - path of the file
 * @throws {ModelUnavailable} the file can not be read or is not in the format; the message names file and entry
 */
export async function readRecording(file: string): Promise<Recording> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new ModelUnavailable(
      `${file}: the recorded conversation can not be read: ${messageOf(error)}`,
      { cause: error },
    );
  }
  return parseRecording(text, file);
}

/** The same from text that is already there. */
export function parseRecording(text: string, file: string): Recording {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new ModelUnavailable(
      `${file}: a recorded conversation is one JSON object, and this is no JSON: ${messageOf(error)}`,
      { cause: error },
    );
  }
  const { title, conversation, children } = parsePart(fileShape, json, file, "");
  return {
    file,
    title,
    steps: stepsOf(conversation, file, "conversation"),
    children: children.map((child, index) => ({
      profile: child.profile ?? null,
      steps: stepsOf(child.conversation, file, `children[${index + 1}].conversation`),
    })),
  };
}

/** What the person says in a recording, in order: what to ask to see it played. */
export function recordedMessages(recording: Recording): string[] {
  return recording.steps.flatMap((step) => step.users);
}

function stepsOf(entries: readonly unknown[], file: string, where: string): Step[] {
  const steps: Step[] = [];
  const ids = idMaker();
  let users: string[] = [];
  let results: RecordedResult[] | null = null;
  let expect: Expectation[] = [];
  for (const [index, entry] of entries.entries()) {
    const at = `${where}[${index + 1}]`;
    const { kind, value } = entryOf(entry, file, at);
    switch (kind) {
      case "user":
        users.push(parsePart(ENTRIES.user, value, file, `${at}.user`));
        break;
      case "results":
        results = [...(results ?? []), ...parsePart(ENTRIES.results, value, file, `${at}.results`)];
        break;
      case "expect":
        expect.push(parsePart(ENTRIES.expect, value, file, `${at}.expect`));
        break;
      case "model": {
        const reply = parsePart(ENTRIES.model, value, file, `${at}.model`);
        const calls = reply.calls.map((call) => ({
          id: call.id ?? ids(),
          tool: call.tool,
          args: call.args ?? {},
        }));
        steps.push({ at, users, results, expect, reply: { ...reply, calls } });
        users = [];
        results = null;
        expect = [];
      }
    }
  }
  if (steps.length === 0 || users.length > 0 || results !== null || expect.length > 0) {
    throw new ModelUnavailable(`${file}: ${where}: the last entry must be a "model" reply.`);
  }
  return steps;
}

function entryOf(
  entry: unknown,
  file: string,
  at: string,
): { kind: keyof typeof ENTRIES; value: unknown } {
  const keys = typeof entry === "object" && entry !== null ? Object.keys(entry) : [];
  for (const kind of ["user", "model", "results", "expect"] as const) {
    if (keys.length === 1 && keys[0] === kind) {
      return { kind, value: Reflect.get(Object(entry), kind) };
    }
  }
  throw new ModelUnavailable(
    `${file}: ${at}: an entry is an object with exactly one of the keys "user", "model", "results", "expect"; ` +
      `this has ${keys.length === 0 ? "none" : keys.map((key) => JSON.stringify(key)).join(", ")}.`,
  );
}

function parsePart<S extends z.ZodType>(
  schema: S,
  value: unknown,
  file: string,
  at: string,
): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  // JSON paths count from 0 and our places from 1: the path is that of the value, not of the entry in the list.
  const path = [at, ...(issue?.path.map(String) ?? [])].filter((part) => part !== "").join(".");
  throw new ModelUnavailable(
    `${file}: ${path === "" ? "the file" : path}: ${issue?.message ?? "not as expected"}. docs/replay.md has the format.`,
  );
}

function idMaker(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `call_${count}`;
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
