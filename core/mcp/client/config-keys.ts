import { didYouMean, nearNames } from "../../board/suggest.ts";

/** What a server in `mcp.json` may say here. */
const OWN = [
  "command",
  "args",
  "env",
  "cwd",
  "url",
  "headers",
  "oauth",
  "trust",
  "risk",
  "disabled",
] as const;

/** What other programs write into the same file and changes nothing here. `enabled` is read along with `disabled`. */
const HARMLESS = new Set([
  "$schema",
  "comment",
  "description",
  "enabled",
  "gallery",
  "icon",
  "id",
  "name",
  "note",
  "startupTimeout",
  "startup_timeout_sec",
  "timeout",
  "timeoutMs",
  "title",
  "tool_timeout_sec",
  "transport",
  "transportType",
  "type",
  "version",
]);

const WHO_IS_ASKED =
  "Who is asked is decided by `risk` in this file and by `approvals` of the profile.";
const WHICH_TOOLS =
  "A profile's `tools` says which are there; `risk` with `deny` keeps one from being called.";

/** What means something to another program that is said otherwise here, with how. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  alwaysAllow: WHO_IS_ASKED,
  autoApprove: WHO_IS_ASKED,
  allowedTools: WHICH_TOOLS,
  disabledTools: WHICH_TOOLS,
  enabledTools: WHICH_TOOLS,
  excludeTools: WHICH_TOOLS,
  includeTools: WHICH_TOOLS,
  tools: WHICH_TOOLS,
  envFile:
    "Write each variable into `env`, with §§secret(NAME) for what stands in usr/secrets.env.",
  headersHelper: "Write the headers into `headers`, with §§secret(NAME) for what is secret.",
  dev: "Remove it, or leave it to the program that knows it.",
  sandbox: "Remove it, or leave it to the program that knows it.",
  watchPaths: "Remove it, or leave it to the program that knows it.",
};

export type KeyFinding = {
  readonly key: string;
  /** An error is a key that is misspelt: nobody knows what was to hold. What another program reads is a warning. */
  readonly severity: "error" | "warning";
  /** After "the server … ". */
  readonly message: string;
  readonly hint: string;
};

/** What there is to say of the keys of a server that are none here, in the order of the file. */
export function readKeys(entry: Readonly<Record<string, unknown>>): KeyFinding[] {
  return Object.entries(entry).flatMap(([key, value]) => {
    if (OWN.some((own) => own === key)) return [];
    if (HARMLESS.has(key) || /^(?:_|\/\/)/.test(key)) return speaksSse(key, value);
    const instead = Object.hasOwn(ELSEWHERE, key) ? ELSEWHERE[key] : undefined;
    if (instead !== undefined) {
      return saysNothing(value)
        ? []
        : [
            {
              key,
              severity: "warning",
              message: `has ${key}, which is not used here`,
              hint: instead,
            },
          ];
    }
    if (nearNames(key, OWN).length > 0) {
      const message = `has a key ${JSON.stringify(key)} that there is none of${didYouMean(key, OWN)}`;
      return [{ key, severity: "error", message, hint: "See docs/mcp.md for the form." }];
    }
    const message = `has a key ${JSON.stringify(key)}, which is not known here and not used`;
    const hint = `Remove it, if no other program reads it. Known are ${OWN.join(", ")}.`;
    return [{ key, severity: "warning", message, hint }];
  });
}

function speaksSse(key: string, value: unknown): KeyFinding[] {
  if (!/^t(?:ype|ransport)/.test(key) || value !== "sse") return [];
  const message = `has the ${key} sse, which is not spoken here; Streamable HTTP is`;
  const hint =
    "Most servers offer both: give the url of that, often the same with /mcp at its end.";
  return [{ key, severity: "warning", message, hint }];
}

/** What a program writes where nothing is chosen. */
function saysNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((each) => each === "*");
  return value === null || value === false || value === "" || JSON.stringify(value) === "{}";
}
