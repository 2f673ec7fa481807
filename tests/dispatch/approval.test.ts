import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { secretsOf } from "../../core/dispatch/secrets/secrets.ts";
import { memoryApprovals } from "../../core/dispatch/approve/store.ts";
import { scriptedHost } from "../../core/dispatch/hosts/scripted.ts";
import type { Script } from "../../core/dispatch/hosts/scripted.ts";
import type { Host } from "../../core/dispatch/host.ts";
import { entryOf, extensionAt, sleep, tempFolder, toolOf, workshop } from "./fixture.ts";

const args = z.object({ to: z.string().optional(), n: z.number().optional() });

const broken = (): never => {
  throw new Error("disk full");
};

function later(): { promise: Promise<void>; resolve: () => void } {
  let resolve: (() => void) | null = null;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve: () => resolve?.() };
}

/** A tool that would do something; what it did is in `sent`. */
function mail(definition: Partial<Parameters<typeof toolOf>[0]> = {}) {
  const sent: unknown[] = [];
  const tool = toolOf({
    description: "Sends a mail.",
    risk: "write",
    args,
    execute(given) {
      sent.push(given);
      return "sent";
    },
    ...definition,
  });
  return { tool, sent };
}

function asked(script: Script, definition: Partial<Parameters<typeof toolOf>[0]> = {}) {
  const { tool, sent } = mail(definition);
  const host = scriptedHost(script);
  return { ...workshop({ tools: { mail: tool } }, { host }), sent, host };
}

describe("what is asked", () => {
  test("read never, write once for each call, deny never", async () => {
    const host = scriptedHost({ approvals: () => ({ kind: "allow_once" }) });
    const tools = {
      read: toolOf(),
      write: mail().tool,
      deny: toolOf({ risk: "deny" }),
      off: toolOf({ methods: { x: { description: "X.", risk: "deny", execute: () => "ran" } } }),
    };
    const { run } = workshop({ tools }, { host });
    const results = await run([
      { name: "read" },
      { name: "write" },
      { name: "write" },
      { name: "deny" },
      { name: "off:x" },
    ]);
    expect(results.map(({ status }) => status)).toEqual(["ok", "ok", "ok", "denied", "denied"]);
    expect(results.slice(3).every(({ is_error }) => is_error)).toBe(true);
    expect(host.requests.map(({ call }) => call.tool)).toEqual(["write", "write"]);
  });

  test("shows what would run, from where, with what, and why", async () => {
    const { host, one } = asked({ approvals: [{ kind: "allow_once" }] });
    const { id } = await one("mail", { to: "a@b.c", n: "5" }, { turn: "t1" });
    expect(host.requests).toEqual([
      {
        id: expect.stringMatching(/.{20,}/),
        binding: expect.stringMatching(/^[0-9a-f]{64}$/),
        call: { id, tool: "mail", method: null },
        source: "local:mail",
        file: null,
        description: "Sends a mail.",
        args: { to: "a@b.c", n: 5 },
        risk: "write",
        why: expect.stringContaining("declared as write"),
        asker: { profile: "tester", session: "s1", turn: "t1", child: null },
        expires: expect.any(Number),
      },
    ]);
  });

  test("masks secrets in what is shown; the tool gets the value", async () => {
    const { tool, sent } = mail();
    const host = scriptedHost({ approvals: [{ kind: "allow_once" }] });
    const secrets = secretsOf(new Map([["KEY", "sk-123456"]]));
    const { one } = workshop({ tools: { mail: tool } }, { host, secrets });
    await one("mail", { to: "§§secret(KEY) and sk-123456" });
    expect(JSON.stringify(host.requests)).not.toContain("sk-123456");
    expect(sent).toEqual([{ to: "sk-123456 and sk-123456" }]);
  });

  test("is not asked about a call that could not run", async () => {
    const { host, one } = asked({});
    expect((await one("mail", { n: "many" })).status).toBe("error");
    const unknown = await one("mail", { to: "§§secret(NOBODY)" });
    expect(unknown).toMatchObject({ status: "error" });
    expect(unknown.message).toContain("NOBODY");
    expect(host.requests).toEqual([]);
  });

  test("is said to come from the child that asks", async () => {
    const host = scriptedHost({ approvals: [{ kind: "allow_once" }] });
    const { one } = workshop({ tools: { mail: mail().tool } }, { host, child: "researcher-1" });
    await one("mail");
    expect(host.requests[0]?.asker.child).toBe("researcher-1");
  });
});

