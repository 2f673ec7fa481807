import type { Command } from "../command.ts";

export const command: Command = {
  name: "explain",
  summary: "show a tool as the model sees it, and which of its files won",
  details: [
    "The file, the prompt and the contract that won through the layers, what each of them shadows, schema and prompt as the model gets them, and what they cost in tokens (an estimate). Of a tool that can not be called it says why. Exit code 1 when there is no such tool.",
  ],
  arguments: [{ name: "tool", description: "the tool", required: true }],
  examples: [
    { run: "pegboard explain hello", does: "the tool hello" },
    { run: "pegboard explain hello --profile pirate", does: "as that profile has it" },
  ],
  async run(invocation) {
    const { openWorkspace } = await import("../open-workspace.ts");
    const { explainTool, findTool } = await import("../explain/explanation.ts");
    const { argument, json, out, err } = invocation;
    const name = argument("tool") ?? "";
    const board = await openWorkspace(invocation);
    const entry = findTool(board, name);
    if (!entry) {
      const { didYouMean } = await import("../../board/suggest.ts");
      const names = board.tools.map((tool) => tool.name);
      const near = didYouMean(name, names) || "; `npx pegboard list` shows the tools.";
      err.line(`There is no tool ${JSON.stringify(name)}${near}`);
      return 1;
    }
    const explanation = await explainTool(board, entry);
    if (json) {
      out.json(explanation);
      return 0;
    }
    const { showExplanation } = await import("../explain/show.ts");
    const { tellDiagnostics } = await import("../output/diagnostics.ts");
    await showExplanation(explanation, board.root, out);
    await tellDiagnostics(explanation.diagnostics, board.root, err);
    return 0;
  },
};
