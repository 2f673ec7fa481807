import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import type { Secrets } from "../../dispatch/secrets/secrets.ts";
import type { HttpConfig } from "../../mcp/client/config.ts";
import { SignIn } from "../../mcp/client/sign-in.ts";
import type { Credentials } from "../../mcp/client/sign-in.ts";
import type { Signing } from "../../mcp/client/transport.ts";

export type SigningOptions = {
  /** Absolute path of the workspace. */
  readonly root: string;
  readonly secrets: Secrets;
  readonly lead: ((server: string, page: URL) => void) | undefined;
};

/** Where the page leads back to: an address of this machine, as servers know it from the registration. */
const PORT = 33_737;
const BACK = `http://127.0.0.1:${PORT}/callback`;
/** How long the person may take on the page, in milliseconds. */
const PATIENCE = 5 * 60_000;

/** Signs in at a server; what it gives is kept in `usr/data/`, readable by the person alone. */
export function signingAt(server: HttpConfig, { root, secrets, lead }: SigningOptions): Signing {
  const file = join(root, "usr/data/mcp", `${server.name}.json`);
  let back: Promise<URLSearchParams> | null = null;
  const provider = new SignIn({
    server,
    registered: registeredClient(server, secrets),
    redirectUrl: BACK,
    load: () => readCredentials(file),
    save: (credentials) => writeCredentials(file, credentials),
    lead(page, state) {
      if (lead === undefined) {
        throw new Error(`It wants you to sign in: npx pegboard mcp test ${server.name}.`);
      }
      back = comesBack(state);
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

/** Waits for the browser of the person. */
async function comesBack(state: string): Promise<URLSearchParams> {
  const http = createServer();
  try {
    return await new Promise<URLSearchParams>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error("Nobody came back from the page.")),
        PATIENCE,
      );
      http.once("close", () => clearTimeout(timer));
      http.once("error", reject);
      http.on("request", (request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? "/", BACK);
        // Only who was led to the page knows its state.
        const isOurs = pathname === "/callback" && searchParams.get("state") === state;
        response.writeHead(isOurs ? 200 : 404, {
          "content-type": "text/plain; charset=utf-8",
          connection: "close",
        });
        response.end(isOurs ? "Signed in. You can close this page." : "Not found.");
        if (isOurs) resolve(searchParams);
      });
      http.listen(PORT, "127.0.0.1");
    });
  } finally {
    http.close();
  }
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
