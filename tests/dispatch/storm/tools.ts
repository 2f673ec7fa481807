import { z } from "zod";
import { Failed, InvalidArgs, Response, Tool, defineTool } from "../../../core/contract/index.ts";
import type { ResultStatus, Risk, ToolClass, ToolContext } from "../../../core/contract/index.ts";
import type { Ledger } from "./ledger.ts";
import { SECRET } from "./secret.ts";

/** A tool of the storm, and how its calls may end when nobody stops them and nothing interferes. */
export type Specimen = {
  readonly tool: ToolClass;
  readonly ends: readonly ResultStatus[];
};

const n = z.object({ n: z.number().int(), text: z.string().optional() });
type Given = z.infer<typeof n>;

const circular: Record<string, unknown> = {};
circular["self"] = circular;
const revoked = Proxy.revocable({}, {});
revoked.revoke();

/* oxlint-disable unicorn/no-thenable -- a tool may give back just that */
/** Everything that a tool might give back. */
const JUNK: readonly (() => unknown)[] = [
  () => undefined,
  () => null,
  () => 10n,
  () => Symbol("s"),
  () => () => SECRET,
  () => circular,
  () => revoked.proxy,
  () => new Map([[SECRET, { [SECRET]: SECRET }]]),
  () => ({ toJSON: () => SECRET }),
  () => ({
    get a() {
      throw new Error(SECRET);
    },
  }),
  () => ({ then: (resolve: (value: string) => void) => resolve(SECRET) }),
  () => ({
    get then() {
      throw new Error("then");
    },
  }),
  () => ({
    then: () => {
      throw new Error("then");
    },
  }),
  () =>
    Object.assign(new Response({ message: "x" }), {
      message: 5,
      break_loop: "yes",
      additional: [1],
    }),
  () =>
    new Response({
      message: SECRET,
      break_loop: true,
      additional: { id: "other", [SECRET]: SECRET },
    }),
  () => Array.from({ length: 1_000 }, () => ({ deep: [SECRET] })),
  () => "\ud800 half a pair",
  () => new Uint8Array(100),
];

/* oxlint-enable unicorn/no-thenable */

const THROWN: readonly unknown[] = [
  new Error(`bad ${SECRET}`),
  new Failed(SECRET),
  new InvalidArgs("no", ["n"]),
  SECRET,
  "",
  undefined,
  null,
  5,
  circular,
  revoked.proxy,
  Object.create(null, {
    message: {
      get: () => {
        throw new Error("message");
      },
    },
  }),
  new Error("🎉".repeat(3_000)),
];

function at<T>(items: readonly T[], index: number): T {
  return items[Math.abs(index) % items.length] as T;
}

const read = (
  ends: readonly ResultStatus[],
  execute: (given: Given, context: ToolContext) => unknown,
  more: object = {},
): Specimen => ({
  ends,
  tool: defineTool({
    description: "A tool of the storm.",
    args: n,
    risk: "read",
    execute: (given, context) => execute(given, context) as string,
    ...more,
  }),
});

