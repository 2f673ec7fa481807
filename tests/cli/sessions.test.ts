import { describe, expect, test } from "vitest";
import type { ApprovalRequest } from "../../core/dispatch/host.ts";
import { openStore } from "../../core/store/store.ts";
import type { Store } from "../../core/store/store.ts";
import { makeWorkspace } from "../support/workspace.ts";
import { pegboardHere } from "./in-process.ts";
import { pegboard } from "./pegboard.ts";

const DAY = 86_400_000;

const RECORDING = JSON.stringify({
  format: "pegboard.replay/1",
  conversation: [{ model: "First." }, { model: "Second." }],
});

/** A workspace with what `fill` puts into its store. */
async function workspaceWith(
  fill: (store: Store) => Promise<void>,
  command: typeof pegboardHere = pegboardHere,
) {
  const workspace = makeWorkspace({ "test.replay.json": RECORDING });
  const store = openStore({ root: workspace.root });
  await fill(store);
  await store.close();
  const run = (...args: string[]) => command(args, { cwd: workspace.root });
  return { ...workspace, run };
}

async function keep(store: Store, id: string, texts: readonly string[], profile = "default") {
  await store.conversations.begin({ id, profile, model: "replay/x", parent: null });
  for (const text of texts) await store.conversations.append(id, { role: "user", text });
}

describe("pegboard chat", () => {
  test("goes on with the latest conversation, or the one that is named", async () => {
    const { run } = await workspaceWith(async () => {}, pegboard);
    const first = await run("chat", "one", "-m", "replay/test", "--json");
    const [started] = first.stdout.split("\n");
    const { session } = JSON.parse(started ?? "{}") as { session: string };
    const listed = JSON.parse((await run("sessions", "--json")).stdout);
    expect(listed.sessions).toMatchObject([{ id: session, title: "one", messages: 2 }]);

    const next = await run("chat", "two", "-m", "replay/test", "--continue", "--json");
    expect(next.stdout).toContain(`"session":"${session}"`);
    const third = await run(
      "chat",
      "3",
      "-m",
      "replay/test",
      "--session",
      session.slice(0, 6),
      "--json",
    );
    expect(third.stdout).toContain(`"session":"${session}"`);
    expect(JSON.parse((await run("sessions", "--json")).stdout).sessions).toHaveLength(1);
  });

  test.each([
    [["--continue"], /no conversation of the profile default to go on with/],
    [["--session", "nobody"], /no session "nobody" of the profile default/],
    [["--session", "a", "--continue"], /at once/],
  ])("%j, where there is none, is a wrong command", async (args, why) => {
    const { run } = await workspaceWith(async () => {});
    const ran = await run("chat", "hi", "-m", "replay/test", ...args);
    expect(ran).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(why) });
  });
});

