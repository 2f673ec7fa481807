import { PROVIDERS } from "./models/providers.ts";
import { askedWait } from "./retry.ts";

/** Why the model gave no whole reply, and whether asking again may help. */
export type ModelFailure = {
  readonly message: string;
  /** What to do about it. */
  readonly hint: string | null;
  readonly retryable: boolean;
  /** What the provider asks to wait, in milliseconds. */
  readonly wait_ms: number | null;
};

/** The reply began and did not come to its end. Nothing of it has run, so the request can be sent again. */
export class BrokenReply extends Error {
  override readonly name = "BrokenReply";
}

/** The reply goes on without an end. Asking again would not mend that. */
export class EndlessReply extends Error {
  override readonly name = "EndlessReply";
}

/** What a provider says in the middle of a stream. Its shape is the provider's. */
export class StreamedError extends Error {
  override readonly name = "StreamedError";
  readonly error: unknown;

  constructor(error: unknown) {
    super(
      text(error, "message") ??
        (typeof error === "string" ? error : "the provider reports an error"),
    );
    this.error = error;
  }
}

const CONNECTION_CODES =
  /^(?:ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_\w+)$/;

/** What asking again does not mend, in the words that providers use in bodies and streams. */
const LASTING =
  /invalid_request|invalid_api|authentication|permission|not_found|billing|insufficient_quota|context_length|prompt is too long/i;

/**
 * Reads any error of a provider, of the network or of a recording.
 *
 * @param model - `provider/model`
 * @param now - milliseconds since the epoch, to read a `Retry-After` date
 */
export function modelFailure(error: unknown, model: string, now: number): ModelFailure {
  const cause =
    error instanceof StreamedError && error.error instanceof Error ? error.error : error;
  const status = number(cause, "statusCode");
  const message = `${model}: ${describe(error, status)}`;
  const headers = record(cause, "responseHeaders");
  const said = [
    text(cause, "responseBody"),
    error instanceof StreamedError && JSON.stringify(error.error),
  ];
  // At 500 and above the trouble is the provider's, whatever it calls it.
  const lasting = (status ?? 0) < 500 && said.some((words) => words && LASTING.test(words));
  return {
    message,
    hint: hintFor(model, status, error, said.filter(Boolean).join(" ")),
    retryable: !lasting && field(cause, "isRetryable") !== false && canRetry(error),
    wait_ms: headers ? askedWait(headers, now) : null,
  };
}

function canRetry(error: unknown): boolean {
  return (
    error instanceof BrokenReply ||
    error instanceof StreamedError ||
    field(error, "isRetryable") === true ||
    text(error, "name") === "AI_EmptyResponseBodyError" ||
    isConnectionError(error)
  );
}

function isConnectionError(error: unknown): boolean {
  for (
    let at: unknown = error, depth = 0;
    at instanceof Error && depth < 5;
    at = at.cause, depth += 1
  ) {
    if (CONNECTION_CODES.test(text(at, "code") ?? "")) return true;
    // What fetch throws when the other side goes away in the middle of a body.
    if (at instanceof TypeError && /^(?:terminated|fetch failed|network error)$/.test(at.message)) {
      return true;
    }
  }
  return false;
}

function describe(error: unknown, status: number | null): string {
  const said = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
  const more = cause !== "" && !said.includes(cause) ? ` (${cause})` : "";
  return `${status === null ? "" : `HTTP ${status}: `}${said || "no reason given"}${more}`.slice(
    0,
    2000,
  );
}

function hintFor(
  model: string,
  status: number | null,
  error: unknown,
  said: string,
): string | null {
  const name = model.slice(0, Math.max(0, model.indexOf("/")));
  const provider = PROVIDERS.find((known) => known.name === name);
  const variable = name.toUpperCase().replace(/[^A-Z0-9]/g, "_");
  const key = provider?.keys.join(" or ") ?? `${variable}_API_KEY`;
  const address = provider?.addresses.join(" or ") ?? `${variable}_BASE_URL`;
  if (name === "replay") {
    return "A recording answers only the conversation it holds. To talk about anything else set a model: --model provider/model, PEGBOARD_MODEL, or `model` in the profile.";
  }
  if (/insufficient_quota|billing/i.test(said))
    return `The account behind ${key} has no credit left.`;
  if (/context_length|prompt is too long/i.test(said)) {
    return "The conversation is longer than the model can read: start a new session.";
  }
  switch (status) {
    case 401:
    case 403:
      return `Is the key in ${key} right, and may it use this model?`;
    case 404:
      return `Does the provider have this model? If ${address} is set: is the address right?`;
    case 429:
      return "The provider limits how often it is asked: wait, or use another model.";
    default:
      if (status !== null && status >= 500)
        return "The trouble is at the provider: try again later.";
      return isConnectionError(error)
        ? `Is the server running, and reachable? Its address can be set with ${address}.`
        : null;
  }
}

function field(error: unknown, name: string): unknown {
  return typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined;
}

function text(error: unknown, name: string): string | null {
  const value = field(error, name);
  return typeof value === "string" ? value : null;
}

function number(error: unknown, name: string): number | null {
  const value = field(error, name);
  return typeof value === "number" ? value : null;
}

function record(error: unknown, name: string): Record<string, string> | null {
  const value = field(error, name);
  if (typeof value !== "object" || value === null) return null;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, header]) =>
      typeof header === "string" ? [[key.toLowerCase(), header]] : [],
    ),
  );
}
