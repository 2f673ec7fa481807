import type { Command } from "../command.ts";

export const command: Command = {
  name: "check",
  summary: "compare code, contracts, fragments and profiles with one another",
  details: [
    "Exit code 1 means that something is wrong: an error, and with `--strict` also a warning. Without `--profile` all profiles of the workspace are checked. docs/checks.md lists what is found, docs/ci.md shows how to run it for each change.",
  ],
  arguments: [
    {
      name: "paths",
      description: "files and folders that the report is limited to (default: all)",
      variadic: true,
    },
  ],
  options: [
    {
      flags: "--fix",
      description: "write what is missing and the code knows; never a person's sentence",
    },
    {
      flags: "--format <name>",
      description: "how to report (default: pretty)",
      choices: ["pretty", "json", "github", "sarif", "junit"],
    },
    {
      flags: "--frozen",
      description: "fail when what models see changed without pegboard.lock.json",
    },
    {
      flags: "--update",
      description:
        "write pegboard.lock.json; with --baseline take out of that file what is gone, and leave the lock alone",
    },
    {
      flags: "--baseline <file>",
      description: "record today's findings there, or fail only on those that are not in it",
    },
    { flags: "--run", description: "run the `checks` that plugins list in their AGENTS.md" },
    { flags: "--strict", description: "warnings fail too" },
    {
      flags: "--budget <tokens>",
      description: "tokens that one fragment may take (default: 1000)",
    },
    {
      flags: "--explain <code>",
      description: "say what a code means, with examples; `all` for all of them",
    },
  ],
  examples: [
    { run: "pegboard check", does: "everything" },
    { run: "pegboard check usr/plugins/mine --fix", does: "one folder, and write what is missing" },
    { run: "pegboard check --explain dox/argument-type", does: "what that means" },
    { run: "pegboard check --frozen --format github", does: "in a workflow of GitHub" },
  ],
  async run(invocation) {
    const { runCheck } = await import("../check/run-check.ts");
    return runCheck(invocation);
  },
};
