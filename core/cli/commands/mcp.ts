import type { Command } from "../command.ts";

export const command: Command = {
  name: "mcp",
  summary: "serve the board to MCP clients, or look at the MCP servers on it",
  details: [
    "Without an argument the board is served over standard input and output to the program that started this, until that goes. Standard output carries the protocol alone. With --http it is served to any number of clients, until Ctrl-C.",
    "A tool whose risk is write is asked for through the client. Where the client can not ask, the call is denied at once; --approve write leaves the asking to the client.",
    "On an address that other machines reach, every request needs a bearer token: PEGBOARD_MCP_TOKEN, or one that is made and printed on standard error. On loopback a token is only needed if PEGBOARD_MCP_TOKEN is set.",
    "`list` shows the servers of usr/mcp.json and of the profile's mcp.json with what is known of their tools. `test` starts one and asks it anew.",
  ],
  arguments: [
    { name: "action", description: "list or test (default: serve)", choices: ["list", "test"] },
    { name: "server", description: "of test: the server, by its name in mcp.json" },
  ],
  options: [
    { flags: "--http", description: "serve over Streamable HTTP instead" },
    { flags: "--port <number>", description: "with --http (default: 3737; 0 for any)" },
    { flags: "--host <address>", description: "with --http (default: 127.0.0.1)" },
    {
      flags: "--approve <risk>",
      description: "allow what would be asked for",
      choices: ["write"],
    },
  ],
  examples: [
    { run: "pegboard mcp", does: "what a client's configuration starts" },
    { run: "pegboard mcp --http --port 8080", does: "http://127.0.0.1:8080/mcp" },
    { run: "pegboard mcp test github", does: "starts that server and shows its tools" },
  ],
  async run(invocation) {
    const { argument } = invocation;
    if (argument("action") === undefined) {
      const { serveMcp } = await import("../mcp/serve.ts");
      return serveMcp(invocation);
    }
    const { showServers } = await import("../mcp/show-servers.ts");
    return showServers(invocation);
  },
};
