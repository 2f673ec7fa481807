import { CLEAN } from "./examples/clean.ts";
import type { Example, Rule } from "./rule.ts";
import { RULES } from "./rules/index.ts";

const AROUND = 2;

/** Lines shown of a file that is meant as a whole. */
const MOST = 12;

/** A rule with its reason and its examples, as Markdown. */
export function explainRule(rule: Rule, level = 1): string {
  const mark = "#".repeat(level);
  return [
    `${mark} ${rule.code}`,
    `*${rule.severity}*: ${rule.summary}`,
    `Found in ${place(rule.failing)}:`,
    excerpt(rule.failing),
    "Not found in:",
    excerpt(rule.passing),
  ].join("\n\n");
}

/** All rules, by family: the text of `docs/checks.md`. */
export function explainAll(): string {
  const families = [...new Set(RULES.map(({ code }) => code.split("/")[0] ?? ""))];
  const parts = families.flatMap((family) => [
    `## ${family}`,
    ...RULES.filter(({ code }) => code.startsWith(`${family}/`)).map((rule) =>
      explainRule(rule, 3),
    ),
  ]);
  return `${[
    "# What `pegboard check` finds",
    "Made by `npm run docs` from the rules in `core/check/rules/`. `pegboard check --explain <code>` prints one of them.",
    ["| code | severity | what is wrong |", "| --- | --- | --- |", ...RULES.map(indexRow)].join(
      "\n",
    ),
    ...parts,
  ].join("\n\n")}\n`;
}

function indexRow({ code, severity, summary }: Rule): string {
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
