import type { Command } from "../command.ts";

const KINDS = ["tool", "plugin", "profile", "skill", "extension"] as const;

export const command: Command = {
  name: "new",
  summary: "make the files of a tool, plugin, profile, skill or extension",
  details: [
    "Everything is made under usr/, which is yours: a tool, skill or extension in usr/plugins/mine/ or in the plugin given with --plugin, a plugin in usr/plugins/<name>/, a profile in usr/agents/<name>/. Of a profile that is there already it makes your part, `usr/agents/<name>/agent.md`, which changes nothing until you edit it. A tool comes with its contract, its fragment and a test for `node --test`.",
    "In a terminal, `new tool` asks for the description, the arguments and the risk that are not given; Enter takes what it would take without a terminal, Ctrl-C makes nothing. With `--json` nobody is asked.",
    "No file is ever overwritten, and either all files are made or none. What was made is then loaded, and what is wrong with it told.",
  ],
  arguments: [
    { name: "kind", description: "what to make", required: true, choices: KINDS },
    { name: "name", description: "its name", required: true },
  ],
  options: [
    {
      flags: "--plugin <name>",
      description: "the plugin that a tool, skill or extension goes into (default: mine)",
    },
    { flags: "--description <text>", description: "what it does and when to use it, in one line" },
    {
      flags: "--risk <risk>",
      description: "tool: read runs unasked, write asks a person (default: read)",
      choices: ["read", "write"],
    },
    {
      flags: "--arg <name:type:meaning>",
      description:
        "tool: an argument, name?:… for an optional one; types are string, number, integer, boolean, string[] (default: text)",
      repeatable: true,
    },
    { flags: "--point <point>", description: "extension: where in the loop it runs" },
  ],
  examples: [
    {
      run: "pegboard new tool hello",
      does: "makes usr/plugins/mine/tools/hello.ts and what belongs to it",
    },
    {
      run: 'pegboard new tool forecast --arg "city:string:City name" --arg "days?:integer:How many"',
      does: "the same, with these arguments",
    },
    { run: "pegboard new plugin mail", does: "makes usr/plugins/mail/" },
    { run: "pegboard new profile pirate", does: "makes usr/agents/pirate/agent.md" },
    {
      run: "pegboard new extension _20_log --point tool_execute_after",
      does: "makes an extension that runs after each call",
    },
  ],
  async run(invocation) {
    const { makeAsset } = await import("../scaffold/make-asset.ts");
    return makeAsset(invocation);
  },
};
