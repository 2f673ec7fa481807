/** What a program that speaks MCP may be asked for while it waits for an answer. */
export type ClientMethod = "elicitation/create" | "sampling/createMessage" | "roots/list";

/** The MCP client that made a call: what a tool, or a prompt, may ask of it beyond `ask`. */
export interface CallClient {
  /** Whether the client says that it can be asked this. */
  can(method: ClientMethod): boolean;
  /**
   * Asks the client. Time spent waiting does not count against the tool's time limit.
   *
   * @param params - as MCP has them for the method
   * @param key - names the request in an `input_required` answer, for clients without a channel of their own. Default: a
   * new name
   * @returns what the client sent, which is its own word: check it
   * @throws Error when the client can not be asked this, refuses, or went away
   */
  request(
    method: ClientMethod,
    params: Readonly<Record<string, unknown>>,
    key?: string,
  ): Promise<Readonly<Record<string, unknown>>>;
}

/**
 * A part of a result that is more than text. A tool gives a list of them as `content` in `additional`; a client gets
 * them after the message.
 */
export type McpContent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image" | "audio"; readonly data: string; readonly mimeType: string }
  | { readonly type: "resource"; readonly resource: McpResourceText }
  | {
      readonly type: "resource_link";
      readonly uri: string;
      readonly name: string;
      readonly mimeType?: string;
    };

/** `text`, or `blob` in base64. */
export type McpResourceText = {
  readonly uri: string;
  readonly mimeType?: string;
} & ({ readonly text: string } | { readonly blob: string });

export type McpMessage = {
  readonly role: "user" | "assistant";
  readonly content: McpContent;
};

/** What a prompt or a resource is made with. */
export type McpAsking = {
  /** Aborts when the client has gone, or has changed its mind. */
  readonly signal: AbortSignal;
  readonly client: CallClient;
};

/** A prompt that is offered to MCP clients, beside those that skills and fragments make. */
export type McpPrompt = {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly required?: boolean;
  }[];
  /** What an argument may become, best first. */
  complete?(argument: string, begun: string): readonly string[] | Promise<readonly string[]>;
  /** A text is one message of the user. */
  get(
    args: Readonly<Record<string, string>>,
    asking: McpAsking,
  ): string | readonly McpMessage[] | Promise<string | readonly McpMessage[]>;
};

/** Something that MCP clients can read, beside the skills and fragments. */
export type McpResource = {
  /** A URI, or a template of URIs (RFC 6570): `notes://{day}/text`. */
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  complete?(variable: string, begun: string): readonly string[] | Promise<readonly string[]>;
  /**
   * @param uri - the one that is asked for
   * @param variables - what stands in the places of the template
   * @returns text, or bytes
   */
  read(
    uri: string,
    variables: Readonly<Record<string, string>>,
    asking: McpAsking,
  ): string | Uint8Array | Promise<string | Uint8Array>;
};
