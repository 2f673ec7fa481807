/**
 * JSON as it is written for programs, and for the eyes of those who write them.
 *
 * @param isOneLine - for a program that reads line by line
 */
export function jsonText(value: unknown, isOneLine = false): string {
  return `${isOneLine ? JSON.stringify(value) : JSON.stringify(value, null, 2)}\n`;
}