describe("a profile", () => {
  test.each([
    ["allows write unasked", { write: "allow" }, "write", "ok", 0],
    ["allows one tool unasked", { tools: { mail: "allow" } }, "write", "ok", 0],
    ["asks about a tool that only reads", { tools: { mail: "ask" } }, "read", "ok", 1],
    ["refuses a tool", { tools: { mail: "deny" } }, "read", "denied", 0],
    [
      "can not lift a tool's own deny",
      { write: "allow", tools: { mail: "allow" } },
      "deny",
      "denied",
      0,
    ],
  ] as const)("%s", async (_what, approvals, risk, status, questions) => {
    const { tool, sent } = mail({ assess: () => risk, risk: "read" });
    const host = scriptedHost({ approvals: () => ({ kind: "allow_once" }) });
    const { one } = workshop({ tools: { mail: tool }, approvals }, { host });
    expect((await one("mail")).status).toBe(status);
    expect(host.requests).toHaveLength(questions);
    expect(sent).toHaveLength(status === "ok" ? 1 : 0);
  });
});

describe("for this session", () => {
  const script: Script = {
    approvals: [{ kind: "allow_session" }, { kind: "allow_once" }, { kind: "allow_once" }],
  };

  test("is not asked again in that session, and in no other", async () => {
    const { tool } = mail();
    const host = scriptedHost(script);
    const approvals = memoryApprovals();
    const shape = { tools: { mail: tool, other: mail().tool } };
    const first = workshop(shape, { host, approvals, session: "s1" });
    await first.one("mail", { n: 1 });
    await first.one("mail", { n: 2 });
    expect(host.requests).toHaveLength(1);
    await workshop(shape, { host, approvals, session: "s2" }).one("mail");
    expect(host.requests).toHaveLength(2);
    await first.one("other");
    expect(host.requests).toHaveLength(3);
  });

  test("ends with the process", async () => {
    const { tool } = mail();
    const host = scriptedHost(script);
    await workshop({ tools: { mail: tool } }, { host }).one("mail");
    await workshop({ tools: { mail: tool } }, { host }).one("mail");
    expect(host.requests).toHaveLength(2);
  });

  test("ends when the tool's source changes", async () => {
    let source = "a";
    const { tool } = mail();
    const host = scriptedHost(script);
    const { one } = workshop({ tools: { mail: tool } }, { host, currentFingerprint: () => source });
    await one("mail");
    await one("mail");
    source = "b";
    await one("mail");
    expect(host.requests).toHaveLength(2);
  });

  test("answers what is already being asked about the same tool", async () => {
    const { run, host, sent } = asked({
      approvals: (request) =>
        Reflect.get(Object(request.args), "n") === 1
          ? { after: 20, give: { kind: "allow_session" } }
          : { silent: true },
    });
    const results = await run([
      { name: "mail", args: { n: 2 } },
      { name: "mail", args: { n: 1 } },
    ]);
    expect(results.map(({ status }) => status)).toEqual(["ok", "ok"]);
    expect(sent).toHaveLength(2);
    expect(host.open.size).toBe(0);
  });

  test("once is only once", async () => {
    const { one, host } = asked({ approvals: () => ({ kind: "allow_once" }) });
    await one("mail", { n: 1 });
    await one("mail", { n: 1 });
    expect(host.requests).toHaveLength(2);
  });
});

describe("an answer after the time limit", () => {
  test("is turned away: nothing runs, and the model is told that nobody answered", async () => {
    const { tool, sent } = mail();
    const host = scriptedHost({ approvals: [{ after: 60, give: { kind: "allow_once" } }] });
    const { one, events } = workshop(
      { tools: { mail: tool }, limits: { approval_timeout: 20 } },
      { host },
    );
    const result = await one("mail");
    expect(result).toMatchObject({ status: "no_answer", is_error: true });
    expect(result.message).toContain("nobody refused it");
    expect(host.open.size).toBe(0);
    await expect
      .poll(() => events.at(-1), { timeout: 10_000 })
      .toMatchObject({ type: "warning", message: expect.stringContaining("turned away") });
    expect(sent).toEqual([]);
  });

  test("the limit is part of what is asked", async () => {
    const before = Date.now();
    const { one, host } = asked({ approvals: [{ kind: "allow_once" }] });
    await one("mail");
    expect(host.requests[0]?.expires).toBeGreaterThanOrEqual(before + 10_000);
  });
});

