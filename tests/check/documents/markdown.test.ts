import { describe, expect, test } from "vitest";
import { readContract } from "../../../core/check/documents/contract.ts";
import { readMarkdown } from "../../../core/check/documents/markdown.ts";
import { splitRow, tableRow } from "../../../core/check/documents/table.ts";
import { findSecrets, hideSecrets } from "../../../core/check/documents/secrets.ts";

describe("reading Markdown", () => {
  test("front matter, code and comments are no prose, and lines stay where they are", () => {
    const { prose, headings, fences } = readMarkdown(
      "---\na: 1\n---\n# Title\n<!-- # hidden\n```\n-->after\n````md\n```json\n{}\n```\n````\n## Next ##\n`<!--` stays\n",
    );
    expect(headings).toEqual([
      { level: 1, title: "Title", line: 4 },
      { level: 2, title: "Next", line: 13 },
    ]);
    expect(prose[6]).toBe("   after");
    expect(prose[13]).toBe("`<!--` stays");
    expect(fences).toMatchObject([{ language: "md", line: 8, content: "```json\n{}\n```" }]);
  });

  test.each([
    ["carriage returns", "# A\r\n\r\n```json\r\n{}\r\n```\r\n"],
    ["a byte order mark", "\uFEFF# A\n\n```json\n{}\n```\n"],
    ["both", "\uFEFF# A\r\n\r\n```json\r\n{}\r\n```\r\n"],
    ["tildes", "# A\n\n~~~json\n{}\n~~~\n"],
    ["a fence that is never closed", "# A\n\n```json\n{}"],
  ])("%s", (_name, content) => {
    const { headings, fences } = readMarkdown(content);
    expect(headings).toEqual([{ level: 1, title: "A", line: 1 }]);
    expect(
      fences.map(({ language, line, content: inside }) => [language, line, inside.trim()]),
    ).toEqual([["json", 3, "{}"]]);
  });

  test.each([
    ["| a | b |", ["a", "b"]],
    ["a | b", ["a", "b"]],
    ["| a \\| b | c |", ["a | b", "c"]],
    ["| `x` | |", ["`x`", ""]],
    ["|a||c|", ["a", "", "c"]],
  ])("the row %j", (row, cells) => {
    expect(splitRow(row)).toEqual(cells);
  });

  test("a pipe in backticks holds together where the header has no more cells", () => {
    expect(splitRow('| mode | `"a" | "b"` | no |', 3)).toEqual(["mode", '`"a" | "b"`', "no"]);
  });

  test("a row that is written is read as the same", () => {
    const cells = ['"a" | "b"', "x", "two\nlines"];
    expect(splitRow(tableRow(cells))).toEqual(['"a" | "b"', "x", "two lines"]);
  });
});

describe("reading a contract", () => {
  const CONTRACT = `---
tool: notes
---
# notes.ts DOX

## Purpose
Keeps notes.

## Arguments

| name | type | required | meaning |
| --- | --- | --- | --- |
| \`text\` | string | yes | A \\| B |

### load

| Argument | Type | Required |
|---|---|---|
| id | integer | yes |

### \`notes:clear\`

None.

## Side effects
## Verification
- \`tests/notes.test.ts\`: all of it
- [more](../tests/more.test.ts)
`;

  test("tables by method, with their lines", () => {
    const { tables } = readContract(CONTRACT);
    expect(
      tables.map(({ method, rows }) => [
        method,
        rows.map(({ name, type, line }) => [name, type, line]),
      ]),
    ).toEqual([
      [null, [["text", "string", 13]]],
      ["load", [["id", "integer", 19]]],
      ["clear", []],
    ]);
    expect(tables[0]?.rows[0]?.meaning).toBe("A | B");
  });

  test("sections however they are written, and what they refer to", () => {
    const { sections, tests, title } = readContract(CONTRACT);
    expect([...sections.keys()]).toEqual(["Purpose", "Arguments", "Side Effects", "Verification"]);
    expect(tests).toEqual([
      { text: "tests/notes.test.ts", line: 27 },
      { text: "../tests/more.test.ts", line: 28 },
    ]);
    expect(title).toEqual({ text: "notes.ts DOX", line: 4 });
  });

  test("a method column instead of headings", () => {
    const { tables } = readContract(
      "# x\n## Arguments\n| method | name | type | required |\n|---|---|---|---|\n| load | id | integer | yes |\n| | text | string | no |\n",
    );
    expect(tables.map(({ method, rows }) => [method, rows.map(({ name }) => name)])).toEqual([
      ["load", ["id"]],
      [null, ["text"]],
    ]);
  });
});

describe("secrets", () => {
  const token = ["gh", "p_", "k3Jq8Zt1Vw5Xy7Bn2Lm4Pq6Rs9Tu0Aa3Cc5D"].join("");

  test.each([
    ["a token of GitHub", `x ${token}`],
    ["a key of OpenAI", `sk-${"aB3dE5fG7h".repeat(3)}`],
    ["a key of AWS", `AKIA${"Q7WX".repeat(4)}`],
    ["a private key", "-----BEGIN OPENSSH PRIVATE KEY-----"],
    ["a password in an address", "postgres://admin:hunter2hunter@db.internal/x"],
    ["something that is called a secret", `api_key: "${"q8Zt1Vw5Xy7B".repeat(3)}"`],
  ])("%s is found, and hidden where it is shown", (_name, text) => {
    expect(findSecrets(`first\n${text}`)).toMatchObject([{ line: 2 }]);
    expect(hideSecrets(text)).toContain("[hidden]");
  });

  test.each([
    "§§secret(API_KEY)",
    "api_key: your-api-key-goes-here-please-1",
    "sk-… or sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxx1",
    "the key is in ~/.ssh",
    "commit 3a5b0c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6a7b",
    "https://example.com:8080/path@2x.png",
    "postgres://user:password@example.com/db",
    "token: a word that is long and has no digit at all",
    "task-runner-with-a-very-long-name-2",
  ])("%s is none", (text) => {
    expect(findSecrets(text)).toEqual([]);
  });
});
