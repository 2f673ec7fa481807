import type { Tool } from "@modelcontextprotocol/server";
import type { Board } from "../../board/board.ts";
import type { Secrets } from "../../dispatch/secrets/secrets.ts";
import { createRegistry } from "../../registry/create.ts";
import { CAPABILITIES, serverFacts } from "./facts.ts";
import { pageOf } from "./pages.ts";
import { toolList } from "./tool-list.ts";

/** All that the quick answers need of a board: plain data that survives JSON. */
export type QuickFacts = {
  readonly profile: Pick<Board["profile"], "title" | "description">;
  readonly tools: readonly Tool[];
};

/** A text of a board that can be kept: its quick facts as JSON. */
export const QUICK_TEXT = {
  name: "mcp",
  make(board: Board): string {
    const { title, description } = board.profile;
    const facts: QuickFacts = {
      profile: { title, description },
      tools: toolList(createRegistry(board)),
    };
    return JSON.stringify(facts);
  },
};

export type QuickAnswersOptions = {
  readonly facts: QuickFacts;
  readonly version: string;
  readonly secrets: Secrets;
};

/** The result for a message, or undefined where more than what stands here is needed to answer it. */
export type QuickAnswer = (message: unknown) => object | undefined;

/** The revisions whose opening is `initialize`, as the SDK speaks them. */
const REVISIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"];
/** By this a request of a newer revision is known. */
const CLAIM = "io.modelcontextprotocol/protocolVersion";

/**
 * Answers what every client asks first, without the SDK, whose import takes longer than all the rest of the start. Its
 * answers are the SDK's own.
 */
export function quickAnswers({ facts, version, secrets }: QuickAnswersOptions): QuickAnswer {
  return (message) => {
    const { method, params }: Readonly<Record<string, unknown>> = Object(message);
    const { protocolVersion, cursor, _meta }: Readonly<Record<string, unknown>> = Object(params);
    if (Reflect.has(Object(_meta), CLAIM)) return undefined;
    switch (method) {
      case "initialize": {
        if (!REVISIONS.some((revision) => revision === protocolVersion)) return undefined;
        const { info, instructions } = serverFacts(facts, version, secrets);
        return {
          protocolVersion,
          capabilities: CAPABILITIES,
          serverInfo: info,
          ...(instructions === undefined ? {} : { instructions }),
        };
      }
      case "ping":
        return {};
      case "tools/list": {
        if (cursor !== undefined && typeof cursor !== "string") return undefined;
        const page = pageOf(facts.tools, ({ name }) => name, cursor);
        if (page === null) return undefined;
        const { items, ...more } = page;
        return { tools: items, ...more };
      }
      default:
        return undefined;
    }
  };
}
