import type { CheckReport } from "../report.ts";

export const FORMATS = ["pretty", "json", "github", "sarif", "junit"] as const;

export type FormatName = (typeof FORMATS)[number];

/** What a format may need beyond the report. */
export type FormatInput = {
  readonly report: CheckReport;
  /** Absolute path of the workspace. */
  readonly root: string;
  /** The text of a file of the workspace (relative path), or null. */
  read(file: string): string | null;
  readonly colors: boolean;
  /** Of Pegboard. */
  readonly version: string;
};

/** Writes a report; only the module of the format that is asked for is imported. The text ends without a line end. */
export async function formatReport(name: FormatName, input: FormatInput): Promise<string> {
  switch (name) {
    case "pretty":
      return (await import("./pretty.ts")).pretty(input);
    case "json":
      return (await import("./json.ts")).json(input);
    case "github":
      return (await import("./github.ts")).github(input);
    case "sarif":
      return (await import("./sarif.ts")).sarif(input);
    case "junit":
      return (await import("./junit.ts")).junit(input);
  }
}
