import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll } from "vitest";
import { faultIn } from "./script.ts";
import type { Protocol, SeenRequest, Step } from "./script.ts";

const KEY = "test-key";

export type ModelServer = {
  readonly url: string;
  /** Opens the model there, with the right key. */
  readonly env: Record<string, string>;
  readonly requests: readonly SeenRequest[];
  /** Script steps that were not asked for. */
  readonly left: number;
  /** Resolves when a client has gone away from a reply that hangs. */
  readonly hungUp: Promise<void>;
};

const closers: (() => Promise<void>)[] = [];

// Registered when a test file imports this module, so that a server may be started anywhere in it.
afterAll(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

/** Starts a server on loopback that speaks `protocol` and answers by the script. It is closed when the test file is done. */
export async function startModelServer(
  protocol: Protocol,
  script: readonly Step[],
): Promise<ModelServer> {
  const steps = [...script];
  const requests: SeenRequest[] = [];
  const gone = new EventEmitter();
  const hungUp = once(gone, "hung up").then(() => undefined);
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // A request that is not as the protocol has it.
      refuse(response, 400, `invalid_request_error: ${String(error)}`);
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const seen = protocol.read(request.url ?? "", request.headers, JSON.parse(text));
    if (seen === null) return refuse(response, 404, `no such path: ${request.url}`);
    if (seen.key !== KEY) return refuse(response, 401, `wrong key ${seen.key?.slice(0, 3)}…`);
    const fault = faultIn(seen.messages);
    if (fault !== null) return refuse(response, 400, `invalid_request_error: ${fault}`);
    requests.push(seen);
    const step = steps.shift();
    if (step === undefined) return refuse(response, 400, "invalid_request_error: script is over");
    if (step.kind === "refuse") return void request.socket.destroy();
    if (step.kind === "status") {
      return refuse(response, step.status, step.message, step.headers);
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (step.kind === "hang") response.on("close", () => gone.emit("hung up"));
    for (const chunk of protocol.write(step)) {
      response.write(chunk);
      // So that chunks arrive as chunks.
      await new Promise(setImmediate);
    }
    if (step.kind === "hang") return;
    if (step.kind === "drop") return void response.destroy();
    response.end();
  }

  function refuse(
    response: ServerResponse,
    status: number,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ): void {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(protocol.error(status, message)));
  }

  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const url = `http://127.0.0.1:${address.port}`;
  return {
    url,
    env: protocol.env(url, KEY),
    requests,
    get left() {
      return steps.length;
    },
    hungUp,
  };
}
