import type { CallToolResult, Client } from "@modelcontextprotocol/client";
import type { ToolContext } from "../../contract/index.ts";
import { thrownText } from "../../dispatch/wording.ts";
import type { ServerConfig } from "./read-server.ts";
import { ACCEPT_ALL, MOST_PAGES, listTools } from "./list-tools.ts";
import type { OfferedTool } from "./offered.ts";
import { askThePerson } from "./person.ts";
import { settledWithin } from "./settled-within.ts";
import type { Way } from "./transport.ts";
import { whyNot } from "./why-not.ts";

export type ConnectionOptions = {
  readonly server: ServerConfig;
  readonly version: string;
  /** Throws where there is no way. */
  readonly openWay: (server: ServerConfig) => Promise<Way>;
  /** Called when the server says that its list is another, or it turned out to be. */
  readonly changed: (tools: readonly OfferedTool[]) => void;
  /** Told what goes wrong beside calls. */
  readonly report: (message: string) => void;
  /** Milliseconds that a server may take to be ready. Default: 30,000. */
  readonly patience?: number;
};

type CallContext = Pick<ToolContext, "signal" | "progress" | "ask">;

type Link = { readonly client: Client; readonly way: Way; tools: readonly OfferedTool[] };

/** What a server takes at most for one page of its list, or for its opening, in milliseconds. */
const PATIENCE = 30_000;
/** A call lives as long as its tool may take; that ends it. The protocol needs a number. */
const NO_LIMIT = 24 * 60 * 60_000;
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;
const MOST_SIGN_INS = 2;

/** It could not be started a moment ago. */
export class LeftAlone extends Error {
  /** Why it could not. */
  readonly reason: string;
  /** @param wait - milliseconds until it is tried again */
  constructor(name: string, reason: string, wait: number) {
    super(`${name} is not there: ${reason} It is tried again in ${Math.ceil(wait / 1_000)} s.`);
    this.reason = reason;
  }
}

/** A server on the board: started when it is first needed, and again when it is needed after it died. */
export class Connection {
  readonly #options: ConnectionOptions;
  #link: Promise<Link> | null = null;
  /** The one that is connected now, or was the last. */
  #current: Client | null = null;
  /** The one that is being connected. */
  #opening: Client | null = null;
  #way: Way | null = null;
  #failures = 0;
  /** Of `performance.now()`. */
  #notBefore = 0;
  #lastFailure = "";
  #closed = false;
  #isRetired = false;
  /** How many are under way. */
  #calls = 0;
  /** Those who may be asked on behalf of the server: the persons of the calls that are under way. */
  readonly #asking = new Set<ToolContext["ask"]>();

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** What the server offers now. Starts it. */
  async tools(): Promise<readonly OfferedTool[]> {
    return (await this.#connected()).tools;
  }

  /**
   * Calls a tool, which must be what the caller believes it to be.
   *
   * @param believed - called with the tool as the server has it now; throws where that is another
   */
  async call(
    name: string,
    args: Readonly<Record<string, unknown>>,
    context: CallContext,
    believed: (now: OfferedTool | undefined) => void,
  ): Promise<CallToolResult> {
    this.#calls += 1;
    try {
      const link = await this.#connected();
      believed(link.tools.find((tool) => tool.name === name));
      return await this.#callOn(link, { name, args }, context);
    } finally {
      this.#calls -= 1;
      this.#endIfRetired();
    }
  }

  async #callOn(
    { client, way }: Link,
    { name, args }: { readonly name: string; readonly args: Readonly<Record<string, unknown>> },
    { signal, progress, ask }: CallContext,
  ): Promise<CallToolResult> {
    const make = () =>
      client.callTool(
        { name, arguments: { ...args } },
        {
          signal,
          timeout: NO_LIMIT,
          onprogress: ({ progress: done, total, message }) =>
            void progress.set(message ?? (total === undefined ? `${done}` : `${done}/${total}`)),
        },
      );
    this.#asking.add(ask);
    try {
      return await make().catch(async (error: unknown) => {
        // What was signed in for before may not be enough for this tool.
        if (!(await signedIn(error, way))) throw error;
        return make();
      });
    } finally {
      this.#asking.delete(ask);
    }
  }

  /** Ends it as soon as no call is under way. */
  retire(): void {
    this.#isRetired = true;
    this.#endIfRetired();
  }