describe("pegboard sessions", () => {
  test("lists, shows, searches, exports, renames and deletes", async () => {
    const { run } = await workspaceWith(async (store) => {
      await keep(store, "aaaa-1", ["about quinces", "```\nno end"]);
      await keep(store, "bbbb-2", ["about plums"], "other");
    });
    const listed = await run("sessions", "list");
    expect(listed).toMatchObject({ code: 0 });
    expect(listed.stdout).toMatch(/aaaa-1 +default.*about quinces/);
    expect(listed.stdout).toMatch(/bbbb-2 +other/);
    const own = JSON.parse((await run("sessions", "--profile", "other", "--json")).stdout);
    expect(own.sessions.map(({ id }: { id: string }) => id)).toEqual(["bbbb-2"]);

    expect((await run("sessions", "show", "aaaa")).stdout).toContain("[1] user\nabout quinces");
    const found = JSON.parse(
      (await run("sessions", "search", "about", "quinces", "--json")).stdout,
    );
    expect(found).toMatchObject({
      query: "about quinces",
      hits: [{ session: { id: "aaaa-1" }, position: 1, role: "user", text: "about quinces" }],
    });
    const markdown = (await run("sessions", "export", "aaaa-1")).stdout;
    expect(markdown).toMatch(/^# about quinces\n\n- session: aaaa-1\n/);
    expect(markdown).toContain("## 1. Person, ");
    const json = JSON.parse((await run("sessions", "export", "aaaa-1", "--format", "json")).stdout);
    expect(json).toMatchObject({
      session: { id: "aaaa-1" },
      messages: [{ position: 1, message: { role: "user", text: "about quinces" } }, {}],
    });

    expect((await run("sessions", "rename", "aaaa", "Jam", "and", "jelly")).code).toBe(0);
    expect((await run("sessions", "list")).stdout).toContain("Jam and jelly");
    expect(await run("sessions", "delete", "aaaa-1", "nobody")).toMatchObject({ code: 1 });
    expect((await run("sessions", "delete", "aaaa-1", "--json")).stdout).toContain('"deleted": 1');
    expect(JSON.parse((await run("sessions", "--json")).stdout).sessions).toHaveLength(1);
  });

  test("deletes what nobody has touched for a time", async () => {
    const workspace = makeWorkspace();
    for (const age of [100, 1]) {
      const store = openStore({ root: workspace.root, now: () => Date.now() - age * DAY });
      await keep(store, `s-${age}`, ["text"]);
      await store.close();
    }
    const run = (...args: string[]) => pegboardHere(args, { cwd: workspace.root });
    expect(
      JSON.parse((await run("sessions", "delete", "--older-than", "90d", "--json")).stdout),
    ).toEqual({ deleted: 1 });
    const left = JSON.parse((await run("sessions", "--json")).stdout).sessions;
    expect(left).toMatchObject([{ id: "s-1" }]);
  });

  test.each([
    [["show"], 2, /No session is named/],
    [["show", "nobody"], 1, /no session "nobody"/],
    [["show", "a"], 1, /2 sessions begin with "a"/],
    [["search"], 2, /nothing to search for/],
    [["delete"], 2, /no session to delete/],
    [["delete", "--older-than", "soon"], 2, /is no age/],
    [["delete", "aa", "--older-than", "1d"], 2, /at once/],
    [["list", "--limit", "0"], 2, /no whole number/],
    [["rename", "aa"], 2, /no new title/],
    [["burn"], 2, /burn/],
  ])("%j ends with %i", async (args, code, why) => {
    const { run } = await workspaceWith(async (store) => {
      await keep(store, "aa", ["x"]);
      await keep(store, "ab", ["x"]);
    });
    const ran = await run("sessions", ...args);
    expect(ran).toMatchObject({ code, stdout: "", stderr: expect.stringMatching(why) });
  });

  test("reading makes no database", async () => {
    const { root } = makeWorkspace();
    const ran = await pegboardHere(["sessions", "--json"], { cwd: root });
    expect(JSON.parse(ran.stdout)).toEqual({ sessions: [] });
    const { existsSync } = await import("node:fs");
    expect(existsSync(`${root}/usr/data`)).toBe(false);
  });
});

describe("pegboard memory", () => {
  test("lists and deletes entries", async () => {
    const { run } = await workspaceWith(async ({ memory }) => {
      await memory.update("default", () => ({ texts: ["tea", "milk", "sugar"], value: null }));
    });
    const { entries } = JSON.parse((await run("memory", "--json")).stdout) as {
      entries: { id: number; text: string }[];
    };
    expect(entries.map(({ text }) => text)).toEqual(["tea", "milk", "sugar"]);
    const [tea, , sugar] = entries.map(({ id }) => String(id));
    expect(await run("memory", "delete", tea ?? "", "999")).toMatchObject({ code: 1, stdout: "" });
    expect(await run("memory", "delete", tea ?? "", sugar ?? "")).toMatchObject({ code: 0 });
    expect((await run("memory")).stdout).toMatch(/milk/);
    expect(await run("memory", "delete")).toMatchObject({ code: 2 });
    expect((await run("memory", "delete", "--all", "--json")).stdout).toContain('"deleted": 1');
    for (const profile of ["../x", "a/b", ".", ""]) {
      expect(await run("memory", "--profile", profile)).toMatchObject({ code: 2, stdout: "" });
    }
  });
});

describe("pegboard approvals", () => {
  test("lists a question whose process has ended; answering it runs nothing and closes it", async () => {
    const request: ApprovalRequest = {
      id: "0123-q",
      binding: "b",
      call: { id: "c1", tool: "send_email", method: null },
      source: "plugin:mail:send_email",
      file: null,
      description: "Sends.",
      args: { to: "a@b" },
      risk: "write",
      why: "declared as write",
      asker: { profile: "default", session: "s-1", turn: "t", child: null },
      expires: null,
    };
    const { run } = await workspaceWith((store) =>
      Promise.resolve(store.approvals.opened(request)),
    );
    expect(JSON.parse((await run("approvals", "--json")).stdout)).toMatchObject({
      approvals: [{ id: "0123-q", session: "s-1", tool: "send_email", args: { to: "a@b" } }],
    });
    expect((await run("approvals", "list")).stdout).toContain("send_email");
    expect(await run("approvals", "answer", "9", "allow")).toMatchObject({ code: 1 });
    expect(await run("approvals", "answer", "0123", "maybe")).toMatchObject({ code: 2 });
    expect(await run("approvals", "answer", "0123", "allow")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/stale and runs nothing[^]*--session s-1/),
    });
    expect(JSON.parse((await run("approvals", "--json")).stdout)).toEqual({ approvals: [] });
  });
});
