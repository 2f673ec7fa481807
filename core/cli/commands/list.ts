import type { Board, ToolStatus } from "../../board/board.ts";
import type { Command, Invocation } from "../command.ts";
import { jsonText } from "../output/json-text.ts";
import type { Colors } from "../output/output.ts";
import type { ToolRecord } from "../tool-record.ts";

export const command: Command = {
  name: "list",
  summary: "show the tools of the board: status, risk, where from",
  details: [
    "Status is ok, failed (its file does not load), denied (installed, but its risk is deny) or disabled (its plugin is switched off, or the profile leaves it out).",
  ],
  options: [{ flags: "--all", description: "also show which files were ignored, and why" }],
  examples: [
    { run: "pegboard list", does: "the tools of the default profile" },
    { run: "pegboard list --all", does: "and what was ignored" },
    {
      run: "pegboard list --profile researcher --json",
      does: "another profile's, with schemas, for a program",
    },
  ],
  async run(invocation) {
    const { openWorkspace, workspaceText } = await import("../open-workspace.ts");
    const { toolRecord } = await import("../tool-record.ts");
    const records = (board: Board): ToolRecord[] =>
      board.tools.map((entry) => toolRecord(board, entry));
    if (invocation.json) {
      // Other programs ask for it again and again, so that it is kept as it is written.
      const name = "list --json";
      const make = (board: Board): string => {
        const { root, profile, ignored, diagnostics } = board;
        const tools = records(board);
        return jsonText({ root, profile: profile.name, tools, ignored, diagnostics });
      };
      invocation.out.jsonText(await workspaceText(invocation, { name, make }));
      return 0;
    }
    const board = await openWorkspace(invocation);
    const tools = records(board);
    await showTools(tools, board, invocation);
    if (invocation.flag("all")) await showIgnored(board, invocation);
    const { tellDiagnostics } = await import("../output/diagnostics.ts");
    await tellDiagnostics(board.diagnostics, board.root, invocation.err);
    return 0;
  },
};

const HEAD = ["name", "status", "risk", "from", "description"];

async function showTools(
  tools: readonly ToolRecord[],
  { root }: Board,
  { out, err }: Invocation,
): Promise<void> {
  if (tools.length === 0) {
    err.line("No tools yet. `npx pegboard new tool hello` makes one.");
    return;
  }
  const { tableFor } = await import("../output/table.ts");
  const { plainLine } = await import("../output/plain.ts");
  const { placeNamer } = await import("../output/place.ts");
  const { reasonFirst } = await import("../output/reason.ts");
  const place = placeNamer(root);
  const colors = await out.colors();
  const rows = tools.map((tool) => [
    tool.name,
    tool.status,
    tool.risk ?? "-",
    tool.file === null ? tool.id : place(tool.file),
    plainLine(tool.error === null ? (tool.description ?? "") : reasonFirst(tool.error, tool.file)),
  ]);
  const paint = (cell: string, row: number, column: number): string => {
    if (row === 0) return colors.bold(cell);
    const status = tools[row - 1]?.status;
    return column === 1 && status !== undefined ? STATUS_COLORS[status](colors)(cell) : cell;
  };
  out.line(tableFor(out, [HEAD, ...rows], paint));
  const shadowing = tools.filter(({ shadows }) => shadows.length > 0);
  if (shadowing.length > 0) out.line();
  for (const { name, shadows } of shadowing) {
    out.line(`${name} shadows ${shadows.map(place).join(", ")}`);
  }
}

const STATUS_COLORS: Readonly<Record<ToolStatus, (colors: Colors) => (text: string) => string>> = {
  ok: (colors) => colors.green,
  failed: (colors) => colors.red,
  denied: (colors) => colors.yellow,
  disabled: (colors) => colors.dim,
};

async function showIgnored({ ignored, root }: Board, { out }: Invocation): Promise<void> {
  out.line();
  if (ignored.length === 0) {
    out.line("No file was ignored.");
    return;
  }
  const { tableFor } = await import("../output/table.ts");
  const { placeNamer } = await import("../output/place.ts");
  const place = placeNamer(root);
  const colors = await out.colors();
  out.line(
    tableFor(
      out,
      [["ignored", "why"], ...ignored.map(({ file, reason }) => [place(file), reason])],
      (cell, row) => (row === 0 ? colors.bold(cell) : cell),
    ),
  );
}
