import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { makeWorkspace } from "../support/workspace.ts";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
const PAGE = readFileSync(`${REPOSITORY}docs/library.md`, "utf8");

/** The code blocks of the page by the file that their first line names. */
const blocks = new Map(
  [...PAGE.matchAll(/```(?:js|json|ts)\n\/\/ (\S+)\n(.*?)```/gs)].map(
    ([, file = "", code = ""]) => [file, code],
  ),
);

const SAYS: Readonly<Record<string, RegExp>> = {
  "board.mjs": /^greet ok[^]*Greets somebody/m,
  "call.mjs": /^denied .*nobody can be asked/,
  "approve.mjs": /^May greet run with \{"name":"Ada"\}\?\nok Hello, Ada!\n$/,
  "agent.mjs": /^greet ok\nDone: she is greeted\.$/,
};

const workspace = makeWorkspace({
  ...Object.fromEntries(blocks),
  "package.json": '{ "type": "module" }',
});
workspace.link("node_modules/pegboard", REPOSITORY);

test("every block of the page is one that is run here", () => {
  expect([...PAGE.matchAll(/^```\w/gm)]).toHaveLength(blocks.size);
  expect([...blocks.keys()].filter((file) => file.endsWith(".mjs"))).toEqual(Object.keys(SAYS));
});

test.each(Object.entries(SAYS))(
  "%s of docs/library.md does what the page says",
  async (file, says) => {
    const { stdout } = await promisify(execFile)(process.execPath, [file], {
      cwd: workspace.root,
      env: { PATH: process.env["PATH"] ?? "", HOME: workspace.root },
    });
    expect(stdout).toMatch(says);
  },
  60_000,
);
