import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The end-to-end tests and isolated tools run the compiled command, so it is built from the sources under test. */
export default function setup(): void {
  const script = fileURLToPath(new URL("../../scripts/build.mjs", import.meta.url));
  const { status } = spawnSync(process.execPath, [script], { stdio: "inherit" });
  if (status === 0) return;
  if (process.env["CI"]) throw new Error("the build failed; see above");
  // While one part is being changed the units of the others can still be tested.
  console.warn("The build failed: tests of the compiled command run the last build that worked.");
}
