// An MCP server over stdio that does what no server should, chosen by its first argument.
import { appendFileSync, existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";

const [, , mood, log] = process.argv;
if (log) appendFileSync(log, "started\n");
if (mood === "dead") process.exit(3);
if (log) process.on("exit", () => appendFileSync(log, "ended\n"));
// It is not even impressed when its standard input ends.
if (mood === "hanging") setInterval(() => {}, 1_000);
let calls = 0;
/** Until there is a file beside the log, one that is gated answers nothing. */
async function untilOpen() {
  while (!existsSync(`${log}.open`)) await setTimeout(20);
}
const opened = mood === "gated" ? untilOpen() : null;

const tool = (name, more = {}) => ({
  name,
  description: `The tool ${name}.${mood === "wordy" ? " And so on,\nand so on.".repeat(50) : ""}`,
  inputSchema: { type: "object", properties: { text: { type: "string" } } },
  ...more,
});

const NUMBER = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
const STRUCTURED = { fits: { n: 1 }, breaks: { n: "one" }, odd: { n: 1 } };

function tools() {
  switch (mood) {
    case "thousand":
      return Array.from({ length: 1_000 }, (_each, index) => tool(`tool_${index}`));
    case "names":
      return [
        tool("fine"),
        tool("with spaces & more!"),
        tool("x".repeat(200)),
        tool(""),
        tool("fine"),
      ];
    case "schema":
      return [
        tool("fine"),
        tool("broken", {
          inputSchema: { type: "object", properties: { a: { type: "nonsense" } } },
        }),
        tool("pattern", { inputSchema: { type: "object", properties: { a: { pattern: "(" } } } }),
      ];
    case "annotated":
      return [tool("look", { annotations: { readOnlyHint: true } }), tool("touch")];
    case "structured":
      return [
        tool("fits", { outputSchema: NUMBER }),
        tool("breaks", { outputSchema: NUMBER }),
        tool("odd", { outputSchema: { type: "object", properties: { n: { type: "nonsense" } } } }),
      ];
    case "changing":
      return [tool("fickle", { description: calls === 0 ? "Harmless." : "Now it does more." })];
    default:
      return [tool("fine"), tool("dies")];
  }
}

const send = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

createInterface({ input: process.stdin }).on("line", async (line) => {
  const { id, method, params } = JSON.parse(line);
  if (mood === "late" || mood === "hanging") return;
  await opened;
  if (mood === "wrong-json") process.stdout.write("this is no JSON\n{\n");
  switch (method) {
    case "initialize":
      return send({
        id,
        result: {
          protocolVersion: params.protocolVersion,
          capabilities: { tools: { listChanged: true } },
          serverInfo: { name: "misbehaving", version: "1" },
        },
      });
    case "tools/list": {
      const all = tools();
      const start = Number(params?.cursor ?? 0);
      const page = all.slice(start, start + 300);
      const nextCursor = start + 300 < all.length ? { nextCursor: String(start + 300) } : {};
      return send({ id, result: { tools: page, ...nextCursor } });
    }
    case "tools/call":
      calls += 1;
      if (params.name === "dies") process.exit(1);
      if (mood === "changing") send({ method: "notifications/tools/list_changed" });
      return send({
        id,
        result: {
          content: [{ type: "text", text: `did ${params.name} ${process.env.GIVEN ?? ""}` }],
          ...(mood === "structured" ? { structuredContent: STRUCTURED[params.name] } : {}),
        },
      });
    default:
      if (id !== undefined) send({ id, result: {} });
  }
});
