import { isMapping } from "./mapping.ts";

export type Settings = Readonly<Record<string, unknown>>;

/** The user's settings over the plugin's own: mappings are merged at every depth, anything else is replaced. */
export function mergeSettings(own: Settings, user: Settings): Settings {
  const merged = new Map(Object.entries(own));
  for (const [key, value] of Object.entries(user)) {
    const below = merged.get(key);
    merged.set(key, isMapping(below) && isMapping(value) ? mergeSettings(below, value) : value);
  }
  return Object.fromEntries(merged);
}