/** All tools of a storm. What they do follows from their argument `n`, so that it can be done again. */
export function specimens(ledger: Ledger): Record<string, Specimen> {
  const write = (risk: (n: number) => Risk, more: object): Specimen => ({
    ends: ["ok", "denied", "no_answer", "cancelled", "error", "timeout"],
    tool: defineTool({
      description: "Would do something.",
      args: n,
      execute(given, { call, turn }) {
        const { id: inTurn, session } = turn;
        ledger.ran({ turn: inTurn, session, call: call.id, tool: call.name }, given, risk(given.n));
        return ledger.wait(given.n % 10).then(() => `wrote ${given.n}`);
      },
      ...more,
    }),
  });

  class Hooked extends Tool<typeof n> {
    static override description = "Fails in its hooks.";
    static override args = n;
    static override risk = "read" as const;
    override async before_execution(): Promise<void> {
      if (this.args.n % 3 === 0) throw new Error(SECRET);
    }
    override async execute({ n: given }: Given): Promise<string> {
      this.add_progress(SECRET);
      return `hooked ${given}`;
    }
    override async after_execution(): Promise<void> {
      if (this.args.n % 3 === 1) throw new Error(SECRET);
    }
  }

  return {
    ok: read(["ok"], ({ n: given, text }) => `${given} ${text ?? ""}`),
    soon: read(["ok", "timeout"], async ({ n: given }) => {
      await ledger.wait(given % 15);
      return given;
    }),
    junk: read(["ok", "error"], ({ n: given }) => at(JUNK, given)()),
    throws: read(["error"], ({ n: given }) => {
      throw at(THROWN, given);
    }),
    rejects: read(["error", "timeout"], async ({ n: given }) => {
      await ledger.wait(given % 10);
      throw at(THROWN, given);
    }),
    hangs: read(["timeout"], () => new Promise(() => {})),
    listens: read(
      ["timeout"],
      (_given, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        }),
    ),
    deaf: read(["ok", "error", "timeout"], async ({ n: given }) => {
      await ledger.wait(given % 120);
      if (given % 2 === 0) throw new Error(`late ${SECRET}`);
      return `late ${SECRET}`;
    }),
    megabytes: read(
      ["ok"],
      ({ n: given }) => `${"x".repeat(100_000 + given)}${SECRET}${"🎉".repeat(500_000)}`,
    ),
    chatty: read(["ok"], async ({ n: given }, { progress, log }) => {
      log.info(SECRET, { [SECRET]: [SECRET] });
      const size = (given % 5) + 1;
      const text = `it is ${SECRET}!`;
      for (let from = 0; from < text.length; from += size) {
        if (given % 2 === 0) await progress.set(text.slice(from, from + size));
        else progress.add(text.slice(from, from + size));
      }
      // Nobody waits for this one.
      void progress.set(SECRET);
      return "told";
    }),
    asks: read(["ok", "timeout"], async ({ n: given }, { ask }) => {
      const answers = await Promise.all(
        Array.from({ length: (given % 2) + 1 }, () =>
          ask({ text: SECRET, choices: ["a", SECRET], timeout: 30 }),
        ),
      );
      return answers.map((answer) => (answer.status === "answered" ? answer.text : answer.status));
    }),
    interactive: read(
      ["ok", "timeout"],
      async (_given, { ask }) => (await ask({ text: "?", timeout: 10 })).status,
      {
        interactive: true,
      },
    ),
    leaves: read(["ok"], ({ n: given }, { ask, progress, agent }) => {
      const handle = agent.deref();
      const later = async (): Promise<void> => {
        await ledger.wait(given % 30);
        await progress.set(SECRET);
        await ask({ text: SECRET });
        await handle?.callTool({ name: "write", args: { n: given } });
        await agent.deref()?.callTool({ name: "write", args: { n: given } });
      };
      void later();
      return "gone";
    }),
    calls: read(["ok", "timeout"], async ({ n: given }, { agent }) => {
      const names = ["ok", "write", "throws", "nobody", "calls"];
      const inner = { name: at(names, given), args: { n: Math.floor(given / 5) } };
      const results = await Promise.all([
        agent.deref()?.callTool(inner),
        agent.deref()?.callTool(inner),
      ]);
      return results.map((result) => result?.status);
    }),
    ends: read(["ok"], () => new Response({ message: SECRET, break_loop: true }), {
      break_loop: "sometimes",
    }),
    hooked: { tool: Hooked, ends: ["ok", "error"] },
    hasty: read(["timeout", "ok"], ({ n: given }) => ledger.wait(given % 40), { timeout: 15 }),
    write: write(() => "write", { risk: "write" }),
    raises: write((given) => (given % 2 === 0 ? "write" : "read"), {
      risk: "read",
      assess: ({ n: given }: Given) => (given % 2 === 0 ? "write" : "read"),
    }),
    denies: write((given) => (given % 3 === 0 ? "deny" : "write"), {
      risk: "read",
      assess: ({ n: given }: Given) => (given % 3 === 0 ? "deny" : "write"),
    }),
    unsure: write(() => "write", {
      risk: "read",
      assess: ({ n: given }: Given) => {
        if (given % 2 === 0) throw new Error(SECRET);
        return Promise.reject(new Error("late"));
      },
    }),
  };
}
