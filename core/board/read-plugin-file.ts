import { FrontMatterError, readFrontMatter } from "./front-matter.ts";
import type { FrontMatter } from "./front-matter.ts";
import { PluginError, pluginFileOf } from "./plugin-file.ts";
import type { PluginFile } from "./bare-plugin.ts";
import type { Settings } from "./settings.ts";
import { parseYamlMapping } from "./yaml-text.ts";

/**
 * Reads a `plugin.md`, strictly.
 *
 * @param name - the plugin's name, which is its title where it has none
 * @param file - names the file in errors; nothing is read from it
 * @throws PluginError - names file, line and what was expected
 */
export function readPluginFile(name: string, file: string, text: string): PluginFile {
  return pluginFileOf(name, file, pluginSource(file, text));
}

/** @throws PluginError - for front matter that can not be read */
export function pluginSource(file: string, text: string): FrontMatter {
  try {
    return readFrontMatter(file, text);
  } catch (error) {
    if (!(error instanceof FrontMatterError)) throw error;
    throw new PluginError(file, error);
  }
}

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
