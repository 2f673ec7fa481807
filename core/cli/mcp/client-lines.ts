/**
 * Lines that make a workspace known to the MCP clients that most people have.
 *
 * @param root - absolute path of the workspace
 */
export function clientLines(root: string): string[] {
  const command = "npx";
  const args = ["pegboard", "mcp", "--root", root];
  const server = JSON.stringify({ command, args });
  return [
    `  Claude Code                   claude mcp add pegboard -- ${[command, ...args].map(shellWord).join(" ")}`,
    `  VS Code, .vscode/mcp.json     {"servers": {"pegboard": ${server}}}`,
    `  Cursor, .cursor/mcp.json      {"mcpServers": {"pegboard": ${server}}}`,
  ];
}

function shellWord(word: string): string {
  return /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
