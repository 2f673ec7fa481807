import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What Pegboard keeps in the home folder of a user is kept in one that is gone when the suite is over. */
export default function setup(): () => void {
  const home = mkdtempSync(join(tmpdir(), "pegboard-home-"));
  process.env["HOME"] = home;
  return () => rmSync(home, { recursive: true, force: true });
}
