import type { Command } from "../command.ts";

export const command: Command = {
  name: "doctor",
  summary: "check what is installed, configured and failing",
  details: [
    "Looks at Node.js, the workspace, the profile, the model and its key, the tools, and who can read the secrets. Exit code 1 when something fails.",
  ],
  examples: [
    { run: "pegboard doctor", does: "checks the workspace around the current folder" },
    { run: "pegboard doctor --json", does: "{ok, checks: [{name, status, message, hint}]}" },
  ],
  worksWithoutSecrets: true,
  async run(invocation) {
    const { examine } = await import("../doctor/examine.ts");
    const { json, out } = invocation;
    const checks = await examine(invocation, invocation.env);
    const ok = checks.every(({ status }) => status !== "fail");
    if (json) {
      out.json({ ok, checks });
      return ok ? 0 : 1;
    }
    const { plainText } = await import("../output/plain.ts");
    const colors = await out.colors();
    const marks = {
      ok: colors.green("ok  "),
      warn: colors.yellow("warn"),
      fail: colors.red("FAIL"),
    };
    for (const { name, status, message, hint } of checks) {
      out.line(`${marks[status]}  ${name.padEnd(9)}  ${plainText(message)}`);
      if (hint !== null) out.line(`                 ${colors.dim(plainText(hint))}`);
    }
    return ok ? 0 : 1;
  },
};
