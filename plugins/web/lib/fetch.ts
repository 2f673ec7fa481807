import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { Failed, InvalidArgs } from "pegboard";
import { request } from "./request.ts";
import type { Resolve } from "./request.ts";
import { isAllowedHost } from "./settings.ts";
import type { WebSettings } from "./settings.ts";

export type Fetched = {
  /** Where the redirects have led. */
  readonly url: string;
  readonly status: number;
  /** `text/html`, in lower case and without parameters. */
  readonly type: string;
  readonly charset: string | null;
  readonly bytes: Buffer;
  /** There was more than the limit. */
  readonly cut: boolean;
};

export type FetchOptions = {
  readonly settings: WebSettings;
  readonly signal: AbortSignal;
  readonly resolve?: Resolve;
};

/**
 * Reads what is at an address of the public net, through its redirects, each checked like the first.
 *
 * @throws InvalidArgs for what is no http or https address; Failed for whatever keeps it from being read
 */
export async function fetchPage(address: string, options: FetchOptions): Promise<Fetched> {
  const { settings } = options;
  const time = AbortSignal.timeout(settings.timeout_seconds * 1_000);
  const signal = AbortSignal.any([options.signal, time]);
  let url = readUrl(address);
  try {
    for (let hops = 0; ; hops += 1) {
      const trusted = isAllowedHost(url, settings);
      const response = await request({
        url,
        signal,
        trusted,
        ...(options.resolve && { resolve: options.resolve }),
      });
      const next = redirectOf(response, url);
      if (next === null) return await readBody(response, url, settings.max_bytes, signal);
      response.destroy();
      if (hops === settings.max_redirects) {
        throw new Failed(`${address} redirects more than ${settings.max_redirects} times.`);
      }
      url = next;
    }
  } catch (error) {
    if (time.aborted && !options.signal.aborted) {
      throw new Failed(`${url.host} took longer than ${settings.timeout_seconds} seconds.`);
    }
    throw error;
  }
}

function readUrl(address: string): URL {
  if (!URL.canParse(address)) {
    throw new InvalidArgs(`\`url\` is no URL: ${JSON.stringify(address.slice(0, 200))}.`, ["url"]);
  }
  return checked(new URL(address));
}

function checked(url: URL): URL {
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new InvalidArgs(`Only http and https are read, not ${url.protocol.slice(0, 20)}`, [
      "url",
    ]);
  }
  if (url.username !== "" || url.password !== "") {
    throw new InvalidArgs("A URL with a user name or a password in it is not read.", ["url"]);
  }
  return url;
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined)
    return null;
  if (!URL.canParse(headers.location, from.href))
    throw new Failed(`${from.host} redirects to what is no URL.`);
  return checked(new URL(headers.location, from.href));
}

async function readBody(
  response: IncomingMessage,
  url: URL,
  most: number,
  signal: AbortSignal,
): Promise<Fetched> {
  const header = response.headers["content-type"] ?? "";
  const [type = ""] = header.split(";");
  const charset = /charset\s*=\s*"?(?<name>[^\s";]+)/i.exec(header)?.groups?.["name"] ?? null;
  const chunks: Buffer[] = [];
  let size = 0;
  let cut = false;
  const body = unpacked(response, most);
  const stop = (): void => void body.destroy(new Error("stopped"));
  signal.addEventListener("abort", stop, { once: true });
  try {
    for await (const chunk of body) {
      // A stream of bytes gives buffers.
      const bytes = chunk as Buffer;
      chunks.push(bytes.subarray(0, most - size));
      size += bytes.length;
      cut = size > most;
      if (cut) break;
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new Failed(
      `${url.host} broke off: ${error instanceof Error ? error.message : String(error)}.`,
    );
  } finally {
    signal.removeEventListener("abort", stop);
    response.destroy();
  }
  return {
    url: url.href,
    status: response.statusCode ?? 0,
    type: type.trim().toLowerCase(),
    charset,
    bytes: Buffer.concat(chunks),
    cut,
  };
}

/** What is packed small can be large, and what is packed large can be nothing: both sides have an end. */
function unpacked(response: IncomingMessage, most: number): Readable {
  let received = 0;
  response.on("data", (chunk: Buffer) => {
    received += chunk.length;
    if (received > 10 * most) response.destroy(new Error("it is too large"));
  });
  response.pause();
  const encoding = response.headers["content-encoding"]?.toLowerCase() ?? "identity";
  const unpack =
    encoding === "gzip" || encoding === "x-gzip"
      ? createGunzip()
      : encoding === "deflate"
        ? createInflate()
        : encoding === "br"
          ? createBrotliDecompress()
          : null;
  if (unpack === null) return response;
  response.on("error", (error) => unpack.destroy(error));
  return response.pipe(unpack);
}
