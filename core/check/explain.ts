import { compareText } from "../board/diagnostic.ts";
import { CLEAN } from "./examples/clean.ts";
import { NOTICES, noticeOf } from "./notices.ts";
import type { Notice } from "./notices.ts";
import type { Example, Rule } from "./rule.ts";
import { RULES, ruleOf } from "./rules/index.ts";

const AROUND = 2;

/** Lines shown of a file that is meant as a whole. */
const MOST = 12;

/** What can be explained, sorted by code. */
const EXPLAINED: readonly (Rule | Notice)[] = [...RULES, ...NOTICES].sort((a, b) =>
  compareText(a.code, b.code),
);

export const EXPLAINED_CODES: readonly string[] = EXPLAINED.map(({ code }) => code);

/** What a code means, as Markdown, or null for a code that there is not. */
export function explainCode(code: string): string | null {
  const explained = ruleOf(code) ?? noticeOf(code);
  return explained ? explain(explained, 1) : null;
}

/** All codes, by family: the text of `docs/checks.md`. */
export function explainAll(): string {
  const families = [...new Set(EXPLAINED_CODES.map((code) => code.split("/")[0] ?? ""))];
  const parts = families.flatMap((family) => [
    `## ${family}`,
    ...EXPLAINED.filter(({ code }) => code.startsWith(`${family}/`)).map((explained) =>
      explain(explained, 3),
    ),
  ]);
  return `${[
    "# What `pegboard check` finds",
    "Made by `npm run docs` from the rules in `core/check/rules/`. `pegboard check --explain <code>` prints one of them.",
    ["| code | severity | what is wrong |", "| --- | --- | --- |", ...EXPLAINED.map(indexRow)].join(
      "\n",
    ),
    ...parts,
  ].join("\n\n")}\n`;
}

function explain(explained: Rule | Notice, level: number): string {
  const { code, severity, summary } = explained;
  const head = [`${"#".repeat(level)} ${code}`, `*${severity}*: ${summary}`];
  const shown =
    "unshown" in explained
      ? [`No example: ${explained.unshown}`]
      : [
          `Found in ${place(explained.failing)}:`,
          excerpt(explained.failing),
          "Not found in:",
          excerpt(explained.passing),
        ];
  return [...head, ...shown].join("\n\n");
}

function indexRow({ code, severity, summary }: Rule | Notice): string {
  const anchor = code.replace("/", "");
  return `| [\`${code}\`](#${anchor}) | ${severity} | ${summary.replaceAll("|", "\\|")} |`;
}

function place({ at, files, flags = {}, locked }: Example): string {
  const removed = Object.entries(files).flatMap(([file, content]) =>
    content === null ? [`\`${file}\``] : [],
  );
  const before = locked === undefined ? [] : ["after the lock was written"];
  const options = Object.entries(flags).flatMap(([name, on]) => (on ? [`\`--${name}\``] : []));
  return [
    [
      at.file === null ? "the workspace" : `\`${at.file}\``,
      ...(at.line === null ? [] : [`line ${at.line}`]),
    ].join(", "),
    ...(removed.length > 0 ? [`without ${removed.join(" and ")}`] : []),
    ...before,
    ...(options.length > 0 ? [`with ${options.join(" and ")}`] : []),
  ].join(", ");
}

function excerpt({ files, at }: Example): string {
  const file = at.file ?? Object.keys(files)[0] ?? "";
  const content = files[file] ?? CLEAN[file] ?? "";
  const lines = content.trimEnd().split("\n");
  // Without a line the whole file is meant.
  const first = at.line === null ? 1 : Math.max(1, at.line - AROUND);
  const last =
    at.line === null ? Math.min(lines.length, MOST) : Math.min(lines.length, at.line + AROUND);
  const shown = lines
    .slice(first - 1, last)
    .map((line, index) => `${first + index === at.line ? ">" : " "} ${shorten(line)}`.trimEnd());
  return `\`\`\`\`text\n${shown.join("\n")}\n\`\`\`\``;
}

function shorten(line: string): string {
  return line.length > 140 ? `${line.slice(0, 137)}…` : line;
}
