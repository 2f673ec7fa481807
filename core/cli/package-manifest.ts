import { readFileSync } from "node:fs";

export type PackageManifest = {
  readonly version: string;
  /** The version of zod that Pegboard itself uses. */
  readonly zod: string;
};

/** What the package's own `package.json` says. It lies two folders up from here, both in `core/` and in `dist/`. */
export function packageManifest(): PackageManifest {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  );
  const { version, dependencies }: Readonly<Record<string, unknown>> = Object(manifest);
  const zod: unknown = Object(dependencies).zod;
  if (typeof version !== "string" || typeof zod !== "string") {
    throw new TypeError("Pegboard's own package.json is damaged");
  }
  return { version, zod };
}
