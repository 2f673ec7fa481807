import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { ResultStatus } from "../../../core/contract/index.ts";
import { sleep, toolOf, workshop } from "../fixture.ts";
import { drivers } from "./drivers.ts";
import type { Act } from "./drivers.ts";

type Case = {
  readonly what: string;
  /** What the person does with each question in turn. */
  readonly acts: readonly Act[];
  /** `n` of each call, made one after the other. */
  readonly calls: readonly number[];
  readonly statuses: readonly ResultStatus[];
  /** `n` of each call that ran. */
  readonly ran: readonly number[];
  readonly says?: string;
};

/** Every host passes this table; where nobody can be asked, each of these calls is denied and none runs. */
const CASES: readonly Case[] = [
  { what: "once", acts: [{ does: "once" }], calls: [1], statuses: ["ok"], ran: [1] },
  {
    what: "once, then nobody answers the same again",
    acts: [{ does: "once" }, { does: "nothing" }],
    calls: [1, 1],
    statuses: ["ok", "no_answer"],
    ran: [1],
    says: "nobody refused it",
  },
  {
    what: "for this session",
    acts: [{ does: "session" }],
    calls: [1, 2],
    statuses: ["ok", "ok"],
    ran: [1, 2],
  },
  {
    what: "denied with a reason",
    acts: [{ does: "deny", reason: "wrong address" }],
    calls: [1],
    statuses: ["denied"],
    ran: [],
    says: "wrong address",
  },
  {
    what: "denied without a reason, then allowed",
    acts: [{ does: "deny", reason: "" }, { does: "once" }],
    calls: [1, 2],
    statuses: ["denied", "ok"],
    ran: [2],
  },
  {
    what: "edited",
    acts: [{ does: "edit", args: { n: 5 } }],
    calls: [1],
    statuses: ["ok"],
    ran: [5],
    says: '{"n":5}',
  },
  {
    what: "edited into something that does not fit",
    acts: [
      { does: "edit", args: { n: "many" } },
      { does: "edit", args: { n: 5 } },
    ],
    calls: [1],
    statuses: ["ok"],
    ran: [5],
    says: '{"n":5}',
  },
  {
    what: "cancelled",
    acts: [{ does: "cancel" }],
    calls: [1],
    statuses: ["cancelled"],
    ran: [],
    says: "nobody refused it",
  },
  {
    what: "the person is gone",
    acts: [{ does: "vanish" }],
    calls: [1],
    statuses: ["cancelled"],
    ran: [],
  },
  {
    what: "no answer",
    acts: [{ does: "nothing" }],
    calls: [1],
    statuses: ["no_answer"],
    ran: [],
    says: "Nobody answered within",
  },
];

const send = (ran: unknown[]) =>
  toolOf({
    risk: "write",
    args: z.object({ n: z.number() }),
    execute({ n }) {
      ran.push(n);
      return "sent";
    },
  });

describe.each(drivers)("the host %s", (_name, make) => {
  test.each(CASES)("$what", async ({ acts, calls, statuses, ran, says = "" }) => {
    const { host } = make(acts);
    const { canAsk } = host;
    const did: unknown[] = [];
    // Who answers may take their time: the terminal does, on a busy machine.
    const approval_timeout = acts.some(({ does }) => does === "nothing") ? 1_000 : 20_000;
    const { one } = workshop(
      { tools: { send: send(did) }, limits: { approval_timeout } },
      { host },
    );
    const results = [];
    for (const n of calls) results.push(await one("send", { n }));
    expect(results.map(({ status }) => status)).toEqual(
      canAsk ? statuses : calls.map(() => "denied"),
    );
    expect(did).toEqual(canAsk ? ran : []);
    expect(results.at(-1)?.message).toContain(canAsk ? says : "nobody can be asked");
  });

  test("a question is withdrawn when the turn is stopped", async () => {
    const { host, open } = make([{ does: "nothing" }]);
    const did: unknown[] = [];
    const { one } = workshop({ tools: { send: send(did) } }, { host });
    const stop = new AbortController();
    const running = one("send", { n: 1 }, { signal: stop.signal });
    await sleep(250);
    stop.abort();
    expect((await running).status).toBe(host.canAsk ? "cancelled" : "denied");
    await sleep(10);
    expect(open()).toBe(0);
    expect(did).toEqual([]);
  });

  test("a tool's question is answered, or the tool learns that nobody can be asked", async () => {
    const { host } = make([{ does: "say", text: "blue" }]);
    const asks = toolOf({
      async execute(_args, { ask }) {
        const answer = await ask({ text: "Which colour?" });
        return answer.status === "answered" ? answer.text : answer.status;
      },
    });
    const { one } = workshop({ tools: { asks } }, { host });
    expect((await one("asks")).message).toBe(host.canAsk ? "blue" : "no_host");
  });

  test("a tool's question that nobody answers times out, and silence is no answer", async () => {
    const { host } = make([{ does: "nothing" }]);
    const asks = toolOf({
      execute: async (_args, { ask }) => (await ask({ text: "?", timeout: "150ms" })).status,
    });
    const { one, events } = workshop({ tools: { asks } }, { host });
    expect((await one("asks")).message).toBe(host.canAsk ? "timed_out" : "no_host");
    expect(events.filter(({ type }) => type === "question_asked")).toHaveLength(
      host.canAsk ? 1 : 0,
    );
  });
});
