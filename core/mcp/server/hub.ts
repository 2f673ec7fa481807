import type { Server } from "@modelcontextprotocol/server";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { CallClient } from "../../contract/index.ts";
import type { Board } from "../../board/board.ts";
import type { BindStore } from "../../dispatch/options.ts";
import type { Secrets } from "../../dispatch/secrets/secrets.ts";
import { Desk } from "./desk.ts";
import { ListenedResources } from "./listened.ts";
import { readResource } from "./resources.ts";
import { makeServer } from "./server.ts";
import type { Era } from "./server.ts";
import { Subscriptions } from "./subscriptions.ts";
import type { Teller } from "./subscriptions.ts";
import { changeBetween, createSurface } from "./surface.ts";
import type { Change, Surface } from "./surface.ts";
import { WaitingTasks } from "./waiting.ts";

export type HubOptions = {
  readonly board: Board;
  /** Of the framework, as clients are told. */
  readonly version: string;
  readonly secrets: Secrets;
  readonly toolStore?: BindStore | undefined;
  /** Leaves asking to the clients: what needs approval is allowed. Default: false. */
  readonly approveWrite?: boolean;
  /** Told what goes wrong beside the answers. */
  readonly report: (message: string) => void;
};

/** One client: its session, and the server objects that it is served by. */
export type ClientSide = {
  server(era: Era): Server;
  close(): Promise<void>;
};

/** A board, as it is served to all clients of a process. */
export interface Hub {
  /** @param hasSession - whether it is one client, which may be remembered from call to call */
  client(hasSession: boolean): ClientSide;
  /** Has `teller` told of each resource that is named by a subscription of 2026-07-28, when it changes. */
  listened(teller: Teller): ListenedResources;
  /** Serves another board from now on. Calls that are under way end on the board they began on. */
  setBoard(board: Board): void;
  /** @returns a function that ends the listening */
  onChange(listener: (change: Change) => void): () => void;
  close(): Promise<void>;
}

/** Nobody can be asked. */
const NOBODY: CallClient = {
  can: () => false,
  request: () => Promise.reject(new Error("There is no client to ask.")),
};

export function createHub(options: HubOptions): Hub {
  const { version, secrets, toolStore, approveWrite = false, report } = options;
  const surfaceOf = (board: Board): Surface => createSurface(board, { toolStore, report });
  let current = surfaceOf(options.board);
  const surface = (): Surface => current;
  const waiting = new WaitingTasks();
  const clients = new Set<ClientSide>();
  const listeners = new Set<(change: Change) => void>();
  const subscriptions = new Subscriptions(async (uri) => {
    const asking = { signal: new AbortController().signal, client: NOBODY };
    return readResource(await surface().offers(), uri, asking, secrets);
  });

  return {
    client(hasSession) {
      const desk = new Desk({ surface, secrets, toolStore, approveWrite, hasSession });
      const servers = new Set<Server>();
      const side: ClientSide = {
        server(era) {
          const server = makeServer({
            version,
            era,
            surface,
            desk,
            waiting,
            subscriptions,
            secrets,
            report,
          });
          servers.add(server);
          // oxlint-disable-next-line unicorn/prefer-add-event-listener -- no EventTarget
          server.onclose = () => {
            servers.delete(server);
            subscriptions.forget(server);
          };
          return server;
        },
        async close() {
          clients.delete(side);
          await desk.close();
          // What has come of the calls goes out first.
          await nextTurn();
          await Promise.all([...servers].map((server) => server.close()));
        },
      };
      clients.add(side);
      return side;
    },
    listened: (teller) => new ListenedResources(subscriptions, teller),
    setBoard(board) {
      const before = current;
      current = surfaceOf(board);
      const change = changeBetween(before, current);
      if (change.tools || change.prompts || change.resources) {
        for (const listener of listeners) listener(change);
      }
      void subscriptions.tell();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      waiting.close();
      await Promise.all([...clients].map((side) => side.close()));
    },
  };
}

/** Tells a client what changed, as it can hear it on a connection of its own. */
export function tellChange(server: Server, { tools, prompts, resources }: Change): void {
  if (tools) server.sendToolListChanged().catch(hearNothing);
  if (prompts) server.sendPromptListChanged().catch(hearNothing);
  if (resources) server.sendResourceListChanged().catch(hearNothing);
}

/** Who is gone by now. */
function hearNothing(): void {}
