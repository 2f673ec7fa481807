import { createServer } from "node:http";
import type { Server } from "node:http";

export type ComeBackOptions = {
  readonly port: number;
  /** Only who was led to the page knows it. */
  readonly state: string;
  /** Milliseconds that the person may take. */
  readonly patience: number;
};

const HOST = "127.0.0.1";
const PATH = "/callback";

/** Where a page leads back to: an address of this machine. */
export function backAddress(port: number): string {
  return `http://${HOST}:${port}${PATH}`;
}

/**
 * Waits for the browser of a person to come back from a page.
 *
 * @returns when it can come back: a promise of what then stands in the address, in an object, so that it is not waited for
 * @throws Error where the port is taken
 */
export async function awaitComeBack(
  options: ComeBackOptions,
): Promise<{ readonly back: Promise<URLSearchParams> }> {
  const { port } = options;
  const http = createServer();
  await new Promise<void>((resolve, reject) => {
    http.once("error", (error) => {
      const why = `Port ${port}, to which the page leads back, can not be listened on`;
      reject(new Error(`${why} (${error.message}). Another one is "oauth": {"port": …}.`));
    });
    http.listen(port, HOST, resolve);
  });
  const back = firstOfState(http, options).finally(() => http.close());
  // It may fail before anybody waits for it.
  back.catch(() => {});
  return { back };
}

function firstOfState(
  http: Server,
  { port, state, patience }: ComeBackOptions,
): Promise<URLSearchParams> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new Error("Nobody came back from the page."));
    const timer = setTimeout(late, patience);
    http.once("close", () => clearTimeout(timer));
    http.on("request", (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "/", backAddress(port));
      const isOurs = pathname === PATH && searchParams.get("state") === state;
      response.writeHead(isOurs ? 200 : 404, {
        "content-type": "text/plain; charset=utf-8",
        connection: "close",
      });
      response.end(isOurs ? told(searchParams) : "Not found.");
      if (isOurs) resolve(searchParams);
    });
  });
}

/** The code has still to be redeemed: how that ends is told where it was begun. */
function told(params: URLSearchParams): string {
  return params.has("code")
    ? "Pegboard goes on in the terminal. You can close this page."
    : "You were not signed in. You can close this page.";
}
