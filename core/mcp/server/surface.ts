import type { Tool } from "@modelcontextprotocol/server";
import { createHash } from "node:crypto";
import type { Board } from "../../board/board.ts";
import { fragmentName } from "../../board/pair.ts";
import { toolAssets } from "../../dispatch/assets.ts";
import { createExtensions } from "../../dispatch/extensions.ts";
import type { BindStore } from "../../dispatch/options.ts";
import { createRegistry } from "../../registry/create.ts";
import type { Registry } from "../../registry/registry.ts";
import { collectOffers } from "./offers.ts";
import type { Offers } from "./offers.ts";
import { toolList } from "./tool-list.ts";

/** What clients see of one board. Nothing of it is worked out before somebody asks. */
export type Surface = {
  readonly board: Board;
  readonly registry: Registry;
  tools(): readonly Tool[];
  offers(): Promise<Offers>;
};

export type SurfaceOptions = {
  readonly toolStore: BindStore | undefined;
  /** Told what is left out, and why. */
  readonly report: (message: string) => void;
};

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

export function createSurface(board: Board, { toolStore, report }: SurfaceOptions): Surface {
  const registry = createRegistry(board);
  let tools: readonly Tool[] | undefined;
  let offers: Promise<Offers> | undefined;
  return {
    board,
    registry,
    tools: () => (tools ??= toolList(registry)),
    offers() {
      const extensions = createExtensions({
        extensions: board.extensions,
        agent: { deref: () => undefined },
        workspace: board.root,
        store: toolStore?.({ profile: board.profile.name, session: "mcp" }) ?? null,
        assets: toolAssets(board),
        log: SILENT,
        report: ({ point, name }, message) => report(`The extension ${point}/${name} ${message}`),
      });
      return (offers ??= collectOffers(board, registry, extensions, report));
    },
  };
}

/** What differs between two surfaces, as far as a client can see it. */
export type Change = {
  readonly tools: boolean;
  readonly prompts: boolean;
  readonly resources: boolean;
};

/** Compares without rendering or importing anything. */
export function changeBetween(before: Surface, after: Surface): Change {
  const offers = offersDigest(before.board) !== offersDigest(after.board);
  return {
    tools: digest(before.tools()) !== digest(after.tools()),
    prompts: offers,
    resources: offers,
  };
}

function offersDigest(board: Board): string {
  const fragments = board.tools.map(({ name, status }) => [
    name,
    status,
    board.find("prompts", fragmentName(name))[0]?.file,
  ]);
  const skills = board.list("skills").map(({ name, file }) => [name, file]);
  const extensions = [...board.extensions.mcp_prompts, ...board.extensions.mcp_resources];
  return digest([fragments, skills, extensions.map(({ file }) => file)]);
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64");
}
