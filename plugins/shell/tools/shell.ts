import { realpath, stat } from "node:fs/promises";
import { isAbsolute, relative, resolve } from "node:path";
import { Failed, InvalidArgs, Response, defineTool } from "pegboard";
import { z } from "zod";
import { runCommand } from "../lib/run.ts";
import type { Ran } from "../lib/run.ts";
import { environmentOf, readSettings } from "../lib/settings.ts";

export default defineTool({
  description:
    "Runs a shell command in the working folder and gives its exit code and output. A person is asked before each.",
  args: z.strictObject({
    command: z.string().min(1).describe("The command, as for sh -c"),
    cwd: z
      .string()
      .min(1)
      .default(".")
      .describe("The folder to run it in, relative to the working folder"),
    timeout_seconds: z
      .number()
      .positive()
      .optional()
      .describe("How long it may run; 120 by default"),
  }),
  risk: "write",
  // Its own limit is below; this one must not come first.
  timeout: "24h",
  async execute(
    { command, cwd, timeout_seconds },
    { settings, workspace, signal, progress, mask },
  ) {
    if (command.includes("\0"))
      throw new InvalidArgs("`command` holds a NUL character.", ["command"]);
    const own = readSettings(settings);
    const seconds = Math.min(timeout_seconds ?? own.timeout_seconds, own.max_timeout_seconds);
    const ran = await runCommand({
      text: command,
      shell: own.shell,
      cwd: await folderFor(resolve(workspace, own.root), cwd),
      env: environmentOf(own, process.env),
      timeout: seconds * 1_000,
      maxOutput: own.max_output_chars,
      signal,
      mask,
      onLine: (line) => void mask(line).then((shown) => progress.set(shown.slice(0, 200))),
    });
    const message = `${headline(ran, seconds)}\n${ran.output === "" ? "(no output)" : ran.output}`;
    // What a stopped tool gives back is told to the model; what it throws is not.
    if (ran.how !== "exited" && ran.how !== "stopped") throw new Failed(message);
    const additional = { exit_code: ran.code, signal: ran.killedBy };
    return new Response({ message, break_loop: false, additional });
  },
});

function headline({ how, code, killedBy }: Ran, seconds: number): string {
  switch (how) {
    case "exited":
      return killedBy === null ? `Exit code ${code}.` : `Killed by ${killedBy}.`;
    case "timed_out":
      return `The command took longer than ${seconds} seconds and was killed, with all it had started.`;
    case "stopped":
      return "The command was stopped, with all it had started.";
    case "not_started":
      return "The command could not be started.";
  }
}

async function folderFor(root: string, cwd: string): Promise<string> {
  const base = await realpath(root).catch(() => {
    throw new Failed("The working folder (setting `root`) does not exist.");
  });
  const folder = await realpath(resolve(base, cwd)).catch(() => null);
  const below = folder === null ? null : relative(base, folder);
  if (folder === null || below === null || isAbsolute(below) || below.split(/[\\/]/)[0] === "..") {
    throw new InvalidArgs(
      `\`cwd\`: there is no folder ${JSON.stringify(cwd)} in the working folder.`,
      ["cwd"],
    );
  }
  if (!(await stat(folder)).isDirectory()) {
    throw new InvalidArgs(`\`cwd\`: ${JSON.stringify(cwd)} is a file.`, ["cwd"]);
  }
  return folder;
}
