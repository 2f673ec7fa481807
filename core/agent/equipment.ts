import type {
  AgentHandle,
  ExtensionPoint,
  ExtensionPoints,
  Log,
  WeakHandle,
} from "../contract/index.ts";
import type { Board } from "../board/board.ts";
import { toolAssets } from "../dispatch/assets.ts";
import { createExtensions } from "../dispatch/extensions.ts";
import type { Extensions, Fold } from "../dispatch/extensions.ts";
import { createDispatcher } from "../dispatch/dispatcher.ts";
import type { Dispatcher, DispatcherOptions } from "../dispatch/dispatcher.ts";
import { buildSystemPrompt } from "../prompts/system-prompt.ts";
import type { ModelHandle } from "./models/model.ts";
import { nativeCalls } from "./protocol.ts";
import type { CallProtocol } from "./protocol.ts";
import { textCalls } from "./text-calls.ts";
import { extensionTexts } from "./extension-texts.ts";
import type { Registry } from "../registry/registry.ts";

/** What an agent has of one board and one model: tools, extensions, prompt. Another board means another equipment. */
export type Equipment = {
  readonly board: Board;
  readonly model: ModelHandle;
  readonly registry: Registry;
  readonly protocol: CallProtocol;
  /** The wire names of what the model is offered. */
  readonly tools: readonly string[];
  readonly dispatcher: Dispatcher;
  /** Built when it is first asked for, and then the same for the whole session, so that a provider can cache it. */
  system(): Promise<string>;
  /** Runs the extensions at a point; none of them can fail the turn. */
  extend<P extends ExtensionPoint>(
    point: P,
    event: ExtensionPoints[P]["event"],
  ): Promise<ExtensionPoints[P]["event"]>;
};

export type EquipmentParts = Omit<DispatcherOptions, "registry" | "agent" | "log" | "model"> & {
  readonly model: ModelHandle;
  readonly registry: Registry;
  readonly agent: WeakHandle<AgentHandle>;
  readonly session: string;
  readonly log: Log;
  /** Hears of a prompt or an extension that failed and was left out. */
  readonly report: (message: string, hint: string | null) => void;
};

export function equip(parts: EquipmentParts): Equipment {
  const { board, model, registry, agent, session, log, report } = parts;
  const extensions = createExtensions({
    extensions: board.extensions,
    agent,
    workspace: board.root,
    store: parts.toolStore?.({ profile: board.profile.name, session }) ?? null,
    assets: toolAssets(board),
    log,
    report: ({ point, file }, message) =>
      report(`The ${point} extension ${board.relative(file)} ${message}.`, null),
  });
  const specs = registry.specs();
  let system: Promise<string> | null = null;
  return {
    board,
    model,
    registry,
    protocol: board.profile.tool_calls === "text" ? textCalls(specs) : nativeCalls(specs),
    tools: specs.map((spec) => spec.name),
    dispatcher: createDispatcher({ ...parts, model: model.id }),
    system: () => (system ??= buildSystem(parts, extensions)),
    extend: (point, event) => extensions.run(point, event, FOLDS[point]),
  };

  async function buildSystem(
    { board: of, registry: offered }: EquipmentParts,
    from: Extensions,
  ): Promise<string> {
    const texts = await extensionTexts(from, { profile: of.profile.name, session });
    const built = await buildSystemPrompt({ board: of, registry: offered, extensions: texts });
    for (const { severity, message, hint } of built.diagnostics) {
      if (severity === "error") report(message, hint);
    }
    return built.system;
  }
}

/** How what an extension gives back changes the event; at the other points of the loop nothing is given back. */
const FOLDS: { readonly [P in ExtensionPoint]?: Fold<P> } = {
  before_model_call(event, change) {
    const system: unknown = Reflect.get(Object(change), "system");
    return typeof system === "string" ? { ...event, system } : null;
  },
};
