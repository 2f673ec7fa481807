import { namesIn } from "./expression.ts";
import type { TemplateNode } from "./parse.ts";
import { includedName } from "./sources.ts";
import type { PromptFile, PromptSources } from "./sources.ts";

/**
 * The root names that a prompt uses anywhere, with all it includes: also in a branch that is not taken, so that a
 * variable is not called unused because of today's conditions.
 */
export function namesUsed(sources: PromptSources, start: PromptFile): ReadonlySet<string> {
  const used = new Set<string>();
  const seen = new Set<string>();
  const files: PromptFile[] = [start];
  for (let file = files.pop(); file; file = files.pop()) {
    if (seen.has(file.asset.file)) continue;
    seen.add(file.asset.file);
    const template = sources.read(file);
    if (template.kind !== "ok") continue;
    for (const included of visit(template.nodes, file, sources, used)) files.push(included);
  }
  return used;
}

/** Adds the names to `used`; returns the files that are included. */
function visit(
  nodes: readonly TemplateNode[],
  file: PromptFile,
  sources: PromptSources,
  used: Set<string>,
): PromptFile[] {
  return nodes.flatMap((node) => {
    switch (node.kind) {
      case "text":
      case "foreign":
        return [];
      case "value":
        for (const name of node.path.slice(0, 1)) used.add(name);
        return [];
      case "if":
        for (const name of namesIn(node.condition)) used.add(name);
        return visit([...node.whenTrue, ...node.whenFalse], file, sources, used);
      case "include": {
        const name = includedName(node.name);
        return (name === null ? null : sources.find(name)) ?? [];
      }
      case "original":
        return sources.find(file.name, file.rank + 1) ?? [];
    }
  });
}
