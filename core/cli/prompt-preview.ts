import { extensionTexts } from "../agent/extension-texts.ts";
import type { Board } from "../board/board.ts";
import { toolAssets } from "../dispatch/assets.ts";
import { createExtensions } from "../dispatch/extensions.ts";
import type { BindStore } from "../dispatch/options.ts";
import { buildSystemPrompt } from "../prompts/system-prompt.ts";
import type { SystemPrompt } from "../prompts/system-prompt.ts";
import { createRegistry } from "../registry/create.ts";

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * The system prompt as an agent of this board would get it at its first turn, with what the extensions add.
 *
 * @param toolStore - what the extensions reach of what outlives the process, or null
 * @param report - told of an extension that failed and was left out
 */
export async function previewSystemPrompt(
  board: Board,
  toolStore: BindStore | null,
  report: (message: string) => void,
): Promise<SystemPrompt> {
  const event = { profile: board.profile.name, session: "preview" };
  const extensions = createExtensions({
    extensions: board.extensions,
    agent: { deref: () => undefined },
    workspace: board.root,
    store: toolStore?.(event) ?? null,
    assets: toolAssets(board),
    log: SILENT,
    report: ({ point, file }, message) =>
      report(`The ${point} extension ${board.relative(file)} ${message}.`),
  });
  return buildSystemPrompt({
    board,
    registry: createRegistry(board),
    extensions: await extensionTexts(extensions, event),
  });
}
