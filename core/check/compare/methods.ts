import { code } from "./names.ts";
import { didYouMean } from "../../board/suggest.ts";
import type { ContractView, ToolView } from "../context.ts";
import { isObject } from "../documents/schema-shape.ts";
import type { Finding } from "../rule.ts";

/** All ways in which the methods of a tool and those of its contract differ. */
export function methodDifferences(tool: ToolView): Finding[] {
  const { contract, callables } = tool;
  if (!contract || callables.length === 0 || contract.document.header.problem) return [];
  return [...headerProblems(tool, contract), ...tableProblems(tool, contract)];
}

function headerProblems(
  { callables, entry }: ToolView,
  { file, document }: ContractView,
): Finding[] {
  const { data, line } = document.header;
  const written = data["methods"];
  const risks = Array.isArray(written)
    ? new Map(written.map((name: unknown) => [String(name), entry.description?.risk as unknown]))
    : new Map(isObject(written) ? Object.entries(written) : []);
  // That the whole key is missing is told by another rule.
  if (written === undefined) return [];
  const found: Finding[] = [];
  const real = new Map(
    callables.flatMap(({ method, spec }) => (method === null ? [] : [[method, spec.risk]])),
  );
  for (const [method, risk] of real) {
    if (!risks.has(method)) {
      found.push({
        message: `the method ${code(method)} is not among the contract's \`methods\``,
        file,
        line: line("methods"),
        hint: `Add \`${method}: ${risk}\`.`,
      });
    } else if (risks.get(method) !== risk) {
      found.push({
        message: `the risk of method ${code(method)} is ${code(risk)} in the code, ${code(String(risks.get(method)))} in the contract`,
        file,
        line: line("methods", method),
        hint: Array.isArray(written)
          ? `Write \`methods\` as a mapping, with \`${method}: ${risk}\`.`
          : "Decide which is right, and change the other.",
      });
    }
  }
  [...risks.keys()].forEach((method, index) => {
    if (real.has(method)) return;
    found.push({
      message: `the code has no method ${code(method)}${didYouMean(method, real.keys())}`,
      file,
      line: line("methods", Array.isArray(written) ? index : method),
      hint: "Remove it, or name the method that is meant.",
    });
  });
  return found;
}

function tableProblems({ callables }: ToolView, { file, document }: ContractView): Finding[] {
  const section = document.sections.get("Arguments");
  if (!section) return [];
  const found: Finding[] = [];
  const methods = callables.flatMap(({ method }) => (method === null ? [] : [method]));
  const described = new Set(document.tables.map(({ method }) => method));
  for (const { method, arguments: args } of callables) {
    if (method === null || args.length === 0 || described.has(method)) continue;
    found.push({
      message: `the arguments of method ${code(method)} have no table`,
      file,
      line: section.line,
      hint: `Add \`### ${method}\` with its table.`,
    });
  }
  for (const { method, line, rows } of document.tables) {
    // A heading without a table that names no method is only a heading.
    if (method === null || methods.includes(method) || (rows.length === 0 && methods.length === 0))
      continue;
    if (rows.length === 0 && !/^#{3}\s+`?[\w:-]+`?\s*$/.test(document.lines[line - 1] ?? ""))
      continue;
    found.push({
      message: `the code has no method ${code(method)}${didYouMean(method, methods)}`,
      file,
      line: headingAbove(document, line),
      hint: "Remove its table, or name the method that is meant.",
    });
  }
  // Arguments of the tool itself, where the tool has only methods.
  const own = document.tables.find(({ method, rows }) => method === null && rows.length > 0);
  if (own && methods.length > 0 && !callables.some(({ method }) => method === null)) {
    found.push({
      message:
        "the tool itself can not be called, only its methods, and the contract has arguments for it",
      file,
      line: own.line,
      hint: "Put the table below a `### <method>` heading.",
    });
  }
  return found;
}

function headingAbove(document: ContractView["document"], line: number): number {
  const heading = document.headings.findLast((found) => found.line <= line && found.level === 3);
  return heading?.line ?? line;
}