  async close(): Promise<void> {
    this.#closed = true;
    const link = this.#link;
    this.#link = null;
    // One that never answers must not keep us until our patience is at its end.
    await this.#opening?.close().catch(() => {});
    await link?.then(({ client }) => client.close()).catch(() => {});
  }

  /** Ends a process that it started, at once: for a process of ours that is about to end. */
  kill(): void {
    this.#way?.kill();
  }

  #connected(): Promise<Link> {
    if (this.#closed) return Promise.reject(new Error(`${this.#name} was stopped.`));
    if (this.#link !== null) return this.#link;
    const wait = this.#notBefore - performance.now();
    if (wait > 0) {
      return Promise.reject(new LeftAlone(this.#name, this.#lastFailure, wait));
    }
    const link = this.#open();
    this.#link = link;
    link.then(
      () => (this.#failures = 0),
      (error: unknown) => {
        if (this.#link === link) this.#link = null;
        this.#lastFailure = thrownText(error);
        this.#notBefore =
          performance.now() + Math.min(FIRST_PAUSE * 2 ** this.#failures, LONGEST_PAUSE);
        this.#failures += 1;
      },
    );
    return link;
  }

  async #open(): Promise<Link> {
    for (let signedInFor = 0; ; signedInFor += 1) {
      const way = await this.#options.openWay(this.#options.server);
      this.#way = way;
      const client = await this.#makeClient();
      if (this.#closed) throw new Error(`${this.#name} was stopped.`);
      this.#opening = client;
      try {
        const tools = await this.#begin(client, way);
        this.#current = client;
        return { client, way, tools };
      } catch (error) {
        const again = signedInFor < MOST_SIGN_INS && (await signedIn(error, way));
        await client.close().catch(() => {});
        if (!again) throw whyNot(error, this.#options.server);
      } finally {
        this.#opening = null;
      }
    }
  }

  async #begin(client: Client, { transport }: Way): Promise<OfferedTool[]> {
    const { patience = PATIENCE } = this.#options;
    const connected = client.connect(transport, { timeout: patience });
    const listed = connected.then(() => listTools(client, patience));
    const tools = await settledWithin(patience, listed);
    if (tools === null) throw new Error(`It was not ready in ${patience} ms.`);
    return tools;
  }

  async #makeClient(): Promise<Client> {
    const { server, version } = this.#options;
    const { Client } = await import("@modelcontextprotocol/client");
    const client: Client = new Client(
      { name: "pegboard", version },
      {
        capabilities: { elicitation: { form: { applyDefaults: true } } },
        // A process would be started twice to find out.
        versionNegotiation: { mode: server.kind === "stdio" ? "legacy" : "auto" },
        listChanged: { tools: { autoRefresh: false, onChanged: () => void this.#relist(client) } },
        listMaxPages: MOST_PAGES,
        jsonSchemaValidator: ACCEPT_ALL,
      },
    );
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      const [ask, ...others] = this.#asking;
      // With several calls under way nobody can tell for which of them it is asked.
      if (ask === undefined || others.length > 0) return { action: "decline" as const };
      return askThePerson(this.#name, params, ask);
    });
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- no EventTarget
    client.onclose = () => {
      if (this.#current === client) this.#link = null;
    };
    return client;
  }

  async #relist(client: Client): Promise<void> {
    try {
      const tools = await listTools(client, this.#options.patience ?? PATIENCE);
      const link = await this.#link;
      if (link?.client !== client) return;
      link.tools = tools;
      this.#options.changed(tools);
    } catch (error) {
      // Of one that was ended meanwhile nobody wants to know.
      if (this.#closed || this.#current !== client) return;
      this.#options.report(
        `${this.#name} changed its list and does not tell it: ${thrownText(error)}`,
      );
    }
  }

  #endIfRetired(): void {
    if (this.#isRetired && this.#calls === 0 && !this.#closed) void this.close();
  }

  get #name(): string {
    return `The MCP server ${this.#options.server.name}`;
  }
}

/** Whether the person has signed in after an answer that wanted it. */
async function signedIn(error: unknown, { finishSignIn }: Way): Promise<boolean> {
  const { UnauthorizedError } = await import("@modelcontextprotocol/client");
  if (finishSignIn === null || !UnauthorizedError.isInstance(error)) return false;
  await finishSignIn();
  return true;
}
