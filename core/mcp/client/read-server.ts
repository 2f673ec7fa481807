import { join } from "node:path";
import { isMapping } from "../../board/mapping.ts";
import { isRisk } from "../../contract/index.ts";
import type { Risk } from "../../contract/index.ts";

type Common = {
  readonly name: string;
  /** The file that it stands in, relative to the workspace. */
  readonly file: string;
  /** Whether what the server says of its tools' risk is believed. */
  readonly trust: boolean;
  /** By tool; stronger than what the server says. */
  readonly risk: Readonly<Record<string, Risk>>;
};

export type StdioConfig = Common & {
  readonly kind: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  /** Values may hold `§§secret(NAME)`. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute. */
  readonly cwd: string;
};

export type HttpConfig = Common & {
  readonly kind: "http";
  readonly url: string;
  /** Values may hold `§§secret(NAME)`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of a client that was registered with the server's authorization server by hand. */
  readonly oauth: {
    readonly client_id?: string;
    /** May hold `§§secret(NAME)`. */
    readonly client_secret?: string;
    readonly scope?: string;
    /** On this machine, where the page leads back to. */
    readonly port?: number;
  };
};

export type ServerConfig = StdioConfig | HttpConfig;

/** A server's name goes before each of its tools', with `:` between. */
const NAME = /^[A-Za-z](?!.*__)[A-Za-z0-9_-]{0,31}$/;

/**
 * Reads what a file says of one server.
 *
 * @returns the server, null for one that is switched off, or what is wrong with it, after "the server … "
 */
export function readServer(
  name: string,
  entry: unknown,
  { root, file }: { readonly root: string; readonly file: string },
): ServerConfig | null | string {
  if (!NAME.test(name)) return "needs another name: letters, digits, - and _, no __, at most 32";
  if (!isMapping(entry)) return "is no object";
  const { command, url, trust = false, risk = {}, disabled = false, enabled = true } = entry;
  if (typeof disabled !== "boolean") return "has a disabled that is neither true nor false";
  if (disabled || enabled === false) return null;
  if (typeof trust !== "boolean") return "has a trust that is neither true nor false";
  const risks = isMapping(risk) ? Object.entries(risk) : null;
  if (risks === null || !risks.every((each): each is [string, Risk] => isRisk(each[1]))) {
    return 'has a risk that is not {"<tool>": "read" | "write" | "deny"}';
  }
  if (command !== undefined && url !== undefined) {
    return "has a command and a url; it is a process or it is reached at an address";
  }
  const common = { name, file, trust, risk: Object.fromEntries(risks) };
  if (typeof command === "string" && command !== "") {
    const { args = [], env = {}, cwd = "." } = entry;
    if (!Array.isArray(args) || !args.every((arg) => typeof arg === "string")) {
      return "has args that are no list of texts";
    }
    if (!isTexts(env)) return "has an env that is no mapping of texts";
    if (typeof cwd !== "string") return "has a cwd that is no text";
    return { kind: "stdio", ...common, command, args, env, cwd: join(root, cwd) };
  }
  if (typeof url !== "string") return "has neither a command nor a url";
  if (!/^https?:$/.test(protocolOf(url))) return "has a url that is neither http nor https";
  const { headers = {}, oauth = {} } = entry;
  if (!isTexts(headers)) return "has headers that are no mapping of texts";
  const signIn = readOAuth(oauth);
  if (typeof signIn === "string") return signIn;
  return { kind: "http", ...common, url, headers, oauth: signIn };
}

/** @returns what it says, or what is wrong with it */
function readOAuth(oauth: unknown): HttpConfig["oauth"] | string {
  const { port, ...texts }: Readonly<Record<string, unknown>> = isMapping(oauth) ? oauth : {};
  if (!isMapping(oauth) || !isTexts(texts)) return "has an oauth that is no mapping of texts";
  if (port === undefined) return texts;
  if (typeof port === "number" && Number.isInteger(port) && port > 0 && port <= 65_535) {
    return { ...texts, port };
  }
  return "has an oauth whose port is no number from 1 to 65535";
}

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : "";
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isMapping(value) && Object.values(value).every((each) => typeof each === "string");
}
