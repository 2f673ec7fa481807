import type { Risk } from "../../contract/index.ts";
import type { Board, ToolEntry } from "../../board/board.ts";
import { compareDiagnostics, compareText } from "../../board/diagnostic.ts";
import type { Diagnostic } from "../../board/diagnostic.ts";
import { canonical } from "../../dispatch/canonical.ts";
import type { Secrets } from "../../dispatch/secrets/secrets.ts";
import { wireName } from "../../registry/wire-names.ts";
import { createAsking, notThere } from "./asking.ts";
import type { FirstPatience } from "./asking.ts";
import { readServerConfigs } from "./config.ts";
import type { HttpConfig, ServerConfig } from "./read-server.ts";
import { Connection } from "./connection.ts";
import { absentEntry, entriesOf, riskOf } from "./entries.ts";
import { keep, readFailure, readKept } from "./kept.ts";
import type { Failure } from "./kept.ts";
import type { OfferedTool } from "./offered.ts";
import { openWay } from "./transport.ts";
import type { Signing } from "./transport.ts";

export type McpServersOptions = {
  /** Of the framework, as servers are told. */
  readonly version: string;
  /** Read each time a server is started, so that it gets what they are then. */
  readonly secrets: () => Promise<Secrets>;
  /** Told what goes wrong beside calls, and what servers print. */
  readonly report: (message: string) => void;
  /** Signs in at a server that wants it. Default: servers that want it are not there. */
  readonly signing?: (server: HttpConfig, secrets: Secrets) => Signing;
  /** Milliseconds that a server may take to be ready. Default: 30,000. */
  readonly patience?: number;
};

/** What is known of one server. */
export type KnownServer = {
  readonly server: ServerConfig;
  /** Null where nothing is known, because it was never there. */
  readonly tools: readonly KnownTool[] | null;
  /** Of one of which nothing is known: why it was not there when it was asked the last time. */
  readonly failure: Failure | null;
};

export type KnownTool = Pick<OfferedTool, "name" | "description"> & { readonly risk: Risk };

/** The MCP servers on the boards of one process. */
export interface McpServers {
  /**
   * The board with the tools of its servers. A server whose tools are known from before is not started; one that can not
   * be reached, or has not answered yet, is a diagnostic. Where there are no servers it is the board itself.
   */
  addTo(board: Board, patience?: FirstPatience): Promise<Board>;
  /** What is known without starting anything. */
  known(board: Board): Promise<readonly KnownServer[]>;
  /**
   * Starts a server and asks it anew.
   *
   * @throws Error when there is none of that name, or it can not be reached
   */
  test(board: Board, name: string): Promise<KnownServer>;
  /**
   * Told when a server offers other tools than before, and when one that a board did not wait for has answered or failed.
   *
   * @returns a function that ends the listening
   */
  onChange(listener: () => void): () => void;
  /** Ends the servers that a board does not have, each when its calls have ended. */
  endOthers(board: Board): Promise<void>;
  /** Ends all servers. */
  close(): Promise<void>;
  /** The same without waiting, for a process that is about to end. */
  kill(): void;
}

/** What is no longer than this needs no word, in milliseconds. */
const MOMENT = 1_000;

