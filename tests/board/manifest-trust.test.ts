import { randomBytes } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Diagnostic } from "../../core/board/diagnostic.ts";
import { openText } from "../../core/board/open.ts";
import { digestOf } from "../../core/board/manifest/stamp.ts";
import { openSeal } from "../../core/board/manifest/seal.ts";
import { makeFolder, makeWorkspace, toolSource } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";
import { answerOf, openOwn, toolOf } from "./boards.ts";
import { coldData, countImport, dataOf, imported } from "./remembered.ts";

const FILES = {
  "tools/a.ts": countImport("a") + toolSource("a"),
  "tools/b.ts": countImport("b") + toolSource("b", `risk: "write",`),
  "plugins/p/plugin.md": "---\ntitle: P\n---\n",
  "plugins/p/extensions/tool_execute_before/x.ts": `${countImport("x")}import { defineExtension } from "pegboard";
export default defineExtension("tool_execute_before", () => {});`,
};

const ALL = ["a", "b", "x"];

const MANIFEST = ".pegboard/manifest.json";

/** A workspace that was opened, is old, and was opened again, so that all of it is remembered. */
async function remembered(files: Record<string, string> = FILES): Promise<TestWorkspace> {
  const workspace = makeWorkspace(files);
  await openOwn(workspace);
  await openOwn(workspace);
  imported();
  return workspace;
}

/** Rewrites the line that says what the manifest holds for, and seals it again. */
function rewriteHeader(workspace: TestWorkspace, change: (line: string) => string): void {
  const [line = "", , ...rest] = readFileSync(workspace.path(MANIFEST), "utf8").split("\n");
  const changed = change(line);
  expect(changed).not.toBe(line);
  const text = [changed, openSeal()?.(changed), ...rest].join("\n");
  writeFileSync(workspace.path(MANIFEST), text);
}

/** Puts one text in the place of another, and makes the digests fit, without the key. */
function forge(workspace: TestWorkspace, from: string, to: string): void {
  const text = readFileSync(workspace.path(MANIFEST), "utf8").replaceAll(from, to);
  writeFileSync(workspace.path(MANIFEST), text);
}

/** A manifest of which one value, by number, is another, with the digests and the seal of one that is whole. */
function sealedAnew(whole: string, at: number, json: string): string {
  const [line = "", , ...rest] = whole.split("\n");
  const header: { sections: { name: string; bytes: number; digest: string }[] } = JSON.parse(line);
  let start = 0;
  const content = Buffer.from(rest.join("\n"));
  const parts = header.sections.map(({ bytes }) => {
    start += bytes;
    return content.toString("utf8", start - bytes, start);
  });
  const index = at % parts.length;
  parts[index] = replaceIn(parts[index] ?? "", at, json);
  const sections = header.sections.map(({ name }, section) => {
    const text = parts[section] ?? "";
    return { name, bytes: Buffer.byteLength(text), digest: digestOf(text) };
  });
  const sealed = JSON.stringify({ ...header, sections });
  return `${sealed}\n${openSeal()?.(sealed)}\n${parts.join("")}`;
}

/** JSON in which one value, by number, is another. */
function replaceIn(text: string, at: number, json: string): string {
  const mark = "to be replaced";
  const count = (node: unknown): number => {
    let found = 1;
    if (typeof node === "object" && node !== null) {
      for (const child of Object.values(node)) found += count(child);
    }
    return found;
  };
  const root: unknown = JSON.parse(text);
  const wanted = at % count(root);
  let seen = -1;
  const copy = (node: unknown): unknown => {
    seen += 1;
    if (seen === wanted) return mark;
    if (Array.isArray(node)) return node.map(copy);
    if (typeof node !== "object" || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, copy(child)]));
  };
  return JSON.stringify(copy(root)).replace(JSON.stringify(mark), () => json);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  imported();
});

test("a whole board is remembered as it is, and a text that was made of it", async () => {
  const workspace = await remembered();
  const [line = ""] = readFileSync(workspace.path(MANIFEST), "utf8").split("\n");
  expect(line).toContain(`"default stamps"`);
  const made: string[] = [];
  const text = {
    name: "names",
    make: (board: { tools: readonly { name: string }[] }) => {
      made.push("made");
      return board.tools.map(({ name }) => name).join();
    },
  };
  const options = { root: workspace.root, packageRoot: null };
  expect([await openText(options, text), await openText(options, text)]).toEqual(["a,b", "a,b"]);
  expect(made).toEqual(["made"]);
  workspace.write({ "tools/c.ts": toolSource("c") });
  expect(await openText(options, text)).toBe("a,b,c");
  expect(made).toEqual(["made", "made"]);
  expect(await openText({ ...options, cache: false }, text)).toBe("a,b,c");
});

