import { lookup } from "node:dns";
import type { LookupAddress } from "node:dns";
import { request as requestHttp } from "node:http";
import type { IncomingMessage, RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import type { LookupFunction } from "node:net";
import { Failed } from "pegboard";
import { publicAddresses } from "./addresses.ts";

/** Resolves a name to all its addresses; the resolver of the system, unless a test has another. */
export type Resolve = (
  hostname: string,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

export type Hop = {
  readonly url: URL;
  readonly signal: AbortSignal;
  /** Whether a person has allowed this host, whatever its address. */
  readonly trusted: boolean;
  readonly resolve?: Resolve;
};

const HEADERS = {
  accept: "text/html,application/xhtml+xml,text/plain,application/json;q=0.9,*/*;q=0.5",
  "accept-encoding": "gzip, deflate, br",
  "accept-language": "en,*;q=0.5",
  "user-agent": "Pegboard-fetch_url (an agent's reader)",
};

const resolveWithSystem: Resolve = (hostname, done) =>
  lookup(hostname, { all: true, verbatim: true }, (error, addresses) => done(error, addresses));

/**
 * Sends one GET. The address that is checked is the one that is connected to: the name is resolved once, here, and a name
 * that is itself an address is checked before. Redirects are not followed.
 *
 * @throws Failed when the address is not of the public net, or nobody answers
 */
export function request({
  url,
  signal,
  trusted,
  resolve = resolveWithSystem,
}: Hop): Promise<IncomingMessage> {
  const literal = url.hostname.replace(/^\[|\]$/g, "");
  const isPublic = publicAddresses();
  if (!trusted && isIP(literal) !== 0 && !isPublic(literal)) throw refused(url);
  const guarded: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, (error, found) => {
      const usable = error ? [] : found.filter(({ address }) => trusted || isPublic(address));
      const [first] = usable;
      if (error || first === undefined) {
        callback(error ?? refused(url), options.all === true ? [] : "", 4);
      } else if (options.all === true) callback(null, usable);
      else callback(null, first.address, first.family);
    });
  };
  // No agent: a connection that was kept open might lead where another name once led.
  const options: RequestOptions = {
    method: "GET",
    headers: HEADERS,
    agent: false,
    signal,
    lookup: guarded,
  };
  return new Promise((settle, fail) => {
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const sent = send(url, options, settle);
    sent.on("error", (error) => fail(signal.aborted ? signal.reason : asFailed(url, error)));
    sent.end();
  });
}

function refused({ host }: URL): Failed {
  return new Failed(
    `${host} is not read: its address is this machine's or a private network's. A person can allow it in usr/plugins/web/settings.yaml (allow_hosts).`,
  );
}

function asFailed({ host }: URL, error: Error): Failed {
  return error instanceof Failed ? error : new Failed(`${host} can not be read: ${error.message}.`);
}
