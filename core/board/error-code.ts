export const UNKNOWN_CODE = "unknown error";

/** The code of an error of Node's, such as `ENOENT`; `UNKNOWN_CODE` where it has none. */
export function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" ? code : UNKNOWN_CODE;
}
