import type { ExtensionPoints } from "../contract/index.ts";
import type { Extensions } from "../dispatch/extensions.ts";
import type { ExtensionText } from "../prompts/system-prompt.ts";

/** What the `system_prompt` extensions add to the system prompt, in order. One that fails is reported and left out. */
export async function extensionTexts(
  extensions: Extensions,
  event: ExtensionPoints["system_prompt"]["event"],
): Promise<ExtensionText[]> {
  const texts: ExtensionText[] = [];
  for (const entry of extensions.at("system_prompt")) {
    const handled = await extensions.one("system_prompt", entry, event);
    if (handled.kind === "threw") {
      extensions.report(entry, `failed and was left out: ${String(handled.error)}`);
      continue;
    }
    const change = handled.change ?? [];
    for (const text of Array.isArray(change) ? (change as unknown[]) : [change]) {
      if (typeof text === "string") texts.push({ file: entry.file, text });
      else extensions.report(entry, "gave back what is no text; it was ignored");
    }
  }
  return texts;
}
