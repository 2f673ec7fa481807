import { PluginError } from "./plugin-file.ts";
import { isMapping, parseYamlMapping } from "./yaml-text.ts";

export type Settings = Readonly<Record<string, unknown>>;

/**
 * Reads a user's `settings.yaml`.
 *
 * @param file - names the file in errors; nothing is read from it
 * @throws PluginError - names file, line and what is wrong
 */
export function readSettings(file: string, text: string): Settings {
  const outcome = parseYamlMapping(text.startsWith("\uFEFF") ? text.slice(1) : text);
  switch (outcome.kind) {
    case "mapping":
      return outcome.data;
    case "empty":
      return {};
    case "broken":
      throw new PluginError(file, outcome.problem);
  }
}

/** The user's settings over the plugin's own: mappings are merged at every depth, anything else is replaced. */
export function mergeSettings(own: Settings, user: Settings): Settings {
  const merged = new Map(Object.entries(own));
  for (const [key, value] of Object.entries(user)) {
    const below = merged.get(key);
    merged.set(key, isMapping(below) && isMapping(value) ? mergeSettings(below, value) : value);
  }
  return Object.fromEntries(merged);
}
