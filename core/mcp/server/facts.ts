import type { Board } from "../../board/board.ts";
import type { Secrets } from "../../dispatch/secrets/secrets.ts";

/** What a server tells of itself to any client. */
export type ServerFacts = {
  readonly info: { readonly name: string; readonly version: string; readonly title: string };
  readonly instructions: string | undefined;
};

export const CAPABILITIES = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  completions: {},
  logging: {},
};

/** @param version - of the framework */
export function serverFacts(
  { profile }: { readonly profile: Pick<Board["profile"], "title" | "description"> },
  version: string,
  secrets: Secrets,
): ServerFacts {
  const { title, description } = profile;
  return {
    info: { name: "pegboard", version, title: `Pegboard: ${title}` },
    instructions: description === "" ? undefined : secrets.mask(description),
  };
}
