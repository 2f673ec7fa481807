import { readFileSync, readdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { approves, callTool, denies, nobody } from "../../core/testing/index.ts";
import type { CallOptions, CallOutcome } from "../../core/testing/index.ts";
import shell from "../../plugins/shell/tools/shell.ts";
import { makeWorkspace } from "../support/workspace.ts";
import { bundled } from "../support/bundled.ts";

const PASSED = { pass_env: ["PATH"] };

function run(command: string, more: object = {}, options: CallOptions = {}): Promise<CallOutcome> {
  const { root } = makeWorkspace();
  return callTool(shell, { command, ...more }, { root, settings: PASSED, ...options });
}

/** Whether any process of this machine was started with `word` in its arguments. */
function runs(word: string): boolean {
  return readdirSync("/proc").some((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(word);
    } catch {
      return false;
    }
  });
}

const unique = (): string => String(1_000_000 + Math.floor(Math.random() * 1_000_000_000));

describe("shell", () => {
  test("every command is put before a person, however harmless", async () => {
    for (const command of ["true", "ls", "echo hi", "cat file"]) {
      const denied = await run(command, {}, { person: denies("no") });
      expect(denied.result).toMatchObject({ status: "denied" });
      expect(denied.approvals).toMatchObject([{ risk: "write", args: { command } }]);
      expect((await run(command, {}, { person: nobody() })).result.status).toBe("denied");
    }
  });

  test.each([
    ["echo out; echo err >&2", 0, "Exit code 0.\nout\nerr\n"],
    ["exit 3", 3, "Exit code 3.\n(no output)"],
    ["cat", 0, "Exit code 0.\n(no output)"],
    ["printf 'ä€😀'", 0, "Exit code 0.\nä€😀"],
    ["no-such-command-here 2>/dev/null", 127, "Exit code 127.\n(no output)"],
  ])("%s", async (command, exit_code, message) => {
    const { result } = await run(command);
    expect(result).toMatchObject({
      status: "ok",
      message,
      additional: { exit_code, signal: null },
    });
  });

  test("a command that a signal ends is told apart", async () => {
    const { result } = await run("kill -9 $$");
    expect(result).toMatchObject({ message: "Killed by SIGKILL.\n(no output)" });
  });

  test("of a long output the beginning and the end are kept", async () => {
    const { result } = await run(
      "yes 0123456789 | head -c 5000000; echo the end",
      {},
      {
        settings: { ...PASSED, max_output_chars: 1_000 },
      },
    );
    expect(result.message.length).toBeLessThan(1_200);
    expect(result.message).toMatch(
      /^Exit code 0\.\n0123456789\n[^]*4999\d{3} characters are left out[^]*the end\n$/,
    );
  });

  test("it sees the variables that the settings name, and no others", async () => {
    process.env["PEGBOARD_TEST_SECRET"] = "hidden";
    try {
      const { result } = await run(
        "env",
        {},
        {
          settings: { pass_env: ["PATH", "NOT_SET"], env: { MINE: 5 } },
        },
      );
      const names = result.message
        .split("\n")
        .flatMap((line) => /^(?<name>\w+)=/.exec(line)?.groups?.["name"] ?? []);
      // The shell itself adds PWD, and some add more.
      const added = ["PWD", "OLDPWD", "SHLVL", "_"];
      expect(names.filter((name) => !added.includes(name)).sort()).toEqual([
        "MINE",
        "PATH",
        "PEGBOARD_SHELL_CALL",
      ]);
    } finally {
      delete process.env["PEGBOARD_TEST_SECRET"];
    }
  });

  test("as it is installed, it passes no key on", async () => {
    const house = bundled({ "usr/secrets.env": "API_KEY=sk-from-the-secrets\n" });
    process.env["OPENAI_API_KEY"] = "sk-in-the-environment";
    try {
      const { message } = await house.call("shell", { command: "env" });
      expect(message).toContain("PATH=");
      expect(message).not.toMatch(/API_KEY|sk-/);
      const named = await house.call("shell", { command: "echo §§secret(API_KEY) | wc -c" });
      expect(named.message).toBe("Exit code 0.\n20\n");
    } finally {
      delete process.env["OPENAI_API_KEY"];
    }
  });

  test("it runs in the working folder or below it", async () => {
    const workspace = makeWorkspace({ "sub/a.txt": "", file: "" });
    workspace.link("out", "/");
    const at = async (cwd: string) =>
      (await callTool(shell, { command: "pwd", cwd }, { root: workspace.root, settings: PASSED }))
        .result;
    expect((await at("sub")).message).toContain(`${workspace.root}/sub\n`);
    for (const cwd of ["..", "/", "out", "gone", "file", "sub/../.."]) {
      expect([cwd, (await at(cwd)).status]).toEqual([cwd, "error"]);
    }
  });

  test("at the end of its time it is killed, with its output so far", async () => {
    const word = unique();
    const { result } = await run(`echo begun; trap '' TERM; sleep ${word}`, {
      timeout_seconds: 0.5,
    });
    expect(result).toMatchObject({ status: "error" });
    expect(result.message).toMatch(/longer than 0\.5 seconds.*\nbegun\n/s);
    expect(runs(word)).toBe(false);
  });

  test("when the turn is stopped it is killed, with its children", async () => {
    const word = unique();
    const { result } = await run(
      `echo begun; sleep ${word} & sleep ${word}; wait`,
      {},
      { stopAfter: 400 },
    );
    expect(result).toMatchObject({ status: "cancelled" });
    expect(result.message).toContain("begun");
    await wait(100);
    expect(runs(word)).toBe(false);
  });

  test.each([
    ["in the background", (word: string) => `sleep ${word} & echo done`],
    ["without a terminal", (word: string) => `nohup sleep ${word} >/dev/null 2>&1 & echo done`],
    [
      "in a session of its own",
      (word: string) => `setsid sleep ${word} >/dev/null 2>&1 & sleep 0.2; echo done`,
    ],
    [
      "twice removed",
      (word: string) => `(setsid sh -c 'sleep ${word} & sleep ${word}' &) ; sleep 0.2; echo done`,
    ],
    ["holding the output open", (word: string) => `setsid sleep ${word} & sleep 0.2; echo done`],
  ])("what it leaves %s is killed when it ends", async (_how, command) => {
    const word = unique();
    const started = performance.now();
    const { result } = await run(command(word));
    expect(result.message).toContain("done");
    expect(performance.now() - started).toBeLessThan(20_000);
    await wait(50);
    expect(runs(word)).toBe(false);
  });

  test("a shell that is not there is an error", async () => {
    const { result } = await run(
      "true",
      {},
      { settings: { shell: "/no/such/sh" }, person: approves() },
    );
    expect(result).toMatchObject({
      status: "error",
      message: expect.stringContaining("could not be started"),
    });
  });

  test("wrong settings are an error that names the file", async () => {
    const { result } = await run("true", {}, { settings: { max_output_chars: "many" } });
    expect(result.message).toMatch(/usr\/plugins\/shell\/settings\.yaml\): max_output_chars/);
  });
});
