import { foundElsewhere } from "../../rule.ts";
import { CLEAN, CONTRACT, TOOL, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "tool/lower-risk",
  severity: "warning",
  summary:
    "A tool has a lower risk than the one that it overrides: calls that a person was asked about now run unasked.",
  failing: {
    files: {
      "usr/tools/weather.ts": CLEAN[TOOL] ?? "",
      "usr/tools/weather.ts.dox.md": CLEAN[CONTRACT] ?? "",
      [TOOL]: (CLEAN[TOOL] ?? "").replace('risk: "read"', 'risk: "write"'),
      [CONTRACT]: (CLEAN[CONTRACT] ?? "").replace("risk: read", "risk: write"),
    },
    at: { file: "usr/tools/weather.ts", line: 4 },
  },
  passing: clean(TOOL, "export default"),
});