describe("several questions", () => {
  test.each([
    ["in the order asked", 10, 30],
    ["the other way round", 30, 10],
  ])("are open at once and may be answered %s", async (_what, first, second) => {
    const { tool } = mail();
    const host = scriptedHost({
      approvals: ({ args: given }) =>
        Reflect.get(Object(given), "n") === 1
          ? { after: first, give: { kind: "allow_once" } }
          : { after: second, give: { kind: "deny", reason: "not this one" } },
    });
    const { run } = workshop({ tools: { mail: tool, read: toolOf() } }, { host });
    const results = await run([
      { name: "mail", args: { n: 1 } },
      { name: "read" },
      { name: "mail", args: { n: 2 } },
    ]);
    expect(results.map(({ status }) => status)).toEqual(["ok", "ok", "denied"]);
  });

  test("do not take the places of calls that could run", async () => {
    const { tool } = mail();
    const { promise: readDone, resolve: finish } = later();
    const host: Host = {
      ...scriptedHost({}),
      async approve({ id, binding }) {
        await readDone;
        return { kind: "allow_once", id, binding };
      },
    };
    const read = toolOf({ execute: () => finish() });
    const { run } = workshop({ tools: { mail: tool, read }, limits: { parallel: 1 } }, { host });
    const results = await run([{ name: "mail" }, { name: "mail" }, { name: "read" }]);
    expect(results.map(({ status }) => status)).toEqual(["ok", "ok", "ok"]);
  });
});

describe("edited arguments", () => {
  test("run instead of the model's, and the model is told", async () => {
    const { one, sent } = asked({
      approvals: [{ kind: "allow_edited", args: { to: "x", n: "7" } }],
    });
    const result = await one("mail", { to: "y" });
    expect(sent).toEqual([{ to: "x", n: 7 }]);
    expect(result.status).toBe("ok");
    expect(result.message).toContain('{"to":"x","n":7}');
    expect(result.message).toContain("sent");
  });

  test.each([
    ["do not validate", { n: "many" }],
    ["are no object", [1]],
    ["are broken text", '{"n":'],
  ])("that %s run nothing, and are asked for again with the reason", async (_what, edited) => {
    const { one, sent, host } = asked({
      approvals: [
        { kind: "allow_edited", args: edited },
        { kind: "deny", reason: "never mind" },
        { kind: "allow_edited", args: edited },
        { kind: "allow_edited", args: { n: 3 } },
        { kind: "allow_edited", args: edited },
        { kind: "allow_once" },
      ],
    });
    expect((await one("mail")).status).toBe("denied");
    expect(sent).toEqual([]);
    expect(host.requests[1]).toMatchObject({
      args: host.requests[0]?.args,
      rejected: { args: edited, reason: expect.stringMatching(/valid|object|JSON/) },
    });
    expect(host.requests[0]).not.toHaveProperty("rejected");
    expect((await one("mail")).status).toBe("ok");
    expect(sent).toEqual([{ n: 3 }]);
    // What was asked about the second time is what the model wanted.
    expect(await one("mail", { n: 1 })).toMatchObject({ status: "ok", message: "sent" });
    expect(sent).toEqual([{ n: 3 }, { n: 1 }]);
  });

  test.each([
    ["are not there", {}],
    ["are undefined", { args: undefined }],
    ["are null", { args: null }],
  ])("that %s are no answer that can be used: nothing runs", async (_what, more) => {
    const { tool, sent } = mail();
    const host: Host = {
      name: "odd",
      canAsk: true,
      approve: async ({ id, binding }) => ({ kind: "allow_edited", id, binding, ...more }) as never,
      answer: async () => ({ status: "no_host" }) as never,
    };
    const { one } = workshop({ tools: { mail: tool } }, { host });
    expect((await one("mail", { to: "x" })).status).toBe("cancelled");
    expect(sent).toEqual([]);
  });

  test("that never fit are given up", async () => {
    const { one, sent } = asked({ approvals: () => ({ kind: "allow_edited", args: [1] }) });
    expect((await one("mail")).status).toBe("error");
    expect(sent).toEqual([]);
  });

  test("are judged again: what is now worse is asked again, what is denied is refused", async () => {
    const definition = {
      risk: "read",
      assess: ({ n }: Record<string, unknown>) => (n === 9 ? "deny" : n === 1 ? "write" : "read"),
    } as const;
    const { tool, sent } = mail(definition);
    const host = scriptedHost({
      approvals: [
        { kind: "allow_edited", args: { n: 1 } },
        { kind: "allow_edited", args: { n: 2 } },
        { kind: "allow_once" },
      ],
    });
    const { one } = workshop(
      { tools: { mail: tool }, approvals: { tools: { mail: "ask" } } },
      { host },
    );
    expect((await one("mail", { n: 0 })).status).toBe("ok");
    expect(host.requests.map(({ risk }) => risk)).toEqual(["read", "write", "read"]);
    expect(sent).toEqual([{ n: 2 }]);

    const again = workshop(
      { tools: { mail: tool }, approvals: { tools: { mail: "ask" } } },
      { host: scriptedHost({ approvals: [{ kind: "allow_edited", args: { n: 9 } }] }) },
    );
    expect((await again.one("mail", { n: 0 })).status).toBe("denied");
    expect(sent).toHaveLength(1);
  });

  test("can not make it another tool", async () => {
    const { one, sent } = asked({
      approvals: [
        { raw: undefined },
        { kind: "allow_edited", args: { n: 1 }, name: "other", tool: "other" } as never,
      ],
    });
    await one("mail");
    expect((await one("mail")).tool).toBe("mail");
    expect(sent).toEqual([{ n: 1 }]);
  });
});

