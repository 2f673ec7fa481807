import type {
  OAuthClientInformationContext,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import { randomBytes } from "node:crypto";
import type { HttpConfig } from "./read-server.ts";

/** What a sign-in leaves behind, for the next time. */
export type Credentials = {
  readonly client?: StoredOAuthClientInformation;
  readonly tokens?: StoredOAuthTokens;
};

export type SignInOptions = {
  readonly server: HttpConfig;
  /** Of a client that was registered by hand; its secret put in. */
  readonly registered: StoredOAuthClientInformation | undefined;
  readonly redirectUrl: string;
  readonly clientMetadataUrl?: string;
  readonly load: () => Promise<Credentials>;
  readonly save: (credentials: Credentials) => Promise<void>;
  /** Leads the person to the page where they sign in. */
  readonly lead: (page: URL, state: string) => void | Promise<void>;
};

/**
 * Signs in at a server by OAuth, with a page that the person opens.
 *
 * What an authorization server gave is kept with its issuer, and never shown to another.
 */
export class SignIn implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadataUrl?: string;
  readonly #options: SignInOptions;
  #verifier = "";
  #state = "";
  #discovered: OAuthDiscoveryState | undefined;

  constructor(options: SignInOptions) {
    this.#options = options;
    this.redirectUrl = options.redirectUrl;
    if (options.clientMetadataUrl !== undefined) this.clientMetadataUrl = options.clientMetadataUrl;
  }

  get clientMetadata(): OAuthClientMetadata {
    const { scope } = this.#options.server.oauth;
    return {
      client_name: "Pegboard",
      redirect_uris: [this.redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      ...(scope === undefined ? {} : { scope }),
    };
  }

  state(): string {
    this.#state = randomBytes(16).toString("base64url");
    return this.#state;
  }

  async clientInformation(
    context?: OAuthClientInformationContext,
  ): Promise<StoredOAuthClientInformation | undefined> {
    const { registered, load } = this.#options;
    if (registered !== undefined) return registered;
    const { client } = await load();
    return isOf(client, context) && this.#leadsBackTo(client) ? client : undefined;
  }

  async saveClientInformation(client: StoredOAuthClientInformation): Promise<void> {
    await this.#change((before) => ({ ...before, client }));
  }

  async tokens(context?: OAuthClientInformationContext): Promise<StoredOAuthTokens | undefined> {
    const { tokens } = await this.#options.load();
    return isOf(tokens, context) ? tokens : undefined;
  }

  async saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    // It was for the way to the page and back; the next sign-in may be at another authorization server.
    this.#discovered = undefined;
    await this.#change((before) => ({ ...before, tokens }));
  }

  async redirectToAuthorization(page: URL): Promise<void> {
    await this.#options.lead(page, this.#state);
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  /** Binds what comes back from the page to the server that the page was of. */
  saveDiscoveryState(discovered: OAuthDiscoveryState): void {
    this.#discovered = discovered;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovered;
  }

  async invalidateCredentials(
    scope: "all" | "client" | "tokens" | "verifier" | "discovery",
  ): Promise<void> {
    if (scope === "all" || scope === "discovery") this.#discovered = undefined;
    await this.#change(({ client, tokens }) => ({
      ...(client && scope !== "all" && scope !== "client" ? { client } : {}),
      ...(tokens && scope !== "all" && scope !== "tokens" ? { tokens } : {}),
    }));
  }

  /** What was registered with another address to come back to would be turned away. */
  #leadsBackTo(client: StoredOAuthClientInformation | undefined): boolean {
    const known: unknown = Reflect.get(Object(client), "redirect_uris");
    return !Array.isArray(known) || known.includes(this.redirectUrl);
  }

  async #change(change: (before: Credentials) => Credentials): Promise<void> {
    const { load, save } = this.#options;
    await save(change(await load()));
  }
}

function isOf(
  kept: { readonly issuer?: string } | undefined,
  context: OAuthClientInformationContext | undefined,
): boolean {
  if (kept === undefined || context === undefined) return kept !== undefined;
  return kept.issuer === undefined || kept.issuer === context.issuer;
}
