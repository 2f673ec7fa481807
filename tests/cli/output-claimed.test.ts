import { expect, test } from "vitest";
import { makeFolder, makeWorkspace } from "../support/workspace.ts";
import { pegboardHere } from "./in-process.ts";
import { pegboard, startPegboard } from "./pegboard.ts";

const SECRET = "sk-verysecret-123";

/** Prints wherever it can, at import and in its call; the secret in two pieces too. */
const LOUD = `import { defineTool } from "pegboard";
import { z } from "zod";
console.log("at import ${SECRET}");
process.stdout.write("in pieces sk-very");
process.stdout.write(Buffer.from("secret-123\\n"));
export default defineTool({
  description: "Prints.",
  args: z.object({}),
  risk: "read",
  async execute() {
    console.log("in its call");
    console.info("told"), console.debug("looked at"), console.error("lost ${SECRET}");
    await new Promise((done) => process.stdout.write("written\\n", done));
    return "done";
  },
});
`;

const THROWING = `import { readFileSync } from "node:fs";
const file = new URL("../usr/secrets.env", import.meta.url);
throw new Error("bad key " + readFileSync(file, "utf8").split("=")[1]?.trim());
`;

const FILES = {
  "tools/loud.ts": LOUD,
  "tools/bad.ts": THROWING,
  "usr/secrets.env": `KEY=${SECRET}\nODD=true\n`,
};

test("the payload is alone on standard output, whatever tools print, and no secret is shown", async () => {
  const workspace = makeWorkspace(FILES);
  const run = (...args: string[]) => pegboard(args, { cwd: workspace.root });
  const list = await run("list", "--json");
  expect(JSON.parse(list.stdout)).toMatchObject({ root: workspace.root });
  expect(list.stdout).toContain("bad key §§secret(KEY)");
  expect(list.stderr).toContain("at import §§secret(KEY)\nin pieces §§secret(KEY)\n");
  const call = await run("call", "loud", "--json");
  expect(JSON.parse(call.stdout)).toMatchObject({ status: "ok", message: "done" });
  for (const said of ["in its call", "told", "looked at", "written", "lost §§secret(KEY)"])
    expect(call.stderr).toContain(said);
  for (const { stdout, stderr } of [list, call]) expect(stdout + stderr).not.toMatch(/sk-very/);
});

test("the messages of MCP are alone on standard output", async () => {
  const { root } = makeWorkspace(FILES);
  const client = startPegboard(["mcp"], { cwd: root });
  const send = (message: object): boolean =>
    client.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "test", version: "1" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  send({ id: 1, method: "initialize", params });
  await client.printed('"id":1');
  send({ method: "notifications/initialized" });
  send({ id: 2, method: "tools/call", params: { name: "loud", arguments: {} } });
  await client.printed('"id":2');
  client.stdin.end();
  const { stdout, stderr } = await client.ended;
  const messages = stdout.trimEnd().split("\n");
  expect(messages.map((line) => JSON.parse(line).id)).toEqual([1, 2]);
  expect(stderr).toContain("in its call");
  expect(stdout + stderr).not.toContain(SECRET);
});

test.each([
  [["list"]],
  [["list", "--json"]],
  [["explain", "bad"]],
  [["explain", "bad", "--json"]],
  [["doctor"]],
  [["doctor", "--json"]],
  [["check"]],
  [["check", "--json"]],
])("an error at import is shown masked: %j", async (args) => {
  const { root } = makeWorkspace({ ...FILES, "tools/loud.ts": null });
  const { stdout, stderr } = await pegboardHere(args, { cwd: root });
  expect(stdout + stderr).toContain("§§secret(KE");
  expect(stdout + stderr).not.toContain("sk-very");
  // What is no JSON throws.
  if (args.includes("--json")) JSON.parse(stdout);
});

test("where the secrets can not be read, no tool is loaded, and the file is named", async () => {
  const { root } = makeWorkspace({
    ...FILES,
    "usr/secrets.env": `KEY=${SECRET}\nthis is no secret\n`,
  });
  for (const [args, exit] of [
    [["list"], 2],
    [["check", "--json"], 2],
    [["doctor"], 1],
  ] as const) {
    const { code, stdout, stderr } = await pegboard(args, { cwd: root });
    expect({ args, code }).toEqual({ args, code: exit });
    expect(stdout + stderr).toContain("usr/secrets.env:2");
    expect(stdout + stderr).not.toMatch(/sk-very|at import|no secret\b/);
  }
});

test.each([
  [["list", "--root", ""], "--root is empty"],
  [["list", "--root="], "--root is empty"],
  [["list", "--profile", ""], "--profile is empty"],
  [["init", ""], "empty"],
  [["init", "/dev/null/x"], "/dev/null/x"],
  [["init", "file/x"], "file/x"],
  [["new", "plugin", "a"], "usr"],
  [["new", "profile", "a"], "usr"],
])("%j is told as a mistake of the command line", async (args, says) => {
  const { root } = makeWorkspace({ file: "", usr: "" });
  const { code, stdout, stderr } = await pegboardHere(args, { cwd: root });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(says);
  expect(stderr).not.toMatch(/unexpected|fault in Pegboard/);
});

test("an init that fails leaves nothing in the current folder", async () => {
  const cwd = makeFolder();
  await pegboardHere(["init", ""], { cwd });
  const { stderr } = await pegboardHere(["list"], { cwd });
  expect(stderr).toContain("is in no Pegboard workspace");
});
