import type { ContractView, ToolView } from "../context.ts";
import { CONTRACT_SECTIONS, saysSomething } from "../documents/contract.ts";
import { writeText } from "../documents/text.ts";
import { headerLines, placeholder, sectionText } from "./contract-text.ts";
import type { ToolFacts } from "./contract-text.ts";
import { applyEdits } from "./edit.ts";
import type { Edit } from "./edit.ts";
import { tableEdits } from "./mend-tables.ts";

/**
 * A contract with what the code knows and it lacks: keys of the front matter, sections, rows and cells of the argument
 * tables. Sentences of people stay, and so does what is a decision: the risk, `break_loop`, a row that the code does not have.
 *
 * @returns the new text of the file; the same text where there is nothing to mend
 */
export function mendContract(tool: ToolView, contract: ContractView, facts: ToolFacts): string {
  const { document } = contract;
  const unchanged = writeText(document.lines, document);
  if (document.header.state === "broken") return unchanged;
  const edits = [
    ...headerEdits(contract, facts),
    ...sectionEdits(contract, facts),
    ...tableEdits(tool, contract),
  ];
  return edits.length === 0 ? unchanged : writeText(applyEdits(document.lines, edits), document);
}

function headerEdits({ document }: ContractView, facts: ToolFacts): Edit[] {
  const { header } = document;
  const lines = headerLines(facts);
  if (header.state === "absent") {
    return [{ line: 1, replace: false, lines: ["---", ...lines, "---"] }];
  }
  const missing = lines.filter(
    (line) => header.data[line.slice(0, line.indexOf(":"))] === undefined,
  );
  if (missing.length === 0) return [];
  return [{ line: document.frontMatterLines, replace: false, lines: missing }];
}

function sectionEdits({ document }: ContractView, facts: ToolFacts): Edit[] {
  return CONTRACT_SECTIONS.flatMap((name, index): Edit[] => {
    const known = sectionText(name, facts);
    const section = document.sections.get(name);
    if (section) {
      const full = known === null || saysSomething(document, name);
      return full
        ? []
        : [
            {
              line: section.line,
              replace: true,
              lines: [document.lines[section.line - 1] ?? "", "", ...known],
            },
          ];
    }
    const next = CONTRACT_SECTIONS.slice(index + 1).find((later) => document.sections.has(later));
    const following = next && document.sections.get(next)?.line;
    const lines = [`## ${name}`, "", ...(known ?? [placeholder(name)])];
    if (following !== undefined)
      return [{ line: following, replace: false, lines: [...lines, ""] }];
    return [{ line: endOf(document.lines), replace: false, lines: ["", ...lines] }];
  });
}

/** The line behind the last one that says something. */
function endOf(lines: readonly string[]): number {
  return lines.findLastIndex((line) => line.trim() !== "") + 2;
}
