import type { Diagnostic, Severity } from "../board/diagnostic.ts";

/** A code that is told without a rule of its own, and that no workspace of examples can show. */
export type Notice = {
  readonly code: Diagnostic["code"];
  readonly severity: Severity;
  /** One line: what is wrong, and why it matters. */
  readonly summary: string;
  /** When it is told, and why no example shows it. */
  readonly unshown: string;
};

/** Sorted by code. */
export const NOTICES: readonly Notice[] = [
  {
    code: "mcp/name-taken",
    severity: "warning",
    summary:
      "A tool of an MCP server has the same name for models as another tool. It is left out.",
    unshown:
      "Told when a board gets the tools of its servers; `check` starts none. Rename the server in its `mcp.json`, or the other tool.",
  },
  {
    code: "mcp/unreachable",
    severity: "warning",
    summary:
      "An MCP server can not be reached, or did not answer in time, and nothing is known of it from before. Its tools are not there.",
    unshown:
      "Told when a board gets the tools of its servers; `check` starts none. `pegboard mcp test <server>` shows more, waits longer, and keeps what it offers.",
  },
  {
    code: "mcp/waiting",
    severity: "info",
    summary:
      "An MCP server of which nothing is known has not answered yet. Its tools come when it does.",
    unshown:
      "Told by what goes on for a while, `pegboard dev` say, and only until the server has answered or failed.",
  },
  {
    code: "prompt/unreadable",
    severity: "error",
    summary:
      "A prompt file can not be read. It is left out, and the rest of the system prompt is built.",
    unshown:
      "Told where the file's permissions or the disk keep it from being read, which no text of a file can show. Make it readable, or remove it.",
  },
  {
    code: "prompt/unwritable-value",
    severity: "warning",
    summary:
      "The value of a variable can not be written as text: a function, or an object that holds itself. Nothing stands in its place.",
    unshown:
      "Told where a program gives such a value to a prompt that it builds; a `.vars.ts` that gives one is told as `prompt/variables-failed`. Give a text, a number, or data that JSON can hold.",
  },
  {
    code: "tool/not-as-known",
    severity: "warning",
    summary:
      "A tool that was known without being imported said something else of itself when it was imported for its first call. Whichever risk is the higher one counts.",
    unshown:
      "Told while a program runs, never by `check`. Where the definition depends on more than the source (the environment, the time), say `volatile: true`, and the tool is imported at every start.",
  },
  {
    code: "tool/unsteady",
    severity: "warning",
    summary:
      "A tool says different things of itself from start to start though its source is the same, so it is imported at every start.",
    unshown:
      "Told at the starts after a `tool/not-as-known`, so one workspace by itself can not show it. Say `volatile: true` where that is meant; otherwise make the definition depend on nothing but its source.",
  },
];

export function noticeOf(code: string): Notice | undefined {
  return NOTICES.find((notice) => notice.code === code);
}
