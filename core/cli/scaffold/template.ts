import { readFileSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** Text of files by their path, which is relative, with `/`. */
export type Files = ReadonlyMap<string, string>;

const TEMPLATES = fileURLToPath(new URL("../templates/", import.meta.url));

/**
 * Fills in a template: a folder of `<path>.tpl` files, in whose text `{{key}}` and in whose paths `[key]` stand for values.
 *
 * @param name - a folder of `templates/`
 * @throws when a template asks for a value that is not given
 */
export function fillTemplate(name: string, values: Readonly<Record<string, string>>): Files {
  const folder = join(TEMPLATES, name);
  const value = (key: string): string => {
    const found = values[key];
    if (found === undefined) throw new Error(`template ${name} has no value for ${key}`);
    return found;
  };
  const files = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file)
      .split(sep)
      .join("/")
      .replace(/\.tpl$/, "");
    files.set(
      path.replaceAll(/\[(\w+)\]/g, (_, key: string) => value(key)),
      readFileSync(file, "utf8").replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => value(key)),
    );
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A word as a YAML value: quoted where YAML would read something else. */
export function yamlText(text: string): string {
  const plain = /^[A-Za-z][\w-]*(?: [\w-]+)*$/.test(text);
  return plain && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : JSON.stringify(text);
}

/** `send_mail` → `Send mail`. */
export function titleOf(name: string): string {
  const words = name.replaceAll(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
