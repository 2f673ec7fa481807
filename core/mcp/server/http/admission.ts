import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Whom a server lets in. */
export type Admission = {
  /** Names that a request may give as its host, without port; null for any. */
  readonly hosts: readonly string[] | null;
  /** Demanded of every request; null for none. */
  readonly token: string | null;
};

export type Verdict =
  | { readonly kind: "admitted" }
  | { readonly kind: "refused"; readonly status: 401 | 403; readonly message: string };

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Whether an address can only be reached from this machine. */
export function isLoopback(host: string): boolean {
  return host === "::1" || host === "localhost" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** The names by which a server at this address may be asked for. */
export function hostsOf(address: string): readonly string[] | null {
  if (isLoopback(address)) return LOOPBACK;
  // Whoever listens everywhere is reached by names that nobody here knows; the token stands guard.
  return address === "0.0.0.0" || address === "::" ? null : [...LOOPBACK, bracketed(address)];
}

/**
 * Judges a request by its head: a page in a browser that was led here by a name of its own (DNS rebinding), or by a link,
 * is turned away, and so is who does not have the token.
 */
export function admit(
  { headers }: Pick<IncomingMessage, "headers">,
  admission: Admission,
): Verdict {
  const { hosts, token } = admission;
  const host = hostName(`http://${headers.host ?? ""}`);
  if (host === null || (hosts !== null && !hosts.includes(host))) {
    return refused(403, `The host ${JSON.stringify(headers.host ?? "")} is not served here.`);
  }
  const { origin } = headers;
  if (origin !== undefined) {
    const from = hostName(origin);
    if (from === null || !(hosts ?? [...LOOPBACK, host]).includes(from)) {
      return refused(403, `Pages of ${JSON.stringify(origin)} may not ask here.`);
    }
  }
  if (token !== null && !sameText(bearer(headers.authorization), token)) {
    return refused(401, "Give the token of this server: Authorization: Bearer <token>.");
  }
  return { kind: "admitted" };
}

function refused(status: 401 | 403, message: string): Verdict {
  return { kind: "refused", status, message };
}

function bearer(authorization: string | undefined): string {
  return /^Bearer +(?<token>\S+) *$/i.exec(authorization ?? "")?.groups?.["token"] ?? "";
}

/** Takes the same time whatever differs. */
function sameText(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function hostName(url: string): string | null {
  try {
    const { hostname, username } = new URL(url);
    return hostname === "" || username !== "" ? null : hostname;
  } catch {
    return null;
  }
}

function bracketed(address: string): string {
  return address.includes(":") ? `[${address}]` : address;
}
