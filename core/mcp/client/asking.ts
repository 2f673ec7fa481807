import type { Diagnostic } from "../../board/diagnostic.ts";
import { canonical } from "../../dispatch/canonical.ts";
import { thrownText } from "../../dispatch/wording.ts";
import type { ServerConfig } from "./read-server.ts";
import { LeftAlone } from "./connection.ts";
import { keepFailure, readKept } from "./kept.ts";
import type { OfferedTool } from "./offered.ts";
import { settledWithin } from "./settled-within.ts";

/** What an opening board does about servers of which nothing is known. */
export type FirstPatience = {
  /** Milliseconds that it waits for all of them together; they are asked on after that. Default: 5,000. */
  readonly wait?: number;
  /** Which of them are asked at all. Default: each. */
  readonly isNeeded?: (server: ServerConfig) => boolean;
  /** Told which are waited for, when that takes more than a moment. */
  readonly waiting?: (names: readonly string[]) => void;
};

/** How long a board that is opened once waits for a server of which nothing is known, in milliseconds. */
const FIRST_WAIT = 5_000;

/** What came of asking a server of which nothing was known. */
export type Answer =
  | { readonly kind: "tools"; readonly tools: readonly OfferedTool[] }
  | { readonly kind: "failed"; readonly cause: string }
  /** Nothing yet, after so many milliseconds. */
  | { readonly kind: "late"; readonly wait: number };

export type AskingOptions = {
  /** Starts a server and asks it; keeps what it offers. */
  readonly ask: (server: ServerConfig, root: string) => Promise<readonly OfferedTool[]>;
  /** Covers the secrets in a text. */
  readonly mask: (text: string) => Promise<string>;
  /** Whether all servers are being ended. */
  readonly isClosed: () => boolean;
  /** Called once for each server that has answered, or failed, after somebody did not wait for it any longer. */
  readonly cameLate: () => void;
};

/** Asks servers of which nothing is known: each once, however many boards wait for it. */
export function createAsking({ ask, mask, isClosed, cameLate }: AskingOptions) {
  const asked = new Map<string, Promise<Answer>>();
  /** Those that a board did not wait for to the end. */
  const late = new WeakSet<Promise<Answer>>();

  async function answerOf(server: ServerConfig, root: string): Promise<Answer> {
    try {
      return { kind: "tools", tools: await ask(server, root) };
    } catch (error) {
      const cause = error instanceof LeftAlone ? error.reason : thrownText(error);
      const masked = await mask(cause);
      // Neither that it was not tried, nor that we ended it ourselves, is news of the server.
      if (!(error instanceof LeftAlone) && !isClosed()) await keepFailure(root, server, masked);
      return { kind: "failed", cause: masked };
    } finally {
      asked.delete(canonical(server));
    }
  }

  function askOnce(server: ServerConfig, root: string): Promise<Answer> {
    const key = canonical(server);
    const answer = asked.get(key) ?? answerOf(server, root);
    asked.set(key, answer);
    return answer;
  }

  return {
    /** What a server offers, as far as it is known in time. */
    async toolsOf(
      server: ServerConfig,
      root: string,
      { wait = FIRST_WAIT, isNeeded = () => true }: FirstPatience,
    ): Promise<Answer> {
      const kept = await readKept(root, server);
      if (kept !== null) return { kind: "tools", tools: kept };
      if (!isNeeded(server)) return { kind: "tools", tools: [] };
      const answer = askOnce(server, root);
      const inTime = await settledWithin(wait, answer);
      if (inTime !== null) return inTime;
      if (wait > 0) await keepFailure(root, server, lateCause(wait));
      if (!late.has(answer)) {
        late.add(answer);
        void answer.then(cameLate);
      }
      return { kind: "late", wait };
    },
  };
}

function lateCause(wait: number): string {
  return `it did not answer within ${wait / 1_000} s`;
}

/** Says of a server that it is not there, or not yet. */
export function notThere(
  { name, file }: ServerConfig,
  answer: Exclude<Answer, { kind: "tools" }>,
): Diagnostic {
  if (answer.kind === "late" && answer.wait === 0) {
    const message = `the MCP server ${name} has not answered yet`;
    const hint = "Its tools come when it does.";
    return { code: "mcp/waiting", severity: "info", message, file, line: null, hint };
  }
  const cause = answer.kind === "failed" ? answer.cause : lateCause(answer.wait);
  const what = answer.kind === "failed" ? "shows more" : "waits longer, and keeps what it offers";
  return {
    code: "mcp/unreachable",
    severity: "warning",
    message: `the MCP server ${name} can not be reached: ${cause}`,
    file,
    line: null,
    hint: `\`npx pegboard mcp test ${name}\` ${what}.`,
  };
}
