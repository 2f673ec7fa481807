import { added } from "../../examples/clean.ts";
import { foundElsewhere } from "../../rule.ts";

const named = (server: string): string => `{
  "mcpServers": {
    "files": ${server}
  }
}
`;

export const rule = foundElsewhere({
  code: "mcp/config",
  severity: "error",
  summary:
    "A `mcp.json` can not be read, or says something of a server that can not hold: a misspelt key, no way to it or two, a value of another kind. The server is not there.",
  failing: added(
    "usr/mcp.json",
    named('{ "command": "node", "args": ["files.mjs"], "trsut": true }'),
    "trsut",
  ),
  passing: added(
    "usr/mcp.json",
    named('{ "type": "stdio", "command": "node", "args": ["files.mjs"], "trust": true }'),
    "trust",
  ),
});
