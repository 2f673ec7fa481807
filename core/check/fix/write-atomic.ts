import { randomBytes } from "node:crypto";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Writes a file in one step: whoever reads it sees the old text or the new one. Its mode is kept. */
export async function writeAtomic(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const mode = await stat(file).then(
    (stats) => stats.mode,
    () => undefined,
  );
  const temporary = join(dirname(file), `.pegboard-${randomBytes(6).toString("hex")}.tmp`);
  try {
    await writeFile(temporary, content, mode === undefined ? {} : { mode });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
