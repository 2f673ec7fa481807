import { readFileSync } from "node:fs";
import type { Asset, Board } from "../board/board.ts";
import type { Diagnostic } from "../board/diagnostic.ts";
import { parseTemplate } from "./parse.ts";
import type { TemplateNode } from "./parse.ts";

/** One file of a prompt's name. */
export type PromptFile = {
  /** Its name in the prompt folders, `agent.system.main.md`. */
  readonly name: string;
  /** 0 for the file that won; `{{include original}}` leads to the next. */
  readonly rank: number;
  readonly asset: Asset;
};

type ReadTemplate =
  | { readonly kind: "ok"; readonly nodes: readonly TemplateNode[] }
  | { readonly kind: "error"; readonly diagnostic: Diagnostic };

/** The prompt files of a board, each read and parsed once. */
export type PromptSources = {
  /** The file that wins a name, or the one at `rank` below it; null where there is none. */
  find(name: string, rank?: number): PromptFile | null;
  read(file: PromptFile): ReadTemplate;
  /** The file as people read it. */
  label(file: PromptFile): string;
  /** An absolute path as people read it. */
  relative(path: string): string;
};

export function createPromptSources(board: Board): PromptSources {
  const templates = new Map<string, ReadTemplate>();
  const chains = new Map<string, readonly Asset[]>();

  return {
    find(name, rank = 0) {
      let chain = chains.get(name);
      if (!chain) {
        chain = board.find("prompts", name);
        chains.set(name, chain);
      }
      const asset = chain[rank];
      return asset ? { name, rank, asset } : null;
    },
    read(file) {
      let template = templates.get(file.asset.file);
      if (!template) {
        template = readTemplate(file.asset.file, board.relative(file.asset.file));
        templates.set(file.asset.file, template);
      }
      return template;
    },
    label: (file) => board.relative(file.asset.file),
    relative: (path) => board.relative(path),
  };
}

/**
 * What `{{include "…"}}` asks for, as a name that can be looked up; null when it leads out of the prompt folders. The
 * name is only ever looked up among the files that were found, never joined to a path.
 */
export function includedName(target: string): string | null {
  const name = target.replace(/^(?:\.\/+)+/, "");
  const outside =
    name === "" ||
    /[\\\0]/.test(name) ||
    /^(?:\/|[A-Za-z]:)/.test(name) ||
    name.split("/").includes("..");
  return outside ? null : name;
}

function readTemplate(file: string, label: string): ReadTemplate {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    return {
      kind: "error",
      diagnostic: {
        code: "prompt/unreadable",
        severity: "error",
        message: `the prompt can not be read: ${error instanceof Error ? error.message : String(error)}`,
        file: label,
        line: null,
        hint: "Make the file readable, or remove it.",
      },
    };
  }
  const parsed = parseTemplate(text);
  if (parsed.kind === "ok") return parsed;
  return {
    kind: "error",
    diagnostic: {
      code: "prompt/syntax",
      severity: "error",
      message: parsed.message,
      file: label,
      line: parsed.line,
      hint: "The prompt is left out until this is mended.",
    },
  };
}
