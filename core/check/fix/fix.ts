import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Diagnostic } from "../../board/diagnostic.ts";
import { openGround } from "../../board/open.ts";
import { check, reportOf } from "../check.ts";
import type { CheckOptions } from "../check.ts";
import { childGuides, guideSections, indexEntries, isDoxGuide } from "../compare/guides.ts";
import type { CheckContext, GuideView, ToolView } from "../context.ts";
import { packagesImported } from "../documents/imports.ts";
import { sectionKey, sectionsOf } from "../documents/markdown.ts";
import { writeText } from "../documents/text.ts";
import { readContext } from "../read/read-context.ts";
import { ruleOf } from "../rules/index.ts";
import { contractText } from "./contract-text.ts";
import type { ToolFacts } from "./contract-text.ts";
import { fragmentText } from "./fragment-text.ts";
import { mendContract } from "./mend-contract.ts";
import { mendFragment } from "./mend-fragment.ts";
import { writeAtomic } from "./write-atomic.ts";

export type FixedFile = {
  /** Relative to the workspace. */
  readonly file: string;
  readonly how: "made" | "mended";
};

export type FixReport = {
  /** Sorted by file. */
  readonly written: readonly FixedFile[];
  /** What is left for a person. */
  readonly left: readonly Diagnostic[];
};

type Planned = FixedFile & { readonly content: string };

/**
 * Writes what is missing from documents and what the code knows: contracts, their front matter, sections and tables,
 * fragments, rows and calls of them that have the form in which they are made, index entries. Never a person's sentence; what is a decision is left. Twice changes nothing more.
 *
 * @throws WorkspaceError, ProfileError
 */
export async function fix(options: CheckOptions): Promise<FixReport> {
  // No code is changed here, so what was imported once need not be again.
  const { ground = await openGround(options) } = options;
  const context = await readContext({ ...options, ground, run: false });
  const paths = options.paths ?? [];
  const planned = (await plan(context)).filter(({ file }) => isWanted(file, paths));
  for (const { file, content } of planned) await writeAtomic(join(options.root, file), content);
  // Where nothing was written, what was read is what is there.
  const isSame = planned.length === 0 && options.run !== true;
  const { diagnostics } = isSame ? reportOf(context, options) : await check({ ...options, ground });
  const written = planned.map(({ file, how }) => ({ file, how }));
  return { written: written.sort((a, b) => (a.file < b.file ? -1 : 1)), left: diagnostics };
}

function isWanted(file: string, paths: readonly string[]): boolean {
  if (paths.length === 0) return true;
  return paths.some((path) => {
    const plain = path.replace(/^\.\//, "").replace(/\/+$/, "");
    // A tool that is named brings its documents along.
    return (
      plain === "." || file === plain || file.startsWith(`${plain}/`) || file === `${plain}.dox.md`
    );
  });
}

async function plan(context: CheckContext): Promise<Planned[]> {
  const planned: Planned[] = [];
  for (const tool of context.tools) planned.push(...(await contractPlan(context, tool)));
  const without = ["prompt/missing", "prompt/borrowed"].flatMap(
    (code) => ruleOf(code)?.check(context) ?? [],
  );
  for (const tool of context.tools) {
    if (without.some(({ file }) => file === tool.file)) planned.push(...fragmentPlan(tool));
  }
  for (const fragment of context.fragments) {
    const content = mendFragment(fragment);
    if (content !== null) planned.push({ file: fragment.file, how: "mended", content });
  }
  for (const guide of context.guides) planned.push(...indexPlan(guide, context.guides));
  return planned;
}

async function contractPlan({ root }: CheckContext, tool: ToolView): Promise<Planned[]> {
  const facts = factsOf(tool);
  if (!facts) return [];
  if (!tool.contract) {
    return [{ file: `${tool.file}.dox.md`, how: "made", content: contractText(facts) }];
  }
  const { file } = tool.contract;
  const before = await readFile(join(root, file), "utf8");
  const content = mendContract(tool, tool.contract, facts);
  return same(before, content) ? [] : [{ file, how: "mended", content }];
}

/** Mixed line ends alone are no reason to write a file. */
function same(before: string, after: string): boolean {
  return before === after || before.replace(/\r\n?/g, "\n") === after.replace(/\r\n?/g, "\n");
}

function factsOf({ name, file, entry, source }: ToolView): ToolFacts | null {
  if (!entry.description) return null;
  return {
    name,
    fileName: basename(file),
    description: entry.description,
    packages: packagesImported(source).map((imported) => imported.name),
  };
}

function fragmentPlan({ name, file, entry }: ToolView): Planned[] {
  if (!entry.description) return [];
  const folder = file.slice(0, file.lastIndexOf("tools/"));
  const target = `${folder}prompts/agent.system.tool.${name}.md`;
  return [{ file: target, how: "made", content: fragmentText(name, entry.description) }];
}

function indexPlan(guide: GuideView, guides: readonly GuideView[]): Planned[] {
  const section = guideSections(guide).get("Child DOX Index");
  if (!isDoxGuide(guide) || !section) return [];
  const files = new Set(guides.map(({ file }) => file));
  const listed = new Set(
    guides.flatMap((each) => indexEntries(each, files).map(({ file }) => file)),
  );
  const missing = childGuides(guide, guides).filter(({ file }) => !listed.has(file));
  if (missing.length === 0) return [];
  const entries = missing.map((child) => entryOf(child, guide));
  const lines = [...guide.document.lines];
  const body = lines.slice(section.start - 1, section.end - 1);
  const says = body.filter((line) => line.trim() !== "");
  const onlyNone = says.every((line) => /^none\.?$/i.test(line.trim()));
  const rest = section.end > lines.length ? [] : [""];
  const kept = onlyNone
    ? [""]
    : body.slice(0, body.findLastIndex((line) => line.trim() !== "") + 1);
  lines.splice(
    section.start - 1,
    body.length,
    ...kept,
    ...entries,
    ...rest,
    ...(rest.length === 0 ? [""] : []),
  );
  return [{ file: guide.file, how: "mended", content: writeText(lines, guide.document) }];
}

function entryOf(child: GuideView, guide: GuideView): string {
  const path = guide.folder === "" ? child.file : child.file.slice(guide.folder.length + 1);
  const purpose = sectionsOf(child.document, 2).find(
    ({ title }) => sectionKey(title) === "purpose",
  );
  const lines = child.document.prose.slice((purpose?.start ?? 1) - 1, (purpose?.end ?? 1) - 1);
  const start = lines.findIndex((line) => line.trim() !== "");
  const end = lines.findIndex((line, index) => index > start && line.trim() === "");
  const paragraph = lines.slice(Math.max(0, start), end === -1 ? lines.length : end);
  const text = paragraph.map((line) => line.trim()).join(" ");
  const sentence = /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
  return `- \`${path}\`${sentence === "" ? "" : `: ${sentence}`}`;
}
