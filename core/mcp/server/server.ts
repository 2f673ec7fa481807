import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import type { InputRequiredResult, Result, ServerContext } from "@modelcontextprotocol/server";
import type { ClientMethod } from "../../contract/index.ts";
import type { Secrets } from "../../dispatch/secrets/secrets.ts";
import { brief } from "./brief.ts";
import { toCallResult } from "./call-result.ts";
import type { Channel } from "./channel.ts";
import { clientChannel } from "./client-channel.ts";
import type { Desk } from "./desk.ts";
import { CAPABILITIES, serverFacts } from "./facts.ts";
import { pageOf } from "./pages.ts";
import { complete, getPrompt, promptList } from "./prompts.ts";
import { readResource, resourceList, templateList } from "./resources.ts";
import { answerInRounds } from "./rounds.ts";
import type { Subscriptions } from "./subscriptions.ts";
import type { Surface } from "./surface.ts";
import type { Task } from "./task.ts";
import type { WaitingTasks } from "./waiting.ts";

/** 2026-07-28 has no requests from server to client; `legacy` is everything before. */
export type Era = "legacy" | "modern";

export type ServerParts = {
  readonly version: string;
  readonly era: Era;
  readonly surface: () => Surface;
  readonly desk: Desk;
  readonly waiting: WaitingTasks;
  readonly subscriptions: Subscriptions;
  readonly secrets: Secrets;
  /** Told what goes wrong beside the answers. */
  readonly report: (message: string) => void;
};

/** Makes the server object of one client. */
export function makeServer(parts: ServerParts): Server {
  const { version, era, surface, desk, waiting, subscriptions, secrets, report } = parts;
  const { info, instructions } = serverFacts(surface().board, version, secrets);
  const server = new Server(info, {
    capabilities: CAPABILITIES,
    ...(instructions === undefined ? {} : { instructions }),
  });
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- no EventTarget
  server.onerror = (error) => report(brief(error));
  const inRounds = <T extends Result>(
    context: ServerContext,
    params: unknown,
    work: (task: Task) => Promise<T>,
  ): Promise<T | InputRequiredResult> => {
    const channel = channelOf(context);
    return answerInRounds({ context, channel, waiting, params, work });
  };
  const channelOf = (context: ServerContext): Channel =>
    clientChannel({
      context,
      // The only place that has it in the older revisions.
      connected: era === "legacy" ? server.getClientCapabilities() : undefined,
      canSend: era === "legacy",
    });

  server.setRequestHandler("tools/list", ({ params }) => {
    const { items, ...more } = page(surface().tools(), ({ name }) => name, params?.cursor);
    return { tools: [...items], ...more };
  });
  server.setRequestHandler("tools/call", ({ params }, context) => {
    const { name, arguments: args = {} } = params;
    return inRounds(context, [name, args], async (task) => {
      const found = surface().registry.lookUp(name);
      const outputSchema = found.kind === "found" ? found.spec.outputSchema : undefined;
      const result = await desk.call(name, args, task);
      if (result.is_error && task.lacked !== null && era === "modern") throw lacks(task.lacked);
      return server.projectCallToolResult(toCallResult(result, outputSchema), undefined);
    });
  });

  server.setRequestHandler("prompts/list", async ({ params }) => {
    const prompts = promptList(await surface().offers());
    const { items, ...more } = page(prompts, ({ name }) => name, params?.cursor);
    return { prompts: [...items], ...more };
  });
  server.setRequestHandler("prompts/get", ({ params }, context) => {
    const { name, arguments: args = {} } = params;
    return inRounds(context, [name, args], async (task) =>
      getPrompt(await surface().offers(), name, args, task, secrets),
    );
  });

  server.setRequestHandler("resources/list", async ({ params }) => {
    const resources = resourceList(await surface().offers());
    const { items, ...more } = page(resources, ({ uri }) => uri, params?.cursor);
    return { resources: [...items], ...more };
  });
  server.setRequestHandler("resources/templates/list", async ({ params }) => {
    const templates = templateList(await surface().offers());
    const { items, ...more } = page(templates, ({ uriTemplate }) => uriTemplate, params?.cursor);
    return { resourceTemplates: [...items], ...more };
  });
  server.setRequestHandler("resources/read", ({ params: { uri } }, context) =>
    inRounds(context, uri, async (task) =>
      readResource(await surface().offers(), uri, task, secrets),
    ),
  );
  server.setRequestHandler("completion/complete", async ({ params: { ref, argument } }) => ({
    completion: await complete(await surface().offers(), ref, argument),
  }));
  if (era === "legacy") {
    server.setRequestHandler("resources/subscribe", async ({ params: { uri } }) => {
      await subscriptions.add(server, uri);
      return {};
    });
    server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
      subscriptions.remove(server, uri);
      return {};
    });
  }
  return server;
}

/** The newer revision wants to be told what a client would have to declare for a call. */
function lacks(method: ClientMethod): MissingRequiredClientCapabilityError {
  const [capability = method] = method.split("/");
  return new MissingRequiredClientCapabilityError({ requiredCapabilities: { [capability]: {} } });
}

function page<T>(items: readonly T[], keyOf: (item: T) => string, cursor: string | undefined) {
  const found = pageOf(items, keyOf, cursor);
  if (found !== null) return found;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    "The cursor is not one of this server's.",
  );
}
