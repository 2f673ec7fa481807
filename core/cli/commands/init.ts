import type { Command } from "../command.ts";

export const command: Command = {
  name: "init",
  summary: "make a workspace",
  details: [
    "Makes the folders and files of a workspace in the current folder, or in the one given, which is made. A file that is there already is left as it is; of a `package.json` it is told what to add. A folder that is a workspace already is refused.",
  ],
  arguments: [{ name: "dir", description: "the folder (default: the current one)" }],
  examples: [
    { run: "pegboard init", does: "makes a workspace here" },
    { run: "pegboard init my-board", does: "makes it in a new folder" },
  ],
  worksWithoutSecrets: true,
  async run({ argument, root, json, out, err }) {
    const { resolve } = await import("node:path");
    const { initWorkspace } = await import("../scaffold/init-workspace.ts");
    const typed = argument("dir") ?? root ?? ".";
    if (typed === "") {
      const { CommandFault } = await import("../fault.ts");
      throw new CommandFault("The name of the folder is empty.", "Give it, or leave it out.");
    }
    const dir = resolve(typed);
    const { made, kept, packageLines } = initWorkspace(dir);
    if (json) {
      out.json({ root: dir, made, kept });
      return 0;
    }
    const colors = await out.colors();
    for (const file of made) out.line(`${colors.green("made")}  ${file}`);
    for (const file of kept) out.line(`${colors.yellow("kept")}  ${file}, which was there already`);
    const { shellWord } = await import("../output/shell-word.ts");
    const enter = typed === "." ? [] : [`cd ${shellWord(typed)}`];
    const { OWN_NAME: pegboard } = await import("../own-name.ts");
    const steps = [
      ...enter,
      ...(packageLines.length === 0
        ? ["npm install                        # types for your editor, and what tests import"]
        : ["# your package.json lacks what these add", ...packageLines]),
      `${pegboard} new tool hello`,
      `${pegboard} list`,
      `${pegboard} call hello '{"text":"hi"}'`,
      "node --test                        # the tests of your tools",
      `${pegboard} chat`,
    ];
    err.line(`\nNext:\n${steps.map((step) => `  ${step}`).join("\n")}`);
    const { clientLines } = await import("../mcp/client-lines.ts");
    const { findPackageRoot } = await import("../../board/package-root.ts");
    const lines = clientLines(dir, findPackageRoot());
    err.line(`\nThe same tools in your MCP client:\n${lines.join("\n")}`);
    return 0;
  },
};
