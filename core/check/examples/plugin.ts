import type { Example } from "../rule.ts";
import { CLEAN, GUIDE, added } from "./clean.ts";

const PLUGIN_GUIDE = "plugins/maps/AGENTS.md";

/** A plugin whose AGENTS.md has this front matter; \`at\` is a text in the line to look at. */
export function pluginWith(frontMatter: string, at: string, flags: Example["flags"] = {}): Example {
  const guide = CLEAN[GUIDE] ?? "";
  return added(PLUGIN_GUIDE, `---\n${frontMatter}\n---\n${guide}`, at, {
    flags,
    files: {
      [GUIDE]: guide.replace("Index\n\nNone.", `Index\n\n- \`${PLUGIN_GUIDE}\`: maps`),
      "plugins/maps/plugin.md": "---\ntitle: Maps\ndescription: Maps of places.\n---\n",
      "plugins/maps/tools/.gitkeep": "",
    },
  });
}
