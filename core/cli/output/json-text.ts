/** JSON as it is written for programs, and for the eyes of those who write them. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