describe("a manifest is thrown away, and made anew", () => {
  test.each<[string, (workspace: TestWorkspace) => void]>([
    [
      "of another framework",
      (w) => rewriteHeader(w, (line) => line.replace(/"framework":"./, `"framework":"_`)),
    ],
    [
      "of another Node",
      (w) => rewriteHeader(w, (line) => line.replace(/"node":"v\d+/, `"node":"v1`)),
    ],
    [
      "of another format",
      (w) => rewriteHeader(w, (line) => line.replace(/"format":\d+/, `"format":0`)),
    ],
    [
      "from the future",
      (w) => rewriteHeader(w, (line) => line.replace(/"written":/, `"written":9`)),
    ],
    ["whose seal is not ours", (w) => rewriteHeader(w, (line) => line.replace(/$/, " "))],
    ["that is empty", (w) => w.write({ [MANIFEST]: "" })],
    ["that is none", (w) => w.write({ [MANIFEST]: `{"tools":[]}\n\n{}` })],
    ["that is of other bytes", (w) => writeFileSync(w.path(MANIFEST), randomBytes(10_000))],
    [
      "that is larger than any",
      (w) => {
        writeFileSync(w.path(MANIFEST), "");
        truncateSync(w.path(MANIFEST), 300 * 1024 * 1024);
      },
    ],
    [
      "that is a folder",
      (w) => {
        w.remove(MANIFEST);
        mkdirSync(w.path(MANIFEST));
      },
    ],
    [
      "that is a link",
      (w) => {
        renameSync(w.path(MANIFEST), w.path("manifest.json"));
        symlinkSync("../manifest.json", w.path(MANIFEST));
      },
    ],
  ])("%s", async (what, damage) => {
    const workspace = await remembered();
    damage(workspace);
    if (what === "whose seal is not ours") {
      const text = readFileSync(workspace.path(MANIFEST), "utf8");
      writeFileSync(workspace.path(MANIFEST), text.replace(/\n.*\n/, `\n${"x".repeat(43)}\n`));
    }
    const board = await openOwn(workspace);
    expect(imported()).toEqual(ALL);
    expect(dataOf(board)).toEqual(await coldData(workspace));
  });

  test("in a workspace that was moved or copied", async () => {
    const workspace = await remembered();
    renameSync(workspace.root, `${workspace.root}-moved`);
    const moved = { ...workspace, root: `${workspace.root}-moved` };
    await openOwn(moved);
    expect(imported()).toEqual(ALL);
  });

  test("in a workspace that is named another way, by a link", async () => {
    const workspace = await remembered();
    const link = join(makeFolder(), "link");
    symlinkSync(workspace.root, link);
    for (const root of [link, workspace.root]) {
      const named = { ...workspace, root };
      await openOwn(named);
      expect(dataOf(await openOwn(named))).toEqual(await coldData(named));
    }
  });

  test.each<[string, (other: TestWorkspace) => void]>([
    ["another workspace of the same user", () => {}],
    ["another user", () => vi.stubEnv("HOME", makeFolder())],
  ])("that was made for %s", async (_, change) => {
    const workspace = await remembered();
    const other = await remembered();
    cpSync(workspace.path(MANIFEST), other.path(MANIFEST));
    change(other);
    const board = await openOwn(other);
    expect(imported()).toEqual(ALL);
    expect(dataOf(board)).toEqual(await coldData(other));
  });

  test("when the clock was set back", async () => {
    const workspace = await remembered();
    vi.setSystemTime(Date.now() - 3_600_000);
    await openOwn(workspace);
    expect(imported()).toEqual(ALL);
    await openOwn(workspace);
    expect(imported()).toEqual([]);
  });

  test("however it is damaged, the board is what it is", async () => {
    const workspace = await remembered();
    const whole = readFileSync(workspace.path(MANIFEST));
    const expected = await coldData(workspace);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.nat(255),
        fc.constantFrom("change", "cut", "insert"),
        async (at, byte, how) => {
          const damaged = Buffer.concat([
            whole.subarray(0, at),
            how === "cut" ? Buffer.alloc(0) : Buffer.from([byte]),
            whole.subarray(how === "insert" ? at : how === "change" ? at + 1 : whole.length),
          ]);
          writeFileSync(workspace.path(MANIFEST), damaged);
          expect(dataOf(await openOwn(workspace))).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("a manifest that somebody else has written", () => {
  test.each([
    ["another file", "tools/a.ts", "tools/../../evil.ts"],
    ["a lower risk", `"risk":"write"`, `"risk":"read"`],
    ["another name", `"name":"b"`, `"name":"shell"`],
  ])("names %s, and is not believed", async (_, from, to) => {
    const workspace = await remembered();
    workspace.write({ "../evil.ts": countImport("evil") + toolSource("evil") });
    forge(workspace, from, to);
    const board = await openOwn(workspace);
    expect(dataOf(board)).toEqual(await coldData(workspace));
    expect(await answerOf(board, "a")).toBe("a");
    expect(imported()).not.toContain("evil");
  });

  test("and that has a seal all the same can not bring a start down, nor make it import what it names", async () => {
    const workspace = await remembered();
    const evil = workspace.path("../evil.ts");
    workspace.write({ "../evil.ts": countImport("evil") + toolSource("evil") });
    const whole = readFileSync(workspace.path(MANIFEST), "utf8");
    // As JSON, because nothing could print the last one.
    const hostile = [
      ...[null, -1, 1e308, "", "__proto__", "../../evil.ts", "f../../../evil.ts", evil, [], {}].map(
        (value) => JSON.stringify(value),
      ),
      `{ "__proto__": { "polluted": true }, "constructor": { "prototype": {} } }`,
      "[".repeat(5_000) + "]".repeat(5_000),
    ];
    const kinds = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(hostile.length - 1), async (at, which) => {
        writeFileSync(workspace.path(MANIFEST), sealedAnew(whole, at, hostile[which] ?? ""));
        const board = await openOwn(workspace).catch((error: unknown) => String(error));
        kinds.add(typeof board);
        expect(imported()).not.toContain("evil");
        expect(Reflect.get({}, "polluted")).toBeUndefined();
      }),
      { numRuns: 200 },
    );
    expect([...kinds]).toEqual(["object"]);
  });

  test("the key lies in the home folder, for its owner alone; where none can be, everything works", async () => {
    const home = makeFolder();
    const seal = openSeal(home);
    expect(seal?.("x")).toMatch(/^[\w-]{43}$/);
    expect(openSeal(home)?.("x")).toBe(seal?.("x"));
    expect(openSeal(makeFolder())?.("x")).not.toBe(seal?.("x"));
    expect(readdirSync(join(home, ".pegboard"))).toEqual(["manifest.key"]);
    // A seal that anybody could make would be worse than none.
    expect(openSeal("/dev/null/nowhere")).toBeNull();
  });
});

test("what is read is for the owner's eyes, and no half-written file stays", async () => {
  const workspace = await remembered();
  const { statSync } = await import("node:fs");
  expect(statSync(workspace.path(MANIFEST)).mode & 0o077).toBe(0);
  expect(readdirSync(workspace.path(".pegboard"))).toEqual(["manifest.json"]);
});

test("several that open and write at once do not harm one another", async () => {
  const workspace = makeWorkspace(FILES);
  const expected = await coldData(workspace);
  for (let round = 0; round < 3; round += 1) {
    workspace.write({ "tools/b.ts": FILES["tools/b.ts"] });
    const boards = await Promise.all(Array.from({ length: 8 }, () => openOwn(workspace)));
    for (const board of boards) expect(dataOf(board)).toEqual(expected);
  }
  imported();
  await openOwn(workspace);
  expect(imported()).toEqual([]);
  expect(readdirSync(workspace.path(".pegboard"))).toEqual(["manifest.json"]);
});

test("a workspace works without one: there is a file where its folder would be", async () => {
  const workspace = makeWorkspace({ ...FILES, ".pegboard": "" });
  for (let start = 0; start < 2; start += 1) {
    expect(dataOf(await openOwn(workspace))).toEqual(await coldData(workspace));
  }
});

test("a workspace works without one: a link where its folder would be is not followed", async () => {
  const workspace = makeWorkspace(FILES);
  mkdirSync(workspace.path("../outside"));
  workspace.link(".pegboard", "../outside");
  for (let start = 0; start < 2; start += 1) {
    expect(dataOf(await openOwn(workspace))).toEqual(await coldData(workspace));
  }
  expect(readdirSync(workspace.path("../outside"))).toEqual([]);
});

test.skipIf(process.getuid?.() === 0)(
  "a workspace that is read-only works without one",
  async () => {
    const workspace = makeWorkspace(FILES);
    chmodSync(workspace.root, 0o555);
    try {
      expect(dataOf(await openOwn(workspace))).toEqual(await coldData(workspace));
      expect(existsSync(workspace.path(".pegboard"))).toBe(false);
    } finally {
      chmodSync(workspace.root, 0o755);
    }
  },
);

describe("a tool that is not what it was known to be", () => {
  const KEY = "pegboard.test.risk";
  const CHANGING = `import { defineTool } from "pegboard";
const risk = globalThis[Symbol.for(${JSON.stringify(KEY)})] ?? "read";
export default defineTool({ description: "Is " + risk, risk, execute: () => risk });`;

  afterEach(() => {
    Reflect.deleteProperty(globalThis, Symbol.for(KEY));
  });

  test("is told when it is imported; from then on it is imported at every start", async () => {
    const workspace = await remembered({ "tools/x.ts": countImport("x") + CHANGING });
    Reflect.set(globalThis, Symbol.for(KEY), "write");
    const told: Diagnostic[] = [];
    const board = await openOwn(workspace, { report: (diagnostic) => told.push(diagnostic) });
    expect(toolOf(board, "x").description?.risk).toBe("read");
    expect((await toolOf(board, "x").load()).risk).toBe("write");
    await toolOf(board, "x").load();
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ code: "tool/not-as-known", file: "tools/x.ts" });
    expect(told[0]?.message).toContain(`risk ("read", now "write")`);
    imported();

    for (const risk of ["read", "write"]) {
      Reflect.set(globalThis, Symbol.for(KEY), risk);
      const later = await openOwn(workspace);
      expect(imported()).toEqual(["x"]);
      expect(toolOf(later, "x").description?.risk).toBe(risk);
      expect(later.diagnostics.map(({ code }) => code)).toContain("tool/unsteady");
    }
    workspace.write({ "tools/x.ts": countImport("x") + toolSource("steady") });
    expect((await openOwn(workspace)).diagnostics.map(({ code }) => code)).not.toContain(
      "tool/unsteady",
    );
    imported();
    await openOwn(workspace);
    expect(imported()).toEqual([]);
  });

  test("says `volatile`: it is imported at every start, and nothing is told", async () => {
    const volatile = CHANGING.replace("risk,", "risk, volatile: true,");
    const workspace = await remembered({ "tools/x.ts": countImport("x") + volatile });
    for (const risk of ["write", "read"]) {
      Reflect.set(globalThis, Symbol.for(KEY), risk);
      const board = await openOwn(workspace);
      expect(imported()).toEqual(["x"]);
      expect(toolOf(board, "x").description?.risk).toBe(risk);
      expect(board.diagnostics.map(({ code }) => code).sort()).toEqual([
        "dox/missing",
        "prompt/missing",
      ]);
    }
  });

  test("because its source changed meanwhile: the new one is imported, and its fingerprint tells", async () => {
    const workspace = await remembered();
    const board = await openOwn(workspace);
    const { fingerprint } = toolOf(board, "a");
    workspace.write({ "tools/a.ts": countImport("a") + toolSource("new") });
    expect(toolOf(board, "a").fingerprint).toBe(fingerprint);
    expect(await answerOf(board, "a")).toBe("new");
    expect(toolOf(board, "a").fingerprint).not.toBe(fingerprint);
    const next = await openOwn(workspace);
    expect(toolOf(next, "a").fingerprint).toBe(toolOf(board, "a").fingerprint);
    expect(next.diagnostics.map(({ code }) => code)).not.toContain("tool/unsteady");
  });

  test("because it can not be imported any more: its call fails with the reason, and the next one tries again", async () => {
    const workspace = await remembered();
    const board = await openOwn(workspace);
    workspace.write({ "tools/a.ts": "export default ;" });
    const tool = toolOf(board, "a");
    await expect(tool.load()).rejects.toThrow(
      /a can not be called: tools\/a\.ts:1:\d+: Unexpected token/,
    );
    expect(toolOf(await openOwn(workspace), "a").status).toBe("failed");
  });
});

test("an extension that can not be imported any more refuses the call it was to check", async () => {
  const workspace = await remembered();
  const board = await openOwn(workspace);
  workspace.write({ "plugins/p/extensions/tool_execute_before/x.ts": "throw new Error('gone');" });
  const [entry] = board.extensions.tool_execute_before;
  const run = (): unknown => Reflect.apply(Object(entry?.extension.handler), undefined, [{}, {}]);
  await expect(run()).rejects.toThrow("it can not be used: gone");
});
