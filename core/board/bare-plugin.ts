/** What a `plugin.md` says of its plugin. */
export type PluginFile = {
  readonly title: string;
  readonly description: string;
  readonly version: string | null;
  readonly alwaysEnabled: boolean;
  readonly isolate: boolean;
  /** The plugin's own; the user's `settings.yaml` is merged over them. */
  readonly settings: Readonly<Record<string, unknown>>;
};

/** A plugin that has no `plugin.md`: a bare folder with something in it. */
export function barePlugin(name: string): PluginFile {
  return {
    title: name,
    description: "",
    version: null,
    alwaysEnabled: false,
    isolate: false,
    settings: {},
  };
}
