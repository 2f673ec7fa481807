import type { Command } from "../command.ts";

export const command: Command = {
  name: "dev",
  summary: "watch the workspace and tell what each save changed",
  details: [
    "A saved tool is imported at once, and what came of it is told: added, removed, another schema, another risk, failing with the reason, well again. The same for fragments, contracts, profiles, plugins, extensions and skills. It ends with Ctrl-C.",
    "With --json one update a line: {tools, failing, off, changes, diagnostics, error}, where changes are {kind, tool, file, …} and diagnostics those of the files that changed. `error` is {message, hint} while the workspace can not be opened, because of its profile say; the board stays as it was until an update has null there.",
  ],
  examples: [
    { run: "pegboard dev", does: "tells what changes, until Ctrl-C" },
    { run: "pegboard dev --profile researcher", does: "as that profile has it" },
  ],
  async run(invocation) {
    const { runDev } = await import("../dev/run-dev.ts");
    return runDev(invocation);
  },
};
