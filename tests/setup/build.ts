import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The end-to-end tests and isolated tools run the compiled command, so it is built from the sources under test. */
export default function setup(): void {
  execFileSync(
    process.execPath,
    [fileURLToPath(new URL("../../scripts/build.mjs", import.meta.url))],
    {
      stdio: "inherit",
    },
  );
}
