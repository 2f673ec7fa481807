import { Failed } from "./errors.ts";
import type { SchemaIssue, StandardSchema } from "./schema.ts";

/**
 * Makes the reader of a plugin's settings: `context.settings` comes as people wrote it, and leaves checked, with its
 * defaults.
 *
 * @param plugin - the name of the plugin's folder, to name the file that people write
 * @param schema - of the settings, as zod or any other Standard Schema that validates at once
 * @returns a function that takes `context.settings` and throws a `Failed` that names the file and what is wrong in it
 *
 * @example
 * const readSettings = settingsReader("weather", z.object({ unit: z.enum(["C", "F"]).default("C") }));
 * const { unit } = readSettings(context.settings);
 */
export function settingsReader<Output>(
  plugin: string,
  schema: StandardSchema<unknown, Output>,
): (settings: Readonly<Record<string, unknown>>) => Output {
  return (settings) => {
    const checked = schema["~standard"].validate(settings);
    if (checked instanceof Promise) {
      throw new TypeError(`The schema of the settings of ${plugin} validates asynchronously.`);
    }
    if (checked.issues === undefined) return checked.value;
    const wrong = checked.issues.map(textOf).join("; ");
    throw new Failed(
      `The settings of the ${plugin} plugin are wrong (usr/plugins/${plugin}/settings.yaml): ${wrong}`,
    );
  };
}

function textOf({ message, path = [] }: SchemaIssue): string {
  const keys = path.map((part) => String(typeof part === "object" ? part.key : part));
  return keys.length === 0 ? message : `${keys.join(".")}: ${message}`;
}
