import { isExtension, isToolClass } from "../contract/index.ts";
import type { Extension, ToolClass } from "../contract/index.ts";

type Exports = ReadonlyMap<string, unknown>;

export type Exported<T> =
  | { readonly kind: "found"; readonly value: T }
  /** What was expected and what is there, and what to do. */
  | { readonly kind: "none"; readonly problem: string; readonly hint: string };

/** The tool that a file exports: its default export, whatever else it exports. */
export function exportedTool(exports: Exports): Exported<ToolClass> {
  const value = exports.get("default");
  if (isToolClass(value)) return { kind: "found", value };
  return {
    kind: "none",
    problem: `expected \`export default defineTool({ description, args, execute })\` or a default class that extends Tool; found ${whatIs(exports)}`,
    hint: hintFor(exports, isToolClass, "defineTool({ … })"),
  };
}

/** The extension that a file exports: its default export. */
export function exportedExtension(exports: Exports): Exported<Extension> {
  const value = exports.get("default");
  if (isExtension(value)) return { kind: "found", value };
  return {
    kind: "none",
    problem: `expected \`export default defineExtension(point, handler)\`; found ${whatIs(exports)}`,
    hint: hintFor(exports, isExtension, "defineExtension(point, handler)"),
  };
}

function whatIs(exports: Exports): string {
  const value = exports.get("default");
  const named = [...exports.keys()].filter((name) => name !== "default");
  const others =
    named.length === 0
      ? ""
      : `, and the named export${named.length > 1 ? "s" : ""} ${named
          .slice(0, 5)
          .map((name) => `${name} (${kindOf(exports.get(name))})`)
          .join(", ")}${named.length > 5 ? ", …" : ""}`;
  return `${exports.has("default") ? `${kindOf(value)} as the default export` : "no default export"}${others}`;
}

function hintFor(exports: Exports, isRight: (value: unknown) => boolean, maker: string): string {
  const named = [...exports.keys()].find((name) => isRight(exports.get(name)));
  if (named !== undefined) return `Export ${named} as the default: \`export default ${named};\``;
  return exports.has("default") ? `Make it with ${maker}.` : `Add \`export default ${maker};\``;
}

function kindOf(value: unknown): string {
  if (isToolClass(value)) return "a tool";
  if (isExtension(value)) return "an extension";
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  if (typeof value === "function")
    return /^class\b/.test(sourceOf(value)) ? "a class" : "a function";
  if (typeof value !== "object") return `a ${typeof value}`;
  const keys = Object.keys(value).slice(0, 5);
  return keys.length === 0 ? "an empty object" : `an object with ${keys.join(", ")}`;
}

function sourceOf(value: object): string {
  return Function.prototype.toString.call(value);
}
