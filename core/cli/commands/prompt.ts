import type { Command } from "../command.ts";

export const command: Command = {
  name: "prompt",
  summary: "show the system prompt of a profile, with tokens for each part",
  details: [
    "The text goes to standard output as the model gets it; where each part comes from and what it costs to standard error. Tokens are an estimate.",
  ],
  examples: [
    { run: "pegboard prompt", does: "the default profile's" },
    { run: "pegboard prompt --profile researcher >/dev/null", does: "only what each part costs" },
    { run: "pegboard prompt --json", does: "{system, tokens, parts: [{file, tokens}]}" },
  ],
  async run(invocation) {
    const { openWorkspace } = await import("../open-workspace.ts");
    const { previewSystemPrompt } = await import("../prompt-preview.ts");
    const { json, env, out, err } = invocation;
    const board = await openWorkspace(invocation);
    const { storeToRead } = await import("../open-store.ts");
    const store = await storeToRead(board.root, env);
    const built = await previewSystemPrompt(board, store?.toolStore ?? null, err.line);
    await store?.close();
    if (json) {
      const { system, tokens } = built;
      const parts = built.parts.map((part) => ({ file: part.file, tokens: part.tokens }));
      out.json({ system, tokens, parts });
    } else {
      const { tableFor } = await import("../output/table.ts");
      const { placeNamer } = await import("../output/place.ts");
      const place = placeNamer(board.root);
      out.line(built.system);
      const rows = built.parts.map(({ file, tokens }) => [
        String(tokens),
        file === null ? "(made)" : place(file),
      ]);
      err.line();
      err.line(tableFor(err, [["tokens", "part"], ...rows, [String(built.tokens), "in all"]]));
    }
    const { tellDiagnostics } = await import("../output/diagnostics.ts");
    // Whose tools are missing in the text.
    const absent = board.diagnostics.filter(({ code }) => code.startsWith("mcp/"));
    await tellDiagnostics([...absent, ...built.diagnostics], board.root, err);
    return 0;
  },
};
