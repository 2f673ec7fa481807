import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { onTestFinished } from "vitest";

/** An MCP server that wants its clients to sign in, and the authorization server where they do. */
export type GuardedServer = {
  readonly url: string;
  /** What the person does on the page. */
  person: "agrees" | "denies";
  /** Whether a refresh token is good for another access token. */
  refreshes: boolean;
  /** All secrets that were ever given out: codes and tokens. */
  readonly secrets: string[];
  /** The grants that tokens were asked for with. */
  readonly grants: string[];
  /** The access tokens that are good now are good no more. */
  expire(): void;
};

type Code = { readonly challenge: string; readonly redirect: string; readonly client: string };

export async function openGuardedServer(): Promise<GuardedServer> {
  const codes = new Map<string, Code>();
  const access = new Set<string>();
  const refresh = new Set<string>();
  const redirects = new Map<string, readonly string[]>();
  const secret = (): string => {
    const made = randomBytes(18).toString("base64url");
    server.secrets.push(made);
    return made;
  };
  const http = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const address = http.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const server: GuardedServer = {
    url: `${origin}/mcp`,
    person: "agrees",
    refreshes: true,
    secrets: [],
    grants: [],
    expire: () => access.clear(),
  };
  const mcp = createMcpHandler(makeServer);
  const handleMcp = toNodeHandler(mcp);
  onTestFinished(async () => {
    await mcp.close();
    http.closeAllConnections();
    http.close();
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { pathname, searchParams } = new URL(request.url ?? "/", origin);
    switch (pathname) {
      case "/mcp":
        if (access.has((request.headers.authorization ?? "").replace("Bearer ", ""))) {
          return handleMcp(request, response);
        }
        response.setHeader(
          "www-authenticate",
          `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
        );
        return json(response, 401, { error: "invalid_token" });
      case "/.well-known/oauth-protected-resource/mcp":
        return json(response, 200, { resource: server.url, authorization_servers: [origin] });
      case "/.well-known/oauth-authorization-server":
        return json(response, 200, {
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          registration_endpoint: `${origin}/register`,
          response_types_supported: ["code"],
          grant_types_supported: ["authorization_code", "refresh_token"],
          code_challenge_methods_supported: ["S256"],
          token_endpoint_auth_methods_supported: ["none"],
        });
      case "/register": {
        const metadata: Readonly<Record<string, unknown>> = Object(JSON.parse(await body(request)));
        const client_id = randomBytes(8).toString("hex");
        const uris: unknown = metadata["redirect_uris"];
        redirects.set(client_id, Array.isArray(uris) ? uris.map(String) : []);
        return json(response, 201, { ...metadata, client_id });
      }
      case "/authorize":
        return authorize(searchParams, response);
      case "/token":
        return giveToken(new URLSearchParams(await body(request)), response);
      default:
        return json(response, 404, {});
    }
  }

  /** The page, with a person who does at once what they do. */
  function authorize(asked: URLSearchParams, response: ServerResponse): unknown {
    const client = asked.get("client_id") ?? "";
    const redirect = asked.get("redirect_uri") ?? "";
    const challenge = asked.get("code_challenge") ?? "";
    if (redirects.get(client)?.includes(redirect) !== true || challenge === "") {
      return json(response, 400, { error: "invalid_request" });
    }
    const back = new URL(redirect);
    back.searchParams.set("state", asked.get("state") ?? "");
    if (server.person === "denies") {
      back.searchParams.set("error", "access_denied");
      back.searchParams.set("error_description", "The person said no.");
    } else {
      const code = secret();
      codes.set(code, { challenge, redirect, client });
      back.searchParams.set("code", code);
    }
    return response.writeHead(302, { location: back.href }).end();
  }

  function giveToken(asked: URLSearchParams, response: ServerResponse): unknown {
    const grant = asked.get("grant_type") ?? "";
    server.grants.push(grant);
    const isGood = grant === "refresh_token" ? takeRefresh(asked) : takeCode(asked);
    if (!isGood) return json(response, 400, { error: "invalid_grant" });
    const [access_token, refresh_token] = [secret(), secret()];
    access.add(access_token);
    refresh.add(refresh_token);
    const token = { access_token, refresh_token, token_type: "Bearer", expires_in: 3600 };
    return json(response, 200, token);
  }

  function takeRefresh(asked: URLSearchParams): boolean {
    return refresh.delete(asked.get("refresh_token") ?? "") && server.refreshes;
  }

  function takeCode(asked: URLSearchParams): boolean {
    const code = asked.get("code") ?? "";
    const known = codes.get(code);
    codes.delete(code);
    const verifier = asked.get("code_verifier") ?? "";
    return (
      known !== undefined &&
      known.client === asked.get("client_id") &&
      known.redirect === asked.get("redirect_uri") &&
      known.challenge === createHash("sha256").update(verifier).digest("base64url")
    );
  }

  return server;
}

function makeServer(): McpServer {
  const server = new McpServer({ name: "guarded", version: "1" });
  server.registerTool(
    "look",
    { description: "Looks.", annotations: { readOnlyHint: true } },
    async () => ({ content: [{ type: "text", text: "looked" }] }),
  );
  return server;
}

async function body(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
