import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { pegboard } from "../cli/pegboard.ts";
import { makeWorkspace } from "../support/workspace.ts";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
const README = readFileSync(`${REPOSITORY}README.md`, "utf8");

/** The code block of that language which follows `heading`. */
function codeAfter(heading: string, language: string): string {
  const section = README.slice(README.indexOf(`\n## ${heading}\n`));
  const code = new RegExp(`\`\`\`${language}\\n(?<code>.*?)\`\`\``, "s").exec(section)?.groups?.[
    "code"
  ];
  if (code === undefined) throw new Error(`README.md has no ${language} under "${heading}"`);
  return code;
}

test("the first tool of the README does what the README says", async () => {
  const workspace = makeWorkspace({
    "usr/plugins/mine/tools/weather.ts": codeAfter("Your first tool", "ts"),
  });
  const run = (...args: string[]) => pegboard(args, { cwd: workspace.root });
  expect((await run("list")).stdout).toMatch(
    /weather +ok +read +usr\/plugins\/mine\/tools\/weather\.ts/,
  );
  expect((await run("explain", "weather")).stdout).toContain("City name, in English");
  expect(await run("call", "weather", '{"city":"Oslo"}')).toMatchObject({
    code: 0,
    stdout: "4 °C in Oslo\n",
  });
  const before = await run("check");
  expect(before.stdout).toMatch(/dox\/missing.*prompt\/missing|prompt\/missing.*dox\/missing/s);
  const fixed = await run("check", "--fix");
  expect(fixed.stdout).toContain("dox/section-template");
  expect(fixed.stdout).not.toMatch(/missing/);
  expect((await run("list", "--json")).stdout).toContain("agent.system.tool.weather.md");
  // What comes next in it is typed as it stands, in the same workspace.
  const [, name = "", argument = ""] =
    /`npx pegboard new tool (\w+) --arg "([^"]+)"`/.exec(README) ?? [];
  expect(await run("new", "tool", name, "--arg", argument)).toMatchObject({ code: 0 });
  expect((await run("check", `usr/plugins/mine/tools/${name}.ts.dox.md`)).stdout).toBe(
    "No findings.\n",
  );
}, 120_000);

test("the program of the README says in a line what it can not open", async () => {
  const program = codeAfter("Talk to an agent", "ts").replace("ollama/qwen3", "openai/gpt-5-mini");
  const workspace = makeWorkspace({ "program.mjs": program });
  workspace.link("node_modules/pegboard", REPOSITORY);
  const run = promisify(execFile)(process.execPath, ["program.mjs"], {
    cwd: workspace.root,
    env: { PATH: process.env["PATH"] ?? "" },
  });
  await expect(run).rejects.toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(/^[^\n]*OPENAI_API_KEY[^\n]*\n$/),
  });
}, 60_000);

test("the test of the README runs as it stands", async () => {
  const workspace = makeWorkspace({
    "usr/plugins/mine/tools/send_mail.ts": `import { defineTool } from "pegboard";
import { z } from "zod";
export default defineTool({
  description: "Sends a mail.",
  args: z.object({ to: z.string().describe("To whom"), text: z.string().describe("What it says") }),
  execute: ({ to }) => \`sent to \${to}\`,
});
`,
    "usr/plugins/mine/tests/send_mail.test.mjs": codeAfter("Test a tool", "js"),
    "package.json": '{ "type": "module" }',
  });
  workspace.link("node_modules/pegboard", REPOSITORY);
  await pegboard(["check", "--fix"], { cwd: workspace.root });
  const contract = "usr/plugins/mine/tools/send_mail.ts.dox.md";
  const text = readFileSync(workspace.path(contract), "utf8");
  // A stub is found to be one until a person has written what no code knows.
  workspace.write({ [contract]: text.replaceAll(/^TODO.*$/gm, "Written by a person.") });
  const ran = await promisify(execFile)(
    process.execPath,
    ["--test", "--test-reporter=tap", "usr/plugins/mine/tests/send_mail.test.mjs"],
    {
      cwd: workspace.root,
      env: { PATH: process.env["PATH"] ?? "" },
    },
  );
  expect(ran.stdout).toMatch(/# pass 2/);
}, 120_000);
