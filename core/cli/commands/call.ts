import type { Command } from "../command.ts";

export const command: Command = {
  name: "call",
  summary: "call a tool, or several at once, through the whole pipeline",
  details: [
    "The call is looked up, validated, judged, approved and run like a model's. A tool whose risk is write is asked for in the terminal; where nobody can be asked it is denied, unless --yes approves it.",
    "The result's text goes to standard output, an error's to standard error. Exit code 1 when a call ends in an error. Ctrl-C stops the calls.",
  ],
  arguments: [
    { name: "tool", description: "the tool, or one of its methods: name:method" },
    {
      name: "json",
      description:
        "its arguments as a JSON object; - reads standard input, @FILE a file (default: {})",
    },
  ],
  options: [
    {
      flags: "--batch <file>",
      description:
        "the calls of one model reply, as a JSON array of {id, name, args}; - reads standard input",
    },
    { flags: "-y, --yes", description: "approve what would be asked for" },
    {
      flags: "--timeout <duration>",
      description:
        "how long each tool may run, 5s or 2m (default: what the tool or the profile says)",
    },
  ],
  examples: [
    { run: `pegboard call hello '{"text":"hi"}'`, does: "one call" },
    { run: `echo '{"text":"hi"}' | pegboard call hello -`, does: "arguments from standard input" },
    {
      run: "pegboard call --batch calls.json --json",
      does: "several calls at once, results in the order asked",
    },
    { run: `pegboard call write_file @args.json --yes`, does: "approved in advance" },
  ],
  async run(invocation) {
    const { callTools } = await import("../call/call-tools.ts");
    return callTools(invocation);
  },
};