/** Answers each question with the decision for the other one. */
function crossed(use: "id" | "binding" | "both"): Host {
  const open: { id: string; binding: string }[] = [];
  const { promise: complete, resolve: both } = later();
  return {
    ...scriptedHost({}),
    async approve(request) {
      open.push(request);
      if (open.length === 2) both();
      await complete;
      const other = open.find(({ id }) => id !== request.id) ?? request;
      const { id, binding } = request;
      return {
        kind: "allow_once",
        id: use === "binding" ? id : other.id,
        binding: use === "id" ? binding : other.binding,
      };
    },
  };
}

describe("a decision is bound to its question", () => {
  test.each(["id", "binding", "both"] as const)("another call's %s is stale", async (use) => {
    const { tool, sent } = mail();
    const { run, events } = workshop({ tools: { mail: tool } }, { host: crossed(use) });
    const results = await run([
      { name: "mail", args: { n: 1 } },
      { name: "mail", args: { n: 2 } },
    ]);
    expect(results.map(({ status }) => status)).toEqual(["denied", "denied"]);
    expect(sent).toEqual([]);
    const settled = events.filter((event) => event.type === "approval_settled");
    expect(settled.map(({ outcome }) => outcome)).toEqual(["stale", "stale"]);
  });

  test("the binding is that of the arguments, whatever their order", async () => {
    const { one, host } = asked({ approvals: () => ({ kind: "allow_once" }) });
    await one("mail", { to: "a", n: 1 });
    const same = { id: "c1", name: "mail" };
    const { run } = workshop({ tools: { mail: mail().tool } }, { host });
    await run([{ ...same, args: { n: 1, to: "a" } }]);
    await run([{ ...same, args: { to: "a", n: 1 } }]);
    await run([{ ...same, args: { to: "a", n: 2 } }]);
    const [, first, second, third] = host.requests.map(({ binding }) => binding);
    expect(first).toBe(second);
    expect(third).not.toBe(first);
  });

  test("arguments that the caller changes meanwhile are not what runs", async () => {
    const given = { to: "asked about" };
    const { one, sent, host } = asked({ approvals: [{ after: 20, give: { kind: "allow_once" } }] });
    const running = one("mail", given);
    while (host.requests.length === 0) await sleep(1);
    given.to = "something else";
    await running;
    expect(sent).toEqual([{ to: "asked about" }]);
  });

  test("a change of the tool's file after the question makes the answer stale", async () => {
    const file = join(tempFolder(), "mail.ts");
    writeFileSync(file, "a");
    const { tool, sent } = mail();
    const host = scriptedHost({
      approvals: () => {
        writeFileSync(file, "b");
        return { kind: "allow_session" };
      },
    });
    const { one } = workshop({ tools: [entryOf("mail", tool, { file })] }, { host });
    const result = await one("mail");
    expect(result).toMatchObject({ status: "denied" });
    expect(result.message).toContain("changed");
    expect(sent).toEqual([]);
  });

  test("a source that can not be read is no source to approve", async () => {
    const { tool, sent } = mail();
    const host = scriptedHost({ approvals: () => ({ kind: "allow_once" }) });

    const { one } = workshop({ tools: { mail: tool } }, { host, currentFingerprint: broken });
    expect((await one("mail")).status).toBe("denied");
    expect(sent).toEqual([]);
  });
});

