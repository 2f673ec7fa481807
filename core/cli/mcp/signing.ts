import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Secrets } from "../../dispatch/secrets/secrets.ts";
import type { HttpConfig } from "../../mcp/client/read-server.ts";
import { SignIn } from "../../mcp/client/sign-in.ts";
import type { Credentials } from "../../mcp/client/sign-in.ts";
import type { Signing } from "../../mcp/client/transport.ts";
import { awaitComeBack, backAddress } from "./come-back.ts";

export type SigningOptions = {
  /** Absolute path of the workspace. */
  readonly root: string;
  readonly secrets: Secrets;
  readonly lead: ((server: string, page: URL) => void) | undefined;
  /** Milliseconds that the person may take on the page. Default: five minutes. */
  readonly patience?: number;
};

/** The same each time, as servers know it from the registration. */
const PORT = 33_737;
/** How long the person may take on the page, in milliseconds. */
const PATIENCE = 5 * 60_000;

/** Signs in at a server; what it gives is kept in `usr/data/`, readable by the person alone. */
export function signingAt(
  server: HttpConfig,
  { root, secrets, lead, patience = PATIENCE }: SigningOptions,
): Signing {
  const { port = PORT } = server.oauth;
  const file = join(root, "usr/data/mcp", `${server.name}.json`);
  let back: Promise<URLSearchParams> | null = null;
  const provider = new SignIn({
    server,
    registered: registeredClient(server, secrets),
    redirectUrl: backAddress(port),
    load: () => readCredentials(file),
    save: (credentials) => writeCredentials(file, credentials),
    async lead(page, state) {
      if (lead === undefined) {
        throw new Error(`It wants you to sign in: npx pegboard mcp test ${server.name}.`);
      }
      ({ back } = await awaitComeBack({ port, state, patience }));
      lead(server.name, page);
    },
  });
  return {
    provider,
    comeBack: () => back ?? Promise.reject(new Error("Nobody was led to a page.")),
  };
}

function registeredClient({ oauth }: HttpConfig, secrets: Secrets) {
  const { client_id, client_secret } = oauth;
  if (client_id === undefined) return undefined;
  if (client_secret === undefined) return { client_id };
  const resolution = secrets.resolve(client_secret);
  if (resolution.kind === "unknown_secret") {
    throw new Error(`There is no secret ${resolution.missing.join(", ")} in usr/secrets.env.`);
  }
  return { client_id, client_secret: String(resolution.value) };
}

async function readCredentials(file: string): Promise<Credentials> {
  try {
    const read: unknown = JSON.parse(await readFile(file, "utf8"));
    return { ...Object(read) };
  } catch {
    return {};
  }
}

async function writeCredentials(file: string, credentials: Credentials): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}`;
  await writeFile(fresh, JSON.stringify(credentials), { mode: 0o600 });
  await rename(fresh, file);
}
