import { once } from "node:events";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { signingAt } from "../../core/cli/mcp/signing.ts";
import { secretsOf } from "../../core/dispatch/secrets/secrets.ts";
import { pegboard, startPegboard } from "../cli/pegboard.ts";
import { makeWorkspace } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";
import { openGuardedServer } from "./guarded-server.ts";
import type { GuardedServer } from "./guarded-server.ts";

const PATIENCE = 60_000;
const KEPT = "usr/data/mcp/far.json";
const TEST = ["mcp", "test", "far"];
const CALL = ["call", "far:look", "--json"];

type Place = { readonly workspace: TestWorkspace; readonly server: GuardedServer; port: number };

/** A workspace with a server on its board that wants the person to sign in. */
async function place(): Promise<Place> {
  const server = await openGuardedServer();
  const port = await freePort();
  const far = { url: server.url, oauth: { port }, trust: true };
  const workspace = makeWorkspace({ "usr/mcp.json": JSON.stringify({ mcpServers: { far } }) });
  return { workspace, server, port };
}

async function freePort(): Promise<number> {
  const http = await listening(0);
  const address = http.address();
  await new Promise((resolve) => http.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function listening(port: number) {
  const http = createServer().listen(port, "127.0.0.1");
  await once(http, "listening");
  onTestFinished(() => void http.close());
  return http;
}

/** Begins to sign in, up to the page that the person is to open. */
async function led({ workspace }: Place) {
  const running = startPegboard(TEST, { cwd: workspace.root });
  await running.printed("/authorize?");
  const page = /http\S+\/authorize\?\S+/.exec(running.seen())?.[0] ?? "";
  return { ...running, page };
}

/** Signs in, as a person does who follows where they are led. */
async function signIn(where: Place) {
  const { page, ended } = await led(where);
  const shown = await fetch(page);
  return { shown: await shown.text(), ...(await ended) };
}

/** Everything that stands in files of the workspace, but for what the sign-in gave. */
function written({ root }: TestWorkspace): string {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file !== KEPT && statSync(join(root, file)).isFile())
    .map((file) => readFileSync(join(root, file), "latin1"))
    .join("\n");
}

function kept({ path }: TestWorkspace): Readonly<Record<string, unknown>> {
  return Object(JSON.parse(readFileSync(path(KEPT), "utf8")));
}

function expectNoSecretIn(text: string, { secrets }: GuardedServer): void {
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
}

test(
  "what a sign-in gives is kept for the person alone, and used",
  { timeout: PATIENCE },
  async () => {
    const where = await place();
    const { workspace, server } = where;
    const { code, shown, stdout, stderr } = await signIn(where);
    expect({ code, shown }).toEqual({ code: 0, shown: expect.stringContaining("close this page") });
    expect(stdout).toContain("far:look");
    expect(kept(workspace)).toMatchObject({ tokens: { access_token: server.secrets[1] } });
    expect(statSync(workspace.path(KEPT)).mode & 0o777).toBe(0o600);
    expect(statSync(workspace.path("usr/data/mcp")).mode & 0o777).toBe(0o700);
    expect(readdirSync(workspace.path("usr/data/mcp"))).toEqual(["far.json"]);

    const called = await pegboard(CALL, { cwd: workspace.root });
    expect(called).toMatchObject({ code: 0, stdout: expect.stringContaining("looked") });
    expect(server.grants).toEqual(["authorization_code"]);
    const told = [stdout, stderr, called.stdout, called.stderr, written(workspace)].join("\n");
    expect(server.secrets).toHaveLength(3);
    expectNoSecretIn(told, server);
  },
);

test("what is over is refreshed, without a page", { timeout: PATIENCE }, async () => {
  const where = await place();
  const { workspace, server } = where;
  await signIn(where);
  server.expire();
  const called = await pegboard(CALL, { cwd: workspace.root });
  expect(called).toMatchObject({ code: 0, stdout: expect.stringContaining("looked") });
  expect(server.grants).toEqual(["authorization_code", "refresh_token"]);
  // What came last is what is kept: the refresh token was good for one time.
  expect(kept(workspace)).toMatchObject({
    tokens: { access_token: server.secrets[3], refresh_token: server.secrets[4] },
  });
  expect(statSync(workspace.path(KEPT)).mode & 0o777).toBe(0o600);
  expectNoSecretIn(called.stdout + called.stderr + written(workspace), server);
});

test(
  "what can not be refreshed is signed in for again, where a person can be led",
  { timeout: PATIENCE },
  async () => {
    const where = await place();
    const { workspace, server } = where;
    await signIn(where);
    server.expire();
    server.refreshes = false;
    const called = await pegboard(CALL, { cwd: workspace.root });
    expect(called.code).toBe(1);
    expect(called.stdout).toContain("npx pegboard mcp test far");
    expect((await signIn(where)).code).toBe(0);
    expect((await pegboard(CALL, { cwd: workspace.root })).code).toBe(0);
    expectNoSecretIn(called.stdout + called.stderr + written(workspace), server);
  },
);

test("a person who denies it is not signed in", { timeout: PATIENCE }, async () => {
  const where = await place();
  where.server.person = "denies";
  const { code, shown, stdout, stderr } = await signIn(where);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(shown).toContain("not signed in");
  expect(stderr).toContain("The person said no.");
  expect(kept(where.workspace)).not.toHaveProperty("tokens");
  expect(where.server.grants).toEqual([]);
});

test(
  "whoever does not know the state is nobody, and does not end the waiting",
  { timeout: PATIENCE },
  async () => {
    const where = await place();
    const { page, ended } = await led(where);
    const address = new URL(new URL(page).searchParams.get("redirect_uri") ?? "");
    const state = new URL(page).searchParams.get("state") ?? "";
    for (const strange of ["?code=x&state=wrong", "?code=x", `/other?code=x&state=${state}`]) {
      expect((await fetch(`${address.href}${strange}`)).status).toBe(404);
    }
    expect(where.server.grants).toEqual([]);
    expect((await fetch(page)).status).toBe(200);
    expect((await ended).code).toBe(0);
  },
);

test("Ctrl-C ends the waiting, and leaves nothing behind", { timeout: PATIENCE }, async () => {
  const where = await place();
  const { kill, ended } = await led(where);
  kill("SIGINT");
  const { code, signal } = await ended;
  expect([code, signal]).not.toContain(0);
  expect(kept(where.workspace)).not.toHaveProperty("tokens");
  await listening(where.port);
});

test("a port that is taken is told before anybody is led away", { timeout: PATIENCE }, async () => {
  const where = await place();
  await listening(where.port);
  const { code, stderr } = await pegboard(TEST, { cwd: where.workspace.root });
  expect(code).toBe(1);
  expect(stderr).toMatch(new RegExp(`Port ${where.port}.*"oauth"`));
  expect(stderr).not.toContain("/authorize?");
});

test("whoever takes too long on the page is waited for no more", async () => {
  const { root, path } = makeWorkspace();
  const port = await freePort();
  const common = { name: "far", file: "usr/mcp.json", trust: false, risk: {} };
  const pages: string[] = [];
  const { provider, comeBack } = signingAt(
    { ...common, kind: "http", url: "http://127.0.0.1/mcp", headers: {}, oauth: { port } },
    {
      root,
      secrets: secretsOf(new Map()),
      lead: (_server, page) => void pages.push(page.href),
      patience: 20,
    },
  );
  await provider.redirectToAuthorization(new URL("http://127.0.0.1/authorize"));
  expect(pages).toEqual(["http://127.0.0.1/authorize"]);
  await expect(comeBack()).rejects.toThrow("Nobody came back");
  expect(existsSync(path(KEPT))).toBe(false);
  // The port is free as soon as nobody is waited for.
  await listening(port);
});

test("an address that changed is registered anew", { timeout: PATIENCE }, async () => {
  const where = await place();
  await signIn(where);
  const port = await freePort();
  const far = { url: where.server.url, oauth: { port }, trust: true };
  where.workspace.write({ "usr/mcp.json": JSON.stringify({ mcpServers: { far } }) });
  where.server.expire();
  where.server.refreshes = false;
  expect((await signIn(where)).code).toBe(0);
});
