import { isBuiltin } from "node:module";
import type { Source } from "./source.ts";
import { lineAt } from "./text.ts";

/** The packages of others that a tool file imports, each once; types alone do not count. */
export function packagesImported({
  code,
  bare,
}: Source): { readonly name: string; readonly line: number }[] {
  const found = new Map<string, number>();
  const pattern =
    /\b(?:import|export)\s+(?!type\b)(?:[^"'`;]*?\bfrom\s*)?(["'])(?<from>[^"'\n]+)\1|\b(?:import|require)\s*\(\s*(["'])(?<call>[^"'\n]+)\3/g;
  for (const match of code.matchAll(pattern)) {
    // In `bare`, what stands inside of a string is blank.
    if (bare[match.index] === " ") continue;
    const specifier = match.groups?.["from"] ?? match.groups?.["call"] ?? "";
    if (/^[./#]/.test(specifier) || isBuiltin(specifier)) continue;
    const name = specifier
      .split("/")
      .slice(0, specifier.startsWith("@") ? 2 : 1)
      .join("/");
    if (!found.has(name))
      found.set(name, lineAt(code, match.index + match[0].lastIndexOf(specifier)));
  }
  return [...found].map(([name, line]) => ({ name, line }));
}