test("a host that can ask nobody about this one says so, and no person has denied it", async () => {
  const reason = "the one who could answer is out";
  const { tool, sent } = mail();
  const host = scriptedHost({ approvals: [{ kind: "no_host", reason }] });
  const { one, events } = workshop({ tools: { mail: tool } }, { host });
  const { status, message } = await one("mail", { n: 1 });
  expect(status).toBe("denied");
  expect(message).toContain(`nobody can be asked here: ${reason}. It did not run.`);
  expect(events).toContainEqual(
    expect.objectContaining({ type: "approval_settled", outcome: "no_host", reason }),
  );
  expect(sent).toEqual([]);
});

describe("arguments that an extension changes", () => {
  const change = extensionAt("tool_execute_before", "a.ts", () => ({ args: { n: 2 } }));

  test("are asked about again, because nobody has allowed them", async () => {
    const { tool, sent } = mail();
    const host = scriptedHost({
      approvals: [{ kind: "allow_once" }, { kind: "deny", reason: "no" }],
    });
    const { one } = workshop({ tools: { mail: tool }, extensions: [change] }, { host });
    expect((await one("mail", { n: 1 })).status).toBe("denied");
    expect(host.requests.map(({ args: shown }) => shown)).toEqual([{ n: 1 }, { n: 2 }]);
    expect(sent).toEqual([]);
  });

  test("are not where the session or the profile allows the tool", async () => {
    const { tool, sent } = mail();
    const host = scriptedHost({ approvals: [{ kind: "allow_session" }] });
    const shape = { tools: { mail: tool }, extensions: [change] };
    await workshop(shape, { host }).one("mail", { n: 1 });
    await workshop({ ...shape, approvals: { write: "allow" } }).one("mail", { n: 1 });
    expect(host.requests).toHaveLength(1);
    expect(sent).toEqual([{ n: 2 }, { n: 2 }]);
  });

  test("are judged again", async () => {
    const { tool, sent } = mail({ risk: "read", assess: ({ n }) => (n === 2 ? "write" : "read") });
    const { one } = workshop({ tools: { mail: tool }, extensions: [change] });
    expect((await one("mail", { n: 1 })).status).toBe("denied");
    expect(sent).toEqual([]);
  });
});

describe("what is kept of approvals", () => {
  test("a store learns of each question and of its end", async () => {
    const log: string[] = [];
    const { tool } = mail();
    const approvals = {
      ...memoryApprovals(),
      opened: ({ call }: { call: { tool: string } }) => void log.push(`opened ${call.tool}`),
      settled: () => void log.push("settled"),
    };
    const host = scriptedHost({ approvals: [{ kind: "allow_once" }, { silent: true }] });
    const { one } = workshop(
      { tools: { mail: tool }, limits: { approval_timeout: 20 } },
      { host, approvals },
    );
    await one("mail");
    await one("mail");
    expect(log).toEqual(["opened mail", "settled", "opened mail", "settled"]);
  });

  test("a store that fails allows nothing, and costs nothing", async () => {
    const approvals = { isAllowed: broken, allow: broken, opened: broken, settled: broken };
    const { tool, sent } = mail();
    const host = scriptedHost({ approvals: () => ({ kind: "allow_session" }) });
    const { one } = workshop({ tools: { mail: tool } }, { host, approvals });
    await one("mail");
    await one("mail");
    expect(host.requests).toHaveLength(2);
    expect(sent).toHaveLength(2);
  });
});
