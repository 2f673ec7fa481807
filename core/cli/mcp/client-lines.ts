import { join, sep } from "node:path";
import { shellWord } from "../output/shell-word.ts";

/**
 * Lines that make a workspace known to the MCP clients that most people have. They work wherever the client is started.
 *
 * @param root - absolute path of the workspace
 * @param packageRoot - absolute path of the package that runs now, or null where it runs outside of one
 */
export function clientLines(root: string, packageRoot: string | null): string[] {
  const [command = "", ...args] = [...startOf(root, packageRoot), "mcp", "--root", root];
  const server = JSON.stringify({ type: "stdio", command, args });
  return [
    `  Claude Code                   claude mcp add pegboard -- ${[command, ...args].map(shellWord).join(" ")}`,
    `  VS Code, .vscode/mcp.json     {"servers": {"pegboard": ${server}}}`,
    `  Cursor, .cursor/mcp.json      {"mcpServers": {"pegboard": ${server}}}`,
  ];
}

/**
 * A clone, and a package installed in the workspace, stay where they are. npx does not find them from elsewhere, and to use a
 * clone it builds it first, under whatever runs from it. Any other package may lie in a cache.
 */
function startOf(root: string, packageRoot: string | null): string[] {
  const staysThere =
    packageRoot !== null &&
    (!packageRoot.split(sep).includes("node_modules") || packageRoot.startsWith(root + sep));
  return staysThere ? ["node", join(packageRoot, "dist/cli/main.js")] : ["npx", "-y", "pegboard"];
}
