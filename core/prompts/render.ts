import { evaluate, isTruthy } from "./expression.ts";
import type { TemplateNode } from "./parse.ts";
import type { Report } from "./report.ts";
import { lookUp, toSegments } from "./scope.ts";
import type { Scope, Variables } from "./scope.ts";
import { Passage, dropFinalLineEnds } from "./segments.ts";
import type { Segment } from "./segments.ts";
import { includedName } from "./sources.ts";
import type { PromptFile, PromptSources } from "./sources.ts";
import { namesUsed } from "./usage.ts";
import type { Companions } from "./variables.ts";

export type Renderer = {
  readonly sources: PromptSources;
  readonly companions: Companions;
  /** Stronger than any companion. */
  readonly given: Variables;
  /** Weaker than any companion. */
  readonly builtin: Variables;
  readonly report: Report;
};

/** Far above what any prompt needs: includes that include others many times over must not fill the memory. */
const MOST_INCLUDES = 2_000;
const MOST_CHARACTERS = 4_000_000;
const DEEPEST = 50;

type Rendering = Renderer & { includes: number; characters: number };

type Place = {
  readonly file: PromptFile;
  /** The files that led here, this one last. */
  readonly chain: readonly PromptFile[];
  /** Variables of companions, the strongest first. */
  readonly companions: Scope;
  readonly scope: Scope;
};

/**
 * Renders one prompt file with all it includes. Values are put in as they are: what they hold is never read as a
 * template.
 *
 * @returns the text with the file each stretch came from, or null when the prompt is bad; why went to `report`
 */
export async function renderPrompt(
  renderer: Renderer,
  file: PromptFile,
): Promise<readonly Segment[] | null> {
  const rendering: Rendering = { ...renderer, includes: 0, characters: 0 };
  const segments = await renderFile(rendering, file, null);
  if (rendering.characters <= MOST_CHARACTERS && rendering.includes <= MOST_INCLUDES)
    return segments;
  const label = renderer.sources.label(file);
  renderer.report({
    code: "prompt/too-large",
    severity: "error",
    message: `${label} is left out: with what it includes it grows beyond ${MOST_CHARACTERS} characters or ${MOST_INCLUDES} includes`,
    file: label,
    line: null,
    hint: "Look for a file that is included again and again.",
  });
  return null;
}

async function renderFile(
  rendering: Rendering,
  file: PromptFile,
  from: Place | null,
): Promise<readonly Segment[] | null> {
  const template = rendering.sources.read(file);
  if (template.kind === "error") {
    rendering.report(template.diagnostic);
    return null;
  }
  const companion = await rendering.companions.of(file);
  if (companion.kind === "error") {
    rendering.report(companion.diagnostic);
    return null;
  }
  const own = companion.kind === "ok" ? [companion.variables] : [];
  const inherited = from?.companions ?? [];
  // The original below an override sees the override's variables first; any other include its own.
  const companions = file.rank > 0 ? [...inherited, ...own] : [...own, ...inherited];
  if (companion.kind === "ok") {
    reportUnused(rendering, file, companion.variables, companion.file);
  }
  const place: Place = {
    file,
    chain: [...(from?.chain ?? []), file],
    companions,
    scope: [rendering.given, ...companions, rendering.builtin],
  };
  return dropFinalLineEnds(await renderNodes(rendering, template.nodes, place));
}

async function renderNodes(
  rendering: Rendering,
  nodes: readonly TemplateNode[],
  place: Place,
): Promise<Segment[]> {
  const segments: Segment[] = [];
  const here = place.file.asset.file;
  for (const node of nodes) {
    if (rendering.characters > MOST_CHARACTERS) break;
    switch (node.kind) {
      case "text":
        segments.push(count(rendering, { file: here, text: node.text }));
        break;
      case "foreign":
        warn(
          rendering,
          place,
          node.line,
          "prompt/unknown-tag",
          `${node.source} is no tag and stays as it is`,
        );
        segments.push(count(rendering, { file: here, text: node.source }));
        break;
      case "value":
        append(
          segments,
          renderValue(rendering, node, place).map((each) => count(rendering, each)),
        );
        break;
      case "if": {
        const holds = isTruthy(
          evaluate(node.condition, (path) => conditionValue(rendering, path, place, node.line)),
        );
        const branch = holds ? node.whenTrue : node.whenFalse;
        append(segments, await renderNodes(rendering, branch, place));
        break;
      }
      case "original": {
        const below = rendering.sources.find(place.file.name, place.file.rank + 1);
        if (below) append(segments, await renderInclude(rendering, below, place, node.line));
        break;
      }
      case "include": {
        const file = findIncluded(rendering, node.name, place, node.line);
        if (file) append(segments, await renderInclude(rendering, file, place, node.line));
        break;
      }
    }
  }
  return segments;
}

