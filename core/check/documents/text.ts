/** A text file as a person sees it: without byte order mark and carriage returns, which are kept aside for writing. */
export type Text = {
  /** Lines joined by `\n`. */
  readonly text: string;
  readonly lines: readonly string[];
  readonly bom: boolean;
  readonly eol: "\n" | "\r\n";
};

/** Takes what a file holds; line numbers in what comes of it are those that an editor shows. */
export function readText(content: string): Text {
  const bom = content.startsWith("\uFEFF");
  const eol = /\r\n/.test(content) ? "\r\n" : "\n";
  const text = (bom ? content.slice(1) : content).replace(/\r\n?/g, "\n");
  return { text, lines: text.split("\n"), bom, eol };
}

/** Turns lines back into what the file held them as. */
export function writeText(lines: readonly string[], like: Pick<Text, "bom" | "eol">): string {
  return (like.bom ? "\uFEFF" : "") + lines.join(like.eol);
}

/** The 1-based line of an offset in `text`. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let i = text.indexOf("\n"); i !== -1 && i < offset; i = text.indexOf("\n", i + 1)) line++;
  return line;
}
