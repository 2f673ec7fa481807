import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { FileError } from "../../../core/board/file-error.ts";
import { parseEnv } from "../../../core/dispatch/secrets/parse-env.ts";
import { loadSecrets } from "../../../core/dispatch/secrets/follow.ts";
import { makeWorkspace } from "../../support/workspace.ts";

/** The value of each name, read out the way a tool gets it. */
async function valuesOf(source: string): Promise<Record<string, unknown>> {
  const { root } = makeWorkspace({ "usr/secrets.env": source });
  const secrets = await loadSecrets(root);
  const resolved = secrets.resolve(secrets.names.map((name) => [name, `§§secret(${name})`]));
  if (resolved.kind !== "resolved") throw new Error("every name that is listed is known");
  return Object.fromEntries(resolved.value as [string, unknown][]);
}

describe("usr/secrets.env", () => {
  test.each<[what: string, source: string, values: Record<string, string>]>([
    ["a plain value", "A=sk-123\n", { A: "sk-123" }],
    ["spaces around", "  A  =   sk-123  \n", { A: "sk-123" }],
    ["no line end at the end", "A=sk-123", { A: "sk-123" }],
    ["export", "export A=sk-123\nexport\tB=two2", { A: "sk-123", B: "two2" }],
    ["comments and empty lines", "# A=no\n\n   # more\nA=sk-123 # why\n", { A: "sk-123" }],
    ["a # without a space before it", "A=pa#ss\nB=#pass", { A: "pa#ss", B: "#pass" }],
    ["a # after a space is a comment", "A= # nothing\n", { A: "" }],
    ["an equals sign in the value", "A=a=b==\n", { A: "a=b==" }],
    ["CRLF", "A=one1\r\nB=two2\r\n", { A: "one1", B: "two2" }],
    ["CR alone", "A=one1\rB=two2", { A: "one1", B: "two2" }],
    ["a byte order mark", "\uFEFFA=one1\n", { A: "one1" }],
    ["double quotes", 'A="one # two  " # why\n', { A: "one # two  " }],
    ["single quotes are literal", "A='one\\n$B'\n", { A: "one\\n$B" }],
    ["escapes in double quotes", String.raw`A="1\n2\t3\"4\\5\$6\d7"`, { A: '1\n2\t3"4\\5$6\\d7' }],
    ["the other quote inside quotes", `A="it's"\nB='say "x"'`, { A: "it's", B: 'say "x"' }],
    [
      "quotes over several lines",
      'A="-----BEGIN\r\nabc  \r\n-----END"\nB=two2',
      { A: "-----BEGIN\nabc  \n-----END", B: "two2" },
    ],
    ["a quote inside a plain value", "A=it's\nB=5\" wide", { A: "it's", B: '5" wide' }],
    ["nothing is expanded", "A=one1\nB=${A}-$A\n", { A: "one1", B: "${A}-$A" }],
    ["empty values", "A=\nB=\"\"\nC=''", { A: "", B: "", C: "" }],
    ["names with dots and dashes", "db.pass-word_2=four", { "db.pass-word_2": "four" }],
    [
      "a name that objects inherit",
      "__proto__=four4\nconstructor=five5",
      { ["__proto__"]: "four4", constructor: "five5" },
    ],
    ["unicode", "A=pässwörd😀\n", { A: "pässwörd😀" }],
  ])("%s", async (_what, source, values) => {
    expect(await valuesOf(source)).toEqual(values);
  });

  test.each<[what: string, source: string, line: number]>([
    ["no equals sign", "A=one1\nhunter2-hunter2\n", 2],
    ["a name that begins with a digit", "\n1A=hunter2-hunter2", 2],
    ["a name with a space", "MY KEY=hunter2-hunter2", 1],
    ["no name", "=hunter2-hunter2", 1],
    ["an open quote", 'A=one1\n\nB="hunter2-hunter2\nC=three\n', 3],
    ["text after the closing quote", 'A="hunter2-hunter2" hunter2-hunter2', 1],
    ["text after a closing quote lines below", 'A="1\n2\n3"hunter2-hunter2\n', 3],
  ])("%s → an error with file and line, without what stands there", async (_what, source, line) => {
    const workspace = makeWorkspace({ "usr/secrets.env": source });
    const error: unknown = await loadSecrets(workspace.root).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FileError);
    const { message, file, line: at } = error as FileError;
    expect(message).toContain(`${workspace.path("usr/secrets.env")}:${line}`);
    expect({ file, at }).toEqual({ file: workspace.path("usr/secrets.env"), at: line });
    expect(JSON.stringify([error, message, (error as FileError).stack])).not.toContain("hunter2");
  });

  test("no file → no secrets", async () => {
    const secrets = await loadSecrets(makeWorkspace().root);
    expect(secrets.names).toEqual([]);
    expect(secrets.mask("text")).toBe("text");
    expect(secrets.resolve("§§secret(A)")).toEqual({
      kind: "unknown_secret",
      missing: ["A"],
      names: [],
    });
  });

  test("a folder in its place → an error that names it", async () => {
    const workspace = makeWorkspace();
    mkdirSync(workspace.path("usr/secrets.env"), { recursive: true });
    await expect(loadSecrets(workspace.root)).rejects.toThrow(workspace.path("usr/secrets.env"));
  });

  test.skipIf(process.getuid?.() === 0)(
    "a file that may not be read → an error that names it",
    async () => {
      const workspace = makeWorkspace({ "usr/secrets.env": "A=one1" });
      chmodSync(workspace.path("usr/secrets.env"), 0o000);
      await expect(loadSecrets(workspace.root)).rejects.toThrow(workspace.path("usr/secrets.env"));
    },
  );

  test("a name given twice → the last one counts, and a diagnostic names both lines", async () => {
    const { root } = makeWorkspace({ "usr/secrets.env": "A=first1\nB=other1\nA=second2\n" });
    const secrets = await loadSecrets(root);
    expect(secrets.names).toEqual(["A", "B"]);
    expect(secrets.resolve("§§secret(A)")).toEqual({ kind: "resolved", value: "second2" });
    expect(secrets.diagnostics).toMatchObject([
      {
        code: "secrets/duplicate",
        file: "usr/secrets.env",
        line: 3,
        message: expect.stringContaining("line 1"),
      },
    ]);
    expect(JSON.stringify(secrets.diagnostics)).not.toMatch(/first1|second2/);
  });

  test("a value too short to mask → usable, and a diagnostic says so", async () => {
    const { root } = makeWorkspace({ "usr/secrets.env": "PIN=123\n" });
    const secrets = await loadSecrets(root);
    expect(secrets.resolve("§§secret(PIN)")).toEqual({ kind: "resolved", value: "123" });
    expect(secrets.mask("123")).toBe("123");
    expect(secrets.diagnostics).toMatchObject([{ code: "secrets/too-short", line: 1 }]);
  });
});

test("a file of many quoted values is read in linear time", () => {
  const source = Array.from({ length: 20_000 }, (_, i) => `N${i}="value ${i}"`).join("\n");
  expect(parseEnv(source)).toHaveLength(20_000);
});

describe.skipIf(process.platform === "win32")("usr/secrets.env that is no regular file", () => {
  test.each<[what: string, make: (file: string) => void]>([
    ["a pipe", (file) => void execFileSync("mkfifo", [file])],
    ["a folder", (file) => void mkdirSync(file)],
  ])("%s, or a link to one, is an error and no wait", async (_what, make) => {
    const { root, path, link, remove } = makeWorkspace({ "usr/x": "" });
    make(path("usr/secrets.env"));
    await expect(loadSecrets(root)).rejects.toThrow("no regular file");
    remove("usr/secrets.env");
    make(path("usr/other"));
    link("usr/secrets.env", "other");
    await expect(loadSecrets(root)).rejects.toThrow("no regular file");
  });
});
