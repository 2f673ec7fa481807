import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, test } from "vitest";
import { secretsOf } from "../../../core/dispatch/secrets/secrets.ts";
import { LOG_FILE, createFileLog, logLevel } from "../../../core/dispatch/telemetry/log.ts";
import type { FileLogOptions } from "../../../core/dispatch/telemetry/log.ts";
import { makeWorkspace } from "../../support/workspace.ts";

type Line = Record<string, unknown>;

function make(options: Partial<FileLogOptions> = {}) {
  const { root, path } = makeWorkspace();
  const file = path(LOG_FILE);
  return {
    log: createFileLog({ root, level: "debug", ...options }),
    file,
    path,
    lines: () =>
      readFileSync(file, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Line),
  };
}

describe("the log of a workspace", () => {
  test("has one JSON object a line, with level, time and message", async () => {
    const { log, lines, file } = make();
    log.debug("one");
    log.info("two", { a: 1, level: "x", time: "y", msg: "z" });
    log.warn("three");
    log.error("four");
    await log.flush();
    log.info("five");
    await log.flush();
    expect(lines().map(({ level, msg }) => [level, msg])).toEqual([
      ["debug", "one"],
      ["info", "two"],
      ["warn", "three"],
      ["error", "four"],
      ["info", "five"],
    ]);
    expect(lines()[1]).toMatchObject({
      data: { a: 1, level: "x", time: "y", msg: "z" },
      pid: process.pid,
    });
    expect(Date.parse(String(lines()[0]?.["time"]))).toBeGreaterThan(Date.now() - 60_000);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("is not opened before its first line", async () => {
    const { log, path } = make({ level: "warn" });
    log.info("not wanted");
    await log.flush();
    expect(existsSync(path(".pegboard"))).toBe(false);
  });

  test.each([
    [undefined, "info"],
    ["", "info"],
    ["debug", "debug"],
    [" WARN ", "warn"],
    ["error", "error"],
    ["silent", "silent"],
    ["off", "silent"],
    ["verbose", "info"],
  ])("PEGBOARD_LOG=%j means %s", (asked, level) => {
    expect(logLevel(asked)).toBe(level);
  });

  test("masks secrets in message and data, as they were when they were logged", async () => {
    const value = 'sk-"1234\\56';
    const { log, file } = make({ secrets: secretsOf(new Map([["KEY", value]])) });
    const data = { a: [value], [value]: new Error(value), later: "" };
    log.info(`key ${value}`, data);
    data.later = "changed";
    await log.flush();
    const text = readFileSync(file, "utf8");
    expect(text).not.toContain(value);
    expect(text).not.toContain(JSON.stringify(value).slice(1, -1));
    expect(text).not.toContain("changed");
    expect(text.match(/§§secret\(KEY\)/g)?.length).toBeGreaterThanOrEqual(4);
  });

  test("takes anything, and a line has bounds", async () => {
    const { log, lines } = make();
    const circle: Line = {
      big: 1n,
      f() {},
      get bad() {
        throw new Error("no");
      },
    };
    circle["self"] = circle;
    log.info("odd", circle);
    log.info("m".repeat(100_000), { d: "d".repeat(1_000_000) });
    await log.flush();
    const [odd, long] = lines();
    expect(odd).toMatchObject({ msg: "odd", data: { big: "1", self: "(circular)" } });
    expect(String(long?.["msg"]).length).toBeLessThanOrEqual(10_000);
    expect(JSON.stringify(long).length).toBeLessThan(150_000);
  });

  test("is put aside when it is large, and only some are kept", async () => {
    const { log, path, lines } = make({ maxBytes: 2_000, keep: 2 });
    for (let i = 0; i < 40; i++) {
      log.info(`line ${i}`, { padding: "x".repeat(200) });
      await log.flush();
    }
    const folder = path(".pegboard/log");
    expect(readdirSync(folder).sort()).toEqual([
      "pegboard.log",
      "pegboard.log.1",
      "pegboard.log.2",
    ]);
    for (const name of readdirSync(folder))
      expect(statSync(`${folder}/${name}`).size).toBeLessThanOrEqual(2_000);
    expect(lines().at(-1)?.["msg"]).toBe("line 39");
    const aside = readFileSync(`${folder}/pegboard.log.1`, "utf8").trimEnd().split("\n");
    expect(JSON.parse(aside.at(-1) ?? "")).toMatchObject({ level: "info" });
  });

  test("goes on after another log of the same workspace wrote, and after its folder is gone", async () => {
    const { root, path } = makeWorkspace();
    const [a, b] = [createFileLog({ root, level: "info" }), createFileLog({ root, level: "info" })];
    a.info("a");
    await a.flush();
    b.info("b");
    await b.flush();
    expect(readFileSync(path(LOG_FILE), "utf8").trimEnd().split("\n")).toHaveLength(2);
    rmSync(path(".pegboard"), { recursive: true });
    a.info("lost");
    await a.flush();
    a.info("kept");
    await a.flush();
    expect(readFileSync(path(LOG_FILE), "utf8")).toContain("kept");
  });

  test("that can not be written harms nobody", async () => {
    const { root, path } = makeWorkspace();
    writeFileSync(path(".pegboard"), "a file where the folder should be");
    const log = createFileLog({ root, level: "debug" });
    for (let i = 0; i < 20_000; i++) log.info("x");
    await log.flush();
    rmSync(path(".pegboard"));
    mkdirSync(path(".pegboard"));
    log.info("back");
    await log.flush();
    expect(readFileSync(path(LOG_FILE), "utf8")).toContain("back");
  });
});

test.each([".pegboard", ".pegboard/log"])(
  "nothing is logged through a link %s that leads out of the workspace",
  async (at) => {
    const elsewhere = makeWorkspace();
    const { root, link } = makeWorkspace();
    link(at, elsewhere.root);
    const log = createFileLog({ root });
    log.info("one");
    await log.flush();
    expect(readdirSync(elsewhere.root)).toEqual(["agents"]);
  },
);

test.skipIf(process.platform === "win32")("nor to a file that is a link", async () => {
  const { root, path, link, write } = makeWorkspace({ "mine.txt": "mine" });
  write({ ".pegboard/log/x": "" });
  link(LOG_FILE, path("mine.txt"));
  const log = createFileLog({ root });
  log.info("one");
  await log.flush();
  expect(readFileSync(path("mine.txt"), "utf8")).toBe("mine");
});
