import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The newest of Debian's installations, or null. */
function findBinaries(): string | null {
  const base = "/usr/lib/postgresql";
  if (!existsSync(base)) return null;
  const versions = readdirSync(base).sort((a, b) => Number(b) - Number(a));
  return (
    versions
      .map((version) => join(base, version, "bin"))
      .find((bin) => existsSync(join(bin, "initdb"))) ?? null
  );
}

/**
 * Whether tests on PostgreSQL can run here. In CI they must, so there it is always true and a missing server is a failure;
 * on a machine of one's own, `apt-get install postgresql` makes them run.
 */
export const postgresAvailable = findBinaries() !== null || process.env["CI"] !== undefined;

export type TestPostgres = {
  /** A connection URL for a new, empty database. */
  freshDatabase(): Promise<string>;
  stop(): Promise<void>;
};

/** Starts a server of its own in a temporary folder, on a socket there and on no port. */
export async function startPostgres(): Promise<TestPostgres> {
  const bin = findBinaries();
  if (bin === null) throw new Error("PostgreSQL is not installed: apt-get install postgresql");
  const dir = mkdtempSync(join(tmpdir(), "pegboard-postgres-"));
  const user = await asUser();
  if (user.uid !== undefined) chownSync(dir, user.uid, user.gid ?? user.uid);
  const options = { ...user, cwd: dir };
  const data = join(dir, "data");
  await run(
    join(bin, "initdb"),
    ["-D", data, "-U", "tester", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"],
    options,
  );
  const server = spawn(
    join(bin, "postgres"),
    [
      "-D",
      data,
      "-k",
      dir,
      "-c",
      "listen_addresses=",
      "-c",
      "fsync=off",
      "-c",
      "max_connections=200",
    ],
    { ...options, stdio: ["ignore", "ignore", "pipe"] },
  );
  await ready(server);
  let made = 0;
  return {
    async freshDatabase() {
      const name = `test_${++made}`;
      await run(join(bin, "createdb"), ["-h", dir, "-U", "tester", name], options);
      return `postgresql://tester@/${name}?host=${encodeURIComponent(dir)}`;
    },
    async stop() {
      if (server.exitCode === null) {
        const ended = new Promise((resolve) => server.once("exit", resolve));
        server.kill("SIGINT");
        await ended;
      }
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root. */
async function asUser(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  for (const name of ["postgres", "nobody"]) {
    try {
      const [uid, gid] = await Promise.all(
        ["-u", "-g"].map(async (flag) => Number((await run("id", [flag, name])).stdout)),
      );
      if (uid !== undefined && gid !== undefined) return { uid, gid };
    } catch {
      // The next one.
    }
  }
  throw new Error("no user to run PostgreSQL as");
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = "";
    server.stderr?.on("data", (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes("ready to accept connections")) resolve();
    });
    server.once("exit", () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
    server.once("error", reject);
  });
}
