import { existsSync } from "node:fs";
import { thrownText } from "../../dispatch/wording.ts";
import type { ServerConfig } from "./read-server.ts";

/** Why a server can not be connected, in words that say what to look at; the error itself where it says so already. */
export function whyNot(error: unknown, server: ServerConfig): unknown {
  const chain = causesOf(error);
  const code = chain.map(({ code: each }) => each).findLast((each) => typeof each === "string");
  if (server.kind === "stdio") {
    const { command, cwd } = server;
    if (code === "ENOENT" && !existsSync(cwd)) {
      return new Error(`Its cwd, ${cwd}, is not there. Correct it in ${server.file}.`);
    }
    if (code === "ENOENT") {
      return new Error(
        `There is no program ${JSON.stringify(command)} to start. Install it, or give its absolute path in ${server.file}.`,
      );
    }
    if (code === "EACCES") {
      return new Error(`${JSON.stringify(command)} may not be run. Make it executable.`);
    }
    if (/^Connection closed$/.test(thrownText(error))) {
      return new Error(`Its process ended before it had answered: ${command}.`);
    }
    return error;
  }
  if (!chain.some(({ message }) => message === "fetch failed")) return error;
  const { origin, pathname } = new URL(server.url);
  const last = String(chain.at(-1)?.message ?? "");
  const cause = last !== "" && last !== "fetch failed" ? last : String(code ?? "nothing answers");
  return new Error(
    `${origin}${pathname} can not be reached: ${cause}. Is it running, and is the url right?`,
  );
}

type Cause = { readonly message?: unknown; readonly code?: unknown };

/** The error, what it was caused by, and so on. */
function causesOf(error: unknown): Cause[] {
  const chain: Cause[] = [];
  for (let at = error; typeof at === "object" && at !== null; at = Reflect.get(at, "cause")) {
    if (chain.includes(at)) break;
    chain.push(at);
  }
  return chain;
}