/** Makes a holder of servers. Nothing is read or started before a board asks. */
export function createMcpServers(options: McpServersOptions): McpServers {
  const { version, report, secrets } = options;
  const connections = new Map<string, Connection>();
  const listeners = new Set<() => void>();
  let isClosed = false;

  function connectionTo(server: ServerConfig, root: string): Connection {
    const key = canonical(server);
    const known = connections.get(key);
    if (known !== undefined) return known;
    let signing: Signing | undefined;
    const made = new Connection({
      server,
      version,
      report,
      ...(options.patience === undefined ? {} : { patience: options.patience }),
      async openWay() {
        const own = await secrets();
        if (server.kind === "http") signing ??= options.signing?.(server, own);
        return openWay(server, {
          secrets: own,
          printed: (line) => report(own.mask(`${server.name}: ${line}`)),
          signing,
        });
      },
      changed: (tools) => remember(root, server, tools),
    });
    connections.set(key, made);
    return made;
  }

  function remember(root: string, server: ServerConfig, tools: readonly OfferedTool[]): void {
    keep(root, server, tools);
    tellAll();
  }

  function tellAll(): void {
    if (!isClosed) for (const listener of listeners) listener();
  }

  async function askNow(server: ServerConfig, root: string): Promise<readonly OfferedTool[]> {
    const tools = await connectionTo(server, root).tools();
    keep(root, server, tools);
    return tools;
  }

  const asking = createAsking({
    ask: askNow,
    async mask(text) {
      const own = await secrets().catch(() => null);
      return own?.mask(text) ?? text;
    },
    isClosed: () => isClosed,
    cameLate: tellAll,
  });

  return {
    async addTo(board, patience = {}) {
      const { servers, diagnostics } = await readServerConfigs(board);
      if (servers.length === 0 && diagnostics.length === 0) return board;
      const found = [...diagnostics];
      const taken = new Set(board.tools.flatMap(wireNamesOf));
      const unanswered = new Set(servers.map(({ name }) => name));
      const word = setTimeout(() => patience.waiting?.([...unanswered]), MOMENT);
      const offered = await Promise.all(
        servers.map(async (server) => {
          const answer = await asking.toolsOf(server, board.root, patience);
          unanswered.delete(server.name);
          return { server, answer };
        }),
      ).finally(() => clearTimeout(word));
      const entries: ToolEntry[] = [];
      for (const { server, answer } of offered) {
        if (answer.kind !== "tools") {
          const diagnostic = notThere(server, answer);
          found.push(diagnostic);
          if (isWanted(server, board)) entries.push(absentEntry(server, diagnostic.message));
          continue;
        }
        const connection = connectionTo(server, board.root);
        entries.push(
          ...entriesOf(answer.tools, {
            server,
            connection,
            taken,
            profile: board.profile,
            report: (message) => found.push(leftOut(server, message)),
            stale: () =>
              void connection.tools().then(
                (now) => remember(board.root, server, now),
                () => {},
              ),
          }),
        );
      }
      return Object.freeze({
        ...board,
        tools: [...board.tools, ...entries].sort((a, b) => compareText(a.name, b.name)),
        diagnostics: [...board.diagnostics, ...found].sort(compareDiagnostics),
      });
    },
    async known(board) {
      const { servers } = await readServerConfigs(board);
      return Promise.all(
        servers.map(async (server) => ({
          server,
          tools: knownTools(server, await readKept(board.root, server)),
          failure: await readFailure(board.root, server),
        })),
      );
    },
    async test(board, name) {
      const { servers, disabled } = await readServerConfigs(board);
      const server = servers.find((each) => each.name === name);
      const off = disabled.find((each) => each.name === name);
      if (server === undefined && off !== undefined) {
        throw new Error(`It is disabled in ${off.file}. Remove that to switch it on.`);
      }
      if (server === undefined) {
        const names = servers.map((each) => each.name).join(", ");
        throw new Error(
          `There is no MCP server ${JSON.stringify(name)}; there is ${names || "none"}.`,
        );
      }
      const tools = await askNow(server, board.root);
      return { server, tools: knownTools(server, tools), failure: null };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async endOthers(board) {
      const { servers } = await readServerConfigs(board);
      const wanted = new Set(servers.map((server) => canonical(server)));
      for (const [key, connection] of connections) {
        if (wanted.has(key)) continue;
        connections.delete(key);
        connection.retire();
      }
    },
    async close() {
      isClosed = true;
      await Promise.all([...connections.values()].map((connection) => connection.close()));
    },
    kill() {
      for (const connection of connections.values()) connection.kill();
    },
  };
}

function knownTools(
  server: ServerConfig,
  tools: readonly OfferedTool[] | null,
): readonly KnownTool[] | null {
  return (
    tools?.map((tool) => {
      const { name, description } = tool;
      return { name, description, risk: riskOf(server, tool) };
    }) ?? null
  );
}

/** Whether a server that is not there is missed: its name is nobody else's, and the profile does not leave out all of it. */
function isWanted({ name }: ServerConfig, { tools, profile }: Board): boolean {
  if (tools.some((tool) => tool.name === name)) return false;
  return profile.tools?.some((tool) => tool.startsWith(`${name}:`)) ?? true;
}

function leftOut({ file }: ServerConfig, message: string): Diagnostic {
  const hint = "Rename the server in the file, or the other tool.";
  return { code: "mcp/name-taken", severity: "warning", message, file, line: null, hint };
}

function wireNamesOf({ name, description }: ToolEntry): string[] {
  const methods = Object.keys(description?.methods ?? {});
  return [wireName(name, null), ...methods.map((method) => wireName(name, method))];
}