function renderValue(
  rendering: Rendering,
  { path, source, line }: Extract<TemplateNode, { kind: "value" }>,
  place: Place,
): readonly Segment[] {
  const here = place.file.asset.file;
  const found = lookUp(place.scope, path);
  const segments = found.kind === "value" ? toSegments(found.value, here) : null;
  if (segments) return segments;
  const name = path.join(".");
  if (found.kind === "value") {
    warn(
      rendering,
      place,
      line,
      "prompt/unwritable-value",
      `the value of \`${name}\` can not be written as text`,
    );
    return [];
  }
  warn(
    rendering,
    place,
    line,
    "prompt/unknown-variable",
    `there is no variable \`${name}\`; ${source} stays as it is`,
  );
  return [{ file: here, text: source }];
}

function conditionValue(
  rendering: Rendering,
  path: readonly string[],
  place: Place,
  line: number,
): unknown {
  const found = lookUp(place.scope, path);
  switch (found.kind) {
    case "value":
      return found.value instanceof Passage ? found.value.segments : found.value;
    case "no-part":
      return undefined;
    case "unknown":
      warn(
        rendering,
        place,
        line,
        "prompt/unknown-variable",
        `there is no variable \`${path.join(".")}\`; the condition counts it as false`,
      );
      return undefined;
  }
}

function findIncluded(
  rendering: Rendering,
  target: string,
  place: Place,
  line: number,
): PromptFile | null {
  const label = rendering.sources.label(place.file);
  const name = includedName(target);
  if (name === null) {
    rendering.report({
      code: "prompt/include-outside",
      severity: "error",
      message: `${chainText(rendering, place.chain)} → ${JSON.stringify(target)}: an include names a file in the prompt folders; it can not lead out of them`,
      file: label,
      line,
      hint: "Give the file's name alone, as it is in a `prompts/` folder.",
    });
    return null;
  }
  const file = rendering.sources.find(name);
  if (file) return file;
  warn(
    rendering,
    place,
    line,
    "prompt/missing-include",
    `${label} includes ${JSON.stringify(name)}, which no prompt folder of the profile has`,
  );
  return null;
}

async function renderInclude(
  rendering: Rendering,
  file: PromptFile,
  place: Place,
  line: number,
): Promise<readonly Segment[]> {
  const circle = place.chain.some((each) => each.asset.file === file.asset.file);
  if (circle || place.chain.length >= DEEPEST) {
    const chain = chainText(rendering, [...place.chain, file]);
    rendering.report({
      code: circle ? "prompt/include-circle" : "prompt/include-depth",
      severity: "error",
      message: circle
        ? `prompts include one another in a circle: ${chain}`
        : `prompts include one another more than ${DEEPEST} levels deep: ${chain}`,
      file: rendering.sources.label(place.file),
      line,
      hint: "The include is left out. Remove it.",
    });
    return [];
  }
  rendering.includes += 1;
  if (rendering.includes > MOST_INCLUDES) return [];
  return (await renderFile(rendering, file, place)) ?? [];
}

function chainText(rendering: Rendering, chain: readonly PromptFile[]): string {
  return chain.map((file) => rendering.sources.label(file)).join(" → ");
}

function reportUnused(
  rendering: Rendering,
  file: PromptFile,
  variables: Variables,
  companion: string,
): void {
  const used = namesUsed(rendering.sources, file);
  for (const name of Object.keys(variables).filter((each) => !used.has(each))) {
    rendering.report({
      code: "prompt/unused-variable",
      severity: "warning",
      message: `nothing in ${rendering.sources.label(file)} uses the variable \`${name}\``,
      file: rendering.sources.relative(companion),
      line: null,
      hint: `Put {{${name}}} where it belongs, or remove the variable.`,
    });
  }
}

function warn(
  rendering: Rendering,
  place: Place,
  line: number,
  code: string,
  message: string,
): void {
  rendering.report({
    code,
    severity: "warning",
    message,
    file: rendering.sources.label(place.file),
    line,
    hint: null,
  });
}

function count(rendering: Rendering, segment: Segment): Segment {
  rendering.characters += segment.text.length;
  return segment;
}

/** Not `push(...more)`: a long list as arguments overflows the stack. */
function append(segments: Segment[], more: readonly Segment[]): void {
  for (const segment of more) segments.push(segment);
}
