import { pathToFileURL } from "node:url";
import { Response, isStandardSchema, isToolClass } from "../../core/contract/index.ts";
import type { ToolContext } from "../../core/contract/index.ts";
import type { TestWorkspace } from "../support/workspace.ts";

export type Answer = { readonly is_error: boolean; readonly message: string };
export type CallFiles = (tool: string, args: object, signal?: AbortSignal) => Promise<Answer>;

export function filesOf(workspace: TestWorkspace, settings: object = {}): CallFiles {
  return async (name, args, signal = new AbortController().signal) => {
    const module: { default?: unknown } = await import(
      pathToFileURL(new URL(`../../plugins/files/tools/${name}.ts`, import.meta.url).pathname).href
    );
    const tool = module.default;
    if (!isToolClass(tool)) throw new Error("no tool");
    const context = {
      workspace: workspace.root,
      settings: settings as Record<string, unknown>,
      signal,
      progress: { set: async () => {}, add: () => {} },
    } as unknown as ToolContext;
    if (!isStandardSchema(tool.args)) throw new Error("no schema");
    const parsed = await tool.args["~standard"].validate(args);
    if (parsed.issues)
      return { is_error: true, message: parsed.issues.map((i) => i.message).join() };
    try {
      const out = await tool.prototype.execute?.(parsed.value as never, context);
      return { is_error: false, message: out instanceof Response ? out.message : String(out) };
    } catch (error) {
      return { is_error: true, message: error instanceof Error ? error.message : String(error) };
    }
  };
}
