import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, onTestFinished, test } from "vitest";
import { openBoard } from "../../core/board/open.ts";
import { serveOverHttp } from "../../core/mcp/server/http/serve.ts";
import { makeWorkspace } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";
import { connectOverStdio, openHub, until } from "./harness.ts";

const PATIENCE = 60_000;

const skill = (text: string) => `---\nname: trip\ndescription: Plans a trip.\n---\n${text}\n`;
const TRIP = "pegboard://skills/trip/SKILL.md";
const LIST = "pegboard://skills/trip/list.md";
const NONE = "pegboard://skills/none/SKILL.md";
const FILES = { "skills/trip/SKILL.md": skill("Pack lightly."), "skills/trip/list.md": "Socks.\n" };

/** What one client is served by. */
type Served = {
  readonly workspace: TestWorkspace;
  /** Another client of the same board. */
  readonly connect: () => Promise<Client>;
  /** Writes files, and has them served. */
  readonly save: (files: Readonly<Record<string, string>>) => Promise<void>;
};

async function overHttp(modern: boolean): Promise<Served> {
  const { hub, root, workspace } = await openHub(FILES);
  const options = { host: "127.0.0.1", port: 0, token: null, report: () => {} };
  const serving = await serveOverHttp(hub, options);
  onTestFinished(() => serving.close());
  return {
    workspace,
    async connect() {
      const client = newClient(modern);
      await client.connect(new StreamableHTTPClientTransport(new URL(serving.url)));
      onTestFinished(() => client.close());
      return client;
    },
    async save(files) {
      workspace.write(files);
      hub.setBoard(await openBoard({ root, packageRoot: null }));
    },
  };
}

async function overStdio(modern: boolean): Promise<Served> {
  const workspace = makeWorkspace(FILES);
  return {
    workspace,
    async connect() {
      const { client } = await connectOverStdio(workspace.root, { client: newClient(modern) });
      // A board is watched from the first question on that only the board can answer.
      await client.listResources();
      return client;
    },
    save: async (files) => workspace.write(files),
  };
}

function newClient(modern: boolean): Client {
  const versionNegotiation = { mode: modern ? ("auto" as const) : ("legacy" as const) };
  return new Client({ name: "test", version: "1" }, { versionNegotiation });
}

/** Everything that a client hears of resources that changed. */
function hearing(client: Client): string[] {
  const heard: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    heard.push(params.uri);
  });
  return heard;
}

/** @returns ends the subscription */
async function subscribe(client: Client, uris: readonly string[], modern: boolean) {
  if (modern) {
    const { close } = await client.listen({ resourceSubscriptions: [...uris] });
    return close;
  }
  for (const uri of uris) await client.subscribeResource({ uri });
  return async () => {
    for (const uri of uris) await client.unsubscribeResource({ uri });
  };
}

describe.each([
  ["2025-11-25", "HTTP", false, overHttp],
  ["2026-07-28", "HTTP", true, overHttp],
  ["2025-11-25", "stdio", false, overStdio],
  ["2026-07-28", "stdio", true, overStdio],
] as const)("a client of %s over %s", (revision, _way, modern, serve) => {
  test(
    "is told of what it subscribed to when that changed, and of nothing else",
    { timeout: PATIENCE },
    async () => {
      const { connect, save } = await serve(modern);
      const client = await connect();
      expect(client.getNegotiatedProtocolVersion()).toBe(revision);
      const heard = hearing(client);
      const end = await subscribe(client, [TRIP, NONE], modern);
      // What it looks like now is known by the time anything else is answered.
      await client.readResource({ uri: TRIP });
      await save({ "skills/trip/list.md": "Socks and shoes.\n" });
      await save({ "skills/trip/SKILL.md": skill("Pack nothing.") });
      await until(() => heard.length > 0);
      const { contents } = await client.readResource({ uri: TRIP });
      expect(contents).toMatchObject([{ text: skill("Pack nothing.") }]);
      await end();
      await subscribe(client, [LIST], modern);
      await client.readResource({ uri: LIST });
      await save({ "skills/trip/SKILL.md": skill("Pack all.") });
      await save({ "skills/trip/list.md": "Nothing.\n" });
      await until(() => heard.includes(LIST));
      expect(heard).toEqual([TRIP, LIST]);
    },
  );
});

describe.each([
  ["HTTP", overHttp],
  ["stdio", overStdio],
] as const)("subscriptions of 2026-07-28 over %s", (_way, serve) => {
  test("two that name the same are each told once", { timeout: PATIENCE }, async () => {
    const { connect, save } = await serve(true);
    const client = await connect();
    const heard = hearing(client);
    await subscribe(client, [TRIP, LIST], true);
    const end = await subscribe(client, [TRIP], true);
    await client.readResource({ uri: TRIP });
    await save({ "skills/trip/SKILL.md": skill("Pack nothing.") });
    await until(() => heard.length >= 2);
    await end();
    await client.readResource({ uri: TRIP });
    await save({ "skills/trip/SKILL.md": skill("Pack all.") });
    await until(() => heard.length >= 3);
    await save({ "skills/trip/list.md": "Nothing.\n" });
    await until(() => heard.includes(LIST));
    expect(heard).toEqual([TRIP, TRIP, TRIP, LIST]);
  });

  test("are told of what is there no more, and is there again", { timeout: PATIENCE }, async () => {
    const { workspace, connect, save } = await serve(true);
    const client = await connect();
    const heard = hearing(client);
    await subscribe(client, [LIST], true);
    await client.readResource({ uri: LIST });
    workspace.remove("skills/trip/list.md");
    await save({});
    await until(() => heard.length === 1);
    await expect(client.readResource({ uri: LIST })).rejects.toThrow(/not found/i);
    await save({ "skills/trip/list.md": "Shoes.\n" });
    await until(() => heard.length === 2);
    const { contents } = await client.readResource({ uri: LIST });
    expect(contents).toMatchObject([{ text: "Shoes.\n" }]);
  });
});

test("what is subscribed to while another board comes is told rather than missed", async () => {
  const { workspace, connect, save } = await overHttp(true);
  const client = await connect();
  const heard = hearing(client);
  const subscribing = subscribe(client, [TRIP], true);
  await save({ "skills/trip/SKILL.md": skill("Pack nothing.") });
  await subscribing;
  workspace.write({ "skills/trip/SKILL.md": skill("Pack all.") });
  await save({});
  await until(() => heard.length > 0);
  expect(new Set(heard)).toEqual(new Set([TRIP]));
});
