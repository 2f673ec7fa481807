import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isToolClass } from "../../../core/contract/index.ts";
import type { ResultStatus } from "../../../core/contract/index.ts";
import type { Plugin, ToolEntry } from "../../../core/board/board.ts";
import { sourcesOf } from "../../../core/board/fingerprint.ts";
import { createLoader } from "../../../core/board/load.ts";
import { entryOf } from "../parts.ts";
import { SECRET } from "./secret.ts";

/** What each isolated tool does. Some take their worker, and whatever runs in it, down with them. */
const BODIES: Readonly<Record<string, string>> = {
  iso_ok: "return `isolated ${args.n} ${args.text ?? ''}`;",
  iso_throws: `throw new Error(${JSON.stringify(SECRET)} + args.n);`,
  iso_junk: "return { f() {}, self: new Map([[1n, Symbol('x')]]), n: args.n };",
  iso_loop: "while (true) {}",
  iso_exit: "process.exit(args.n);",
  iso_crash: "setTimeout(() => { throw new Error('boom'); }); await new Promise(() => {});",
  iso_deaf: "await new Promise((resolve) => setTimeout(resolve, 60_000));",
  iso_tells: `for (const char of ${JSON.stringify(SECRET)}) await context.progress.set(char); context.log.warn(${JSON.stringify(SECRET)}); return "told";`,
  iso_asks: "return await context.ask({ text: 'Which?', timeout: 20 });",
  iso_calls: "return await context.agent.deref().callTool({ name: 'write', args: { n: args.n } });",
};

export type IsolatedTools = {
  /** Absolute path of their workspace. */
  readonly root: string;
  readonly entries: readonly ToolEntry[];
  remove(): void;
};

/** A neighbour in the same worker may crash it, and a cold worker may take longer than the call has. */
export const ISOLATED_ENDS: readonly ResultStatus[] = ["ok", "error", "timeout"];

/** Writes isolated tools into a workspace of their own, and loads them as a board does. */
export async function isolatedTools(): Promise<IsolatedTools> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "pegboard-storm-")));
  const dir = join(root, "plugins/storm");
  mkdirSync(join(dir, "tools"), { recursive: true });
  const plugin: Plugin = {
    name: "storm",
    dir,
    origin: "workspace",
    title: "Storm",
    description: "",
    version: null,
    alwaysEnabled: false,
    enabled: true,
    disabledBy: null,
    settings: {},
    isolate: true,
  };
  const loader = createLoader({ roots: [root] });
  const entries: ToolEntry[] = [];
  for (const [name, body] of Object.entries(BODIES)) {
    const file = join(dir, "tools", `${name}.ts`);
    writeFileSync(file, sourceOf(body));
    const outcome = await loader.load(file);
    const tool = outcome.kind === "loaded" ? outcome.exports.get("default") : outcome.cause;
    if (!isToolClass(tool)) throw new Error(`${name} does not load: ${String(tool)}`);
    const sources = sourcesOf(loader.usesOf(file) ?? []);
    entries.push(
      entryOf(name, tool, { id: `plugin:storm:${name}`, file, plugin, sources: () => sources }),
    );
  }
  return { root, entries, remove: () => rmSync(root, { recursive: true, force: true }) };
}

function sourceOf(body: string): string {
  return `import { defineTool } from "pegboard";
import { z } from "zod";

export default defineTool({
  description: "An isolated tool of the storm.",
  args: z.object({ n: z.number().int(), text: z.string().optional() }),
  risk: "read",
  timeout: 400,
  async execute(args: any, context: any): Promise<any> {
    ${body}
  },
});
`;
}
