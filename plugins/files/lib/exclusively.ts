/** For each file being written, the end of the line of those who wait for it. */
const lines = new Map<string, Promise<unknown>>();

/**
 * Runs `work` when all that was begun before for the same file has ended: several calls of one reply run at the same
 * time, and of two edits of one file the second must see the first.
 *
 * @param file - absolute path
 */
export async function exclusively<T>(file: string, work: () => Promise<T>): Promise<T> {
  const turn = (lines.get(file) ?? Promise.resolve()).then(work);
  const settled = turn.catch(() => undefined);
  lines.set(file, settled);
  try {
    return await turn;
  } finally {
    if (lines.get(file) === settled) lines.delete(file);
  }
}
