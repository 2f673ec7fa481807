import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, onTestFinished, test } from "vitest";
import { startPegboard } from "../cli/pegboard.ts";
import { makeWorkspace } from "../support/workspace.ts";
import { TOOLS, connectOverStdio, textOf, toolSource, until } from "./harness.ts";

const PATIENCE = 60_000;

async function overStdio(root: string, client: Client): Promise<void> {
  await connectOverStdio(root, { client });
}

async function overHttp(root: string, client: Client): Promise<void> {
  const running = startPegboard(["mcp", "--http", "--port", "0"], { cwd: root });
  await running.printed("/mcp");
  const url = /http:\S+\/mcp/.exec(running.seen())?.[0] ?? "";
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  onTestFinished(() => client.close());
}

describe.each([
  ["2025-11-25", "stdio", "legacy", overStdio],
  ["2026-07-28", "stdio", "auto", overStdio],
  ["2025-11-25", "HTTP", "legacy", overHttp],
  ["2026-07-28", "HTTP", "auto", overHttp],
] as const)("to a client of %s over %s", (revision, _way, mode, connect) => {
  test(
    "a tool that is saved while it is connected is told, and can be called without connecting anew",
    { timeout: PATIENCE },
    async () => {
      const workspace = makeWorkspace(TOOLS);
      const told: string[] = [];
      const client = new Client(
        { name: "test", version: "1" },
        {
          versionNegotiation: { mode },
          listChanged: {
            tools: {
              onChanged: (_error, tools) =>
                void told.push(...(tools ?? []).map(({ name }) => name)),
            },
          },
        },
      );
      await connect(workspace.root, client);
      expect(client.getNegotiatedProtocolVersion()).toBe(revision);
      await client.callTool({ name: "echo", arguments: { text: "awake" } });
      workspace.write({ "tools/fresh.ts": toolSource('return "fresh";') });
      await until(() => told.includes("fresh"));
      expect(textOf(await client.callTool({ name: "fresh", arguments: {} }))).toBe("fresh");

      // What a client sees of it is the same, so that nothing is told; the next call runs what was saved.
      workspace.write({ "tools/echo.ts": toolSource("return `now ${text}`;") });
      const said = async (): Promise<string> =>
        textOf(await client.callTool({ name: "echo", arguments: { text: "new" } }));
      await expect.poll(said, { timeout: 25_000 }).toBe("now new");
      expect(told.filter((name) => name === "fresh")).toHaveLength(1);

      workspace.remove("tools/fresh.ts");
      await expect
        .poll(async () => (await client.callTool({ name: "fresh", arguments: {} })).isError, {
          timeout: 25_000,
        })
        .toBe(true);
    },
  );
});
