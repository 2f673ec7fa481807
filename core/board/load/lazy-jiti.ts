import { createRequire } from "node:module";
import type * as JitiPackage from "jiti";
import type { Jiti } from "jiti";

/**
 * jiti for a workspace, imported when it is first asked for, which may be in the middle of work that can not wait.
 *
 * @param root - absolute path
 */
export function lazyJiti(root: string): () => Jiti {
  let opened: Jiti | undefined;
  return () => (opened ??= open(root));
}

function open(root: string): Jiti {
  const { createJiti }: typeof JitiPackage = createRequire(import.meta.url)("jiti");
  // Its file cache would lie in the folder for temporary files, and whatever the environment says must not change what a
  // tool is.
  return createJiti(`${root}/_`, {
    fsCache: false,
    moduleCache: false,
    interopDefault: true,
    sourceMaps: false,
    debug: false,
    jsx: false,
    alias: {},
    tsconfigPaths: false,
    nativeModules: [],
    transformModules: [],
  });
}
