import type { OAuthClientProvider, Transport } from "@modelcontextprotocol/client";
import { unknownSecretMessage } from "../../dispatch/secrets/secrets.ts";
import type { Secrets } from "../../dispatch/secrets/secrets.ts";
import type { ServerConfig } from "./read-server.ts";

/** A way for the person to sign in at a server. */
export type Signing = {
  readonly provider: OAuthClientProvider;
  /** Waits until the person comes back from the page that the provider led to: what stands in the address. */
  comeBack(): Promise<URLSearchParams>;
};

/** The way to a server. */
export type Way = {
  readonly transport: Transport;
  /** Waits for the person to sign in. Null where nobody can. */
  readonly finishSignIn: (() => Promise<void>) | null;
  /** Ends what was started for it, without waiting. */
  kill(): void;
};

export type WayOptions = {
  readonly secrets: Secrets;
  /** What a server prints on standard error, a line at a time. */
  readonly printed: (line: string) => void;
  /** For a server that wants it. */
  readonly signing?: Signing | undefined;
};

/** One message may be this long, in bytes. */
const LONGEST = 64 * 1024 * 1024;

/**
 * Makes the way to a server; a process is started when the connection is.
 *
 * @throws Error for a secret that there is none of
 */
export async function openWay(
  server: ServerConfig,
  { secrets, printed, signing }: WayOptions,
): Promise<Way> {
  if (server.kind === "stdio") {
    const { StdioClientTransport, getDefaultEnvironment } =
      await import("@modelcontextprotocol/client/stdio");
    const transport = new StdioClientTransport({
      command: server.command,
      args: [...server.args],
      // Nothing of our own environment but what every program needs: it may hold what is no business of the server.
      env: { ...getDefaultEnvironment(), ...resolved(server.env, secrets) },
      cwd: server.cwd,
      stderr: "pipe",
      maxBufferSize: LONGEST,
    });
    transport.stderr?.on("data", (chunk: Buffer) => {
      for (const line of String(chunk).split("\n")) if (line.trim() !== "") printed(line);
    });
    return {
      transport,
      finishSignIn: null,
      kill() {
        if (transport.pid === null) return;
        try {
          process.kill(transport.pid);
        } catch {
          // It has ended already.
        }
      },
    };
  }
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const transport = new StreamableHTTPClientTransport(new URL(server.url), {
    requestInit: { headers: resolved(server.headers, secrets) },
    ...(signing === undefined ? {} : { authProvider: signing.provider }),
  });
  const finishSignIn =
    signing === undefined ? null : async () => transport.finishAuth(await signing.comeBack());
  return { transport, finishSignIn, kill() {} };
}

function resolved(
  texts: Readonly<Record<string, string>>,
  secrets: Secrets,
): Record<string, string> {
  const resolution = secrets.resolve(texts);
  if (resolution.kind === "unknown_secret") throw new Error(unknownSecretMessage(resolution));
  const values: unknown = resolution.value;
  const entries = Object.entries(Object(values)).map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(entries);
}
