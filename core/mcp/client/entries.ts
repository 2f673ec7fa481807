import { Failed, defineTool } from "../../contract/index.ts";
import type { Risk } from "../../contract/index.ts";
import { ToolUnavailable } from "../../board/board.ts";
import type { Board, ToolEntry } from "../../board/board.ts";
import { compareText } from "../../board/diagnostic.ts";
import { entryOf } from "../../board/entry.ts";
import { wireName } from "../../registry/wire-names.ts";
import { toResponse } from "./call-outcome.ts";
import type { ServerConfig } from "./read-server.ts";
import type { Connection } from "./connection.ts";
import { offeredDigest } from "./offered.ts";
import type { OfferedTool } from "./offered.ts";

export type EntriesOptions = {
  readonly server: ServerConfig;
  readonly connection: Connection;
  /** Names on the wire that are taken; those that are given are added. */
  readonly taken: Set<string>;
  readonly profile: Board["profile"];
  /** Told of a tool that gets no place. */
  readonly report: (message: string) => void;
  /** The server describes the tool differently by now. */
  readonly stale: () => void;
};

/** The entries of a board for what a server offers: `<server>:<tool>`, sorted. */
export function entriesOf(tools: readonly OfferedTool[], options: EntriesOptions): ToolEntry[] {
  const { server, taken, report } = options;
  return [...tools]
    .sort((a, b) => compareText(a.name, b.name))
    .flatMap((tool) => {
      const name = `${server.name}:${tool.name}`;
      const wire = wireName(name, null);
      if (taken.has(wire)) {
        report(`${name} is left out: another tool has its name for models, ${wire}`);
        return [];
      }
      taken.add(wire);
      return [makeEntry(name, tool, options)];
    });
}

function makeEntry(
  name: string,
  tool: OfferedTool,
  { server, connection, profile, stale }: EntriesOptions,
): ToolEntry {
  const fingerprint = offeredDigest(server, tool);
  const made = defineTool({
    description: tool.description,
    args: tool.inputSchema,
    ...(tool.outputSchema === undefined ? {} : { output: tool.outputSchema }),
    risk: riskOf(server, tool),
    async execute(args, context) {
      const result = await connection.call(tool.name, args, context, (now) => {
        if (now !== undefined && offeredDigest(server, now) === fingerprint) return;
        stale();
        throw new Failed(
          now === undefined
            ? `${server.name} does not offer ${tool.name} any more.`
            : `${server.name} describes ${tool.name} differently than when it was allowed. It did not run; call it again once it was read anew.`,
        );
      });
      return toResponse(result);
    },
  });
  const entry = entryOf(name, made, { id: `mcp:${server.name}:${tool.name}`, fingerprint });
  if (profile.tools !== null && !profile.tools.includes(name)) {
    const error = `the profile ${profile.name} does not have it among its tools`;
    return { ...entry, status: "disabled", error };
  }
  if (entry.status === "denied") return { ...entry, error: `${server.file} denies it` };
  if (Object.hasOwn(profile.approvals.tools, name) && profile.approvals.tools[name] === "deny") {
    return { ...entry, status: "denied", error: `the profile ${profile.name} denies it` };
  }
  return entry;
}

/** A server that is not there, in the place of its tools: whoever calls one of them is told why it can not be called. */
export function absentEntry({ name, file }: ServerConfig, error: string): ToolEntry {
  return {
    name,
    id: `mcp:${name}`,
    status: "failed",
    error,
    description: null,
    file: null,
    prompt: null,
    dox: null,
    shadows: [],
    plugin: null,
    fingerprint: file,
    sources: () => null,
    async load() {
      throw new ToolUnavailable(`${name} can not be called: ${error}`);
    },
  };
}

/** What the file says of the tool; else what the server says, where the file trusts it; else the careful guess. */
export function riskOf({ risk, trust }: ServerConfig, { name, readOnly }: OfferedTool): Risk {
  const own = Object.hasOwn(risk, name) ? risk[name] : undefined;
  if (own !== undefined) return own;
  return trust && readOnly === true ? "read" : "write";
}
