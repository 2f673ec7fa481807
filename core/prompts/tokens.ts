/** Gives a function that estimates the number of tokens of a text. */
export async function tokenCounter(): Promise<(text: string) => number> {
  const { estimateTokenCount } = await import("tokenx");
  return (text) => estimateTokenCount(text);
}
