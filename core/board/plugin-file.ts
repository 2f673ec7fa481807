import { barePlugin } from "./bare-plugin.ts";
import type { PluginFile } from "./bare-plugin.ts";
import { FileError } from "./file-error.ts";
import { KeyReader } from "./key-reader.ts";
import type { KeySource } from "./key-reader.ts";
import { isMapping } from "./mapping.ts";

/** A `plugin.md` or a plugin's `settings.yaml` is not as it must be. It concerns that one plugin alone. */
export class PluginError extends FileError {
  override readonly name: string = "PluginError";
}

/**
 * Reads the keys of a `plugin.md` (DESIGN, "Layers"), strictly.
 *
 * @param name - the plugin's name, which is its title where it has none
 * @param file - names the file in errors
 * @throws PluginError - names file, line and what was expected
 */
export function pluginFileOf(name: string, file: string, source: KeySource): PluginFile {
  const keys = new KeyReader(source, (problem) => {
    throw new PluginError(file, problem);
  });
  const bare = barePlugin(name);
  const found: PluginFile = {
    title: keys.text("title") ?? bare.title,
    description: keys.text("description") ?? bare.description,
    version: keys.take("version", "a version, such as `1.2.0`", version) ?? bare.version,
    alwaysEnabled: keys.flag("always_enabled") ?? bare.alwaysEnabled,
    isolate: keys.flag("isolate") ?? bare.isolate,
    settings:
      keys.take("settings", "a mapping of keys and values", (value) =>
        isMapping(value) ? value : undefined,
      ) ?? bare.settings,
  };
  keys.end();
  return found;
}

/** `version: 1` is a number in YAML, and still what people write; of `1.10` only `1.1` would be left. */
function version(value: unknown): string | undefined {
  if (typeof value === "string" && value !== "") return value;
  return Number.isSafeInteger(value) ? String(value) : undefined;
}
