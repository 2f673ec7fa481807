import { join } from "node:path";
import { lookAt, sameStamp } from "../../board/manifest/stamp.ts";
import type { Seen } from "../../board/manifest/stamp.ts";
import { SECRETS_FILE, readSecrets } from "./load.ts";
import type { LoadedSecrets } from "./load.ts";
import { secretsOf } from "./secrets.ts";
import type { Secrets } from "./secrets.ts";
import type { StreamMasker } from "./stream-masker.ts";

/**
 * Reads `usr/secrets.env` of a workspace; a file that is not there means that there are none. What is changed in it later
 * is taken over by `refresh`.
 *
 * @param root - absolute path of the workspace
 * @throws FileError that names file and line, never a value, when the file can not be read or has a bad line
 */
export async function loadSecrets(root: string): Promise<Secrets> {
  const file = join(root, SECRETS_FILE);
  const seen = lookAt(file);
  return followed(root, seen, await readSecrets(root));
}

function followed(root: string, first: Seen, loaded: LoadedSecrets): Secrets {
  const file = join(root, SECRETS_FILE);
  const former: (readonly [name: string, value: string])[] = [];
  let seen = first;
  let { values } = loaded;
  let now = secretsOf(values, loaded.diagnostics);

  const read = async (): Promise<void> => {
    const looked = lookAt(file);
    const next = await readSecrets(root);
    seen = looked;
    if (isSame(next.values, values)) return;
    former.push(...[...values].filter(([name, value]) => next.values.get(name) !== value));
    ({ values } = next);
    now = secretsOf(values, next.diagnostics, former);
  };

  return {
    get names() {
      return now.names;
    },
    get diagnostics() {
      return now.diagnostics;
    },
    resolve: (value) => now.resolve(value),
    mask: (text) => now.mask(text),
    maskDeep: (value) => now.maskDeep(value),
    stream: () => renewed(() => now),
    messages: () => now.messages(),
    refresh() {
      const { stamp, young } = lookAt(file);
      // Of a file that was just written, the times do not tell whether it was written again.
      return !young && !seen.young && sameStamp(stamp, seen.stamp) ? undefined : read();
    },
  };
}

/** A stream that outlives a change of the secrets. */
function renewed(secrets: () => Secrets): StreamMasker {
  let of = secrets();
  let stream = of.stream();
  return {
    push(chunk) {
      const rest = of === secrets() ? "" : stream.end();
      if (of !== secrets()) {
        of = secrets();
        stream = of.stream();
      }
      return rest + stream.push(chunk);
    },
    end: () => stream.end(),
  };
}

function isSame(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([name, value]) => b.get(name) === value);
}
