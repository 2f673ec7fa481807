import { added } from "../../examples/clean.ts";
import { foundElsewhere } from "../../rule.ts";

const named = (more: string): string => `{
  "mcpServers": {
    "files": {
      "command": "node",
      "args": ["files.mjs"],
      ${more}
    }
  }
}
`;

export const rule = foundElsewhere({
  code: "mcp/ignored-key",
  severity: "warning",
  summary:
    "A server in `mcp.json` has a key that means something to another program and nothing here. The server is there; what the key says does not hold.",
  failing: added("usr/mcp.json", named('"autoApprove": ["read_file"]'), "autoApprove"),
  passing: added("usr/mcp.json", named('"risk": { "read_file": "read" }'), "risk"),
});
