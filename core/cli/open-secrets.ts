import { loadSecrets } from "../dispatch/secrets/follow.ts";
import type { Secrets } from "../dispatch/secrets/secrets.ts";
import type { Output } from "./output/output.ts";
import { tellDiagnostics } from "./output/diagnostics.ts";

/**
 * Reads the secrets of a workspace, and tells what a person should know about their file.
 *
 * @param root - absolute path
 * @throws FileError when the file can not be read or is not in its format
 */
export async function openSecrets(root: string, err: Output): Promise<Secrets> {
  const secrets = await loadSecrets(root);
  await tellDiagnostics(secrets.diagnostics, root, err);
  return secrets;
}
