import type { Board } from "../../board/board.ts";
import type { BoardChange } from "../../board/watch/compare.ts";

/** Which MCP servers came, went or offer other tools between two boards: one change a server, however many tools it has. */
export function serverChanges(before: Board, after: Board): BoardChange[] {
  const [old, fresh] = [toolsByServer(before), toolsByServer(after)];
  const names = [...new Set([...old.keys(), ...fresh.keys()])].sort();
  return names.flatMap((name) => {
    const [was, is] = [old.get(name), fresh.get(name)];
    if (was === is) return [];
    const how = was === undefined ? "added" : is === undefined ? "removed" : "changed";
    return [{ kind: "other", what: "server", how, name }];
  });
}

/** What is wrong with servers, in words, that was not wrong on the board before. */
export function serverProblems(before: Board | null, after: Board): string[] {
  const known = new Set(before?.diagnostics.map(({ file, message }) => `${file} ${message}`));
  return after.diagnostics.flatMap(({ code, severity, file, message }) => {
    if (!code.startsWith("mcp/") || severity === "info") return [];
    if (known.has(`${file} ${message}`)) return [];
    return [file === null ? message : `${file}: ${message}`];
  });
}

/** What each server offers, as a text that is the same as long as that is. */
function toolsByServer({ tools }: Board): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { id, name, status, fingerprint } of tools) {
    const server = /^mcp:(?<server>[^:]+):/.exec(id)?.groups?.["server"];
    if (server === undefined) continue;
    found.set(server, `${found.get(server) ?? ""}\n${name} ${status} ${fingerprint}`);
  }
  return found;
}
