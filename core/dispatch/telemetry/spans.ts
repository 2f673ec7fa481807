import type * as OpenTelemetry from "@opentelemetry/api";
import type { ToolResult } from "../../contract/index.ts";

/** Where OpenTelemetry's API keeps what an SDK has registered; every copy of the package shares it. */
const REGISTERED = Symbol.for("opentelemetry.js.api.1");

type Attributes = Readonly<Record<string, string | number>>;

/** What is known when the work of a span has ended. */
type SpanEnd = {
  /** A short class of error, or null. Never a text of a tool: it may hold anything. */
  readonly error: string | null;
  readonly attributes?: Attributes;
};

type SpanStart = {
  readonly name: string;
  /** `client`: it waits for another process. */
  readonly kind: "internal" | "client";
  readonly attributes: Attributes;
};

let loading: Promise<typeof OpenTelemetry> | undefined;

/**
 * Runs one tool call in a span `execute_tool {tool}`, with the names of OpenTelemetry's conventions for generative AI.
 * Where no SDK is registered, that costs one look-up and the package is not even imported.
 *
 * @param call - `id` is the call's, `method` that of a tool that has several
 * @param work - runs at once, and its outcome is handed on as it is
 */
export function inToolSpan<R extends Pick<ToolResult, "status">>(
  call: { readonly id: string; readonly tool: string; readonly method: string | null },
  work: () => Promise<R>,
): Promise<R> {
  if (!isTraced()) return work();
  const name = call.method === null ? call.tool : `${call.tool}:${call.method}`;
  const attributes = {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": name,
    "gen_ai.tool.call.id": call.id,
    "gen_ai.tool.type": "function",
  };
  return inSpan({ name: `execute_tool ${name}`, kind: "internal", attributes }, work, (result) => ({
    error: result.status === "ok" ? null : result.status,
  }));
}

/** What a model was asked, or a whole turn took. */
export type TokenUse = {
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
};

/**
 * Runs one turn of an agent in a span `invoke_agent {profile}`.
 *
 * @param agent - `model` as `provider/model`
 * @param ended - reads from the outcome what went wrong (a short class, or null) and the tokens that were used
 */
export function inAgentSpan<R>(
  agent: { readonly profile: string; readonly session: string; readonly model: string | null },
  work: () => Promise<R>,
  ended: (outcome: R) => { readonly error: string | null; readonly usage: TokenUse | null },
): Promise<R> {
  if (!isTraced()) return work();
  const attributes = {
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.name": agent.profile,
    "gen_ai.conversation.id": agent.session,
    ...modelAttributes(agent.model),
  };
  const name = `invoke_agent ${agent.profile}`;
  return inSpan({ name, kind: "internal", attributes }, work, endOf(ended));
}

/**
 * Runs one request to a model in a span `chat {model}`.
 *
 * @param model - `provider/model`
 * @param ended - reads from the outcome what went wrong (a short class, or null) and the tokens that were used
 */
export function inChatSpan<R>(
  { model, session }: { readonly model: string; readonly session: string },
  work: () => Promise<R>,
  ended: (outcome: R) => { readonly error: string | null; readonly usage: TokenUse | null },
): Promise<R> {
  if (!isTraced()) return work();
  const attributes = {
    "gen_ai.operation.name": "chat",
    "gen_ai.conversation.id": session,
    ...modelAttributes(model),
  };
  const name = `chat ${model.slice(model.indexOf("/") + 1)}`;
  return inSpan({ name, kind: "client", attributes }, work, endOf(ended));
}

function isTraced(): boolean {
  const registered: unknown = Reflect.get(globalThis, REGISTERED);
  return typeof registered === "object" && registered !== null && "trace" in registered;
}

async function inSpan<R>(
  { name, kind, attributes }: SpanStart,
  work: () => Promise<R>,
  ended: (outcome: R) => SpanEnd,
): Promise<R> {
  const api = await (loading ??= import("@opentelemetry/api"));
  const span = quietly(() =>
    api.trace.getTracer("pegboard").startSpan(name, {
      kind: kind === "client" ? api.SpanKind.CLIENT : api.SpanKind.INTERNAL,
      attributes,
    }),
  );
  if (span === null) return work();
  const finish = ({ error, attributes: more = {} }: SpanEnd): void => {
    quietly(() => {
      span.setAttributes(more);
      if (error !== null) {
        span.setAttribute("error.type", error);
        span.setStatus({ code: api.SpanStatusCode.ERROR });
      }
      span.end();
    });
  };
  try {
    const outcome = await api.context.with(api.trace.setSpan(api.context.active(), span), work);
    finish(quietly(() => ended(outcome)) ?? { error: null });
    return outcome;
  } catch (error) {
    finish({ error: error instanceof Error ? error.name : "thrown" });
    throw error;
  }
}

/** What watches the work must not harm it. */
function quietly<T>(step: () => T): T | null {
  try {
    return step();
  } catch {
    return null;
  }
}

function endOf<R>(
  ended: (outcome: R) => { readonly error: string | null; readonly usage: TokenUse | null },
): (outcome: R) => SpanEnd {
  return (outcome) => {
    const { error, usage } = ended(outcome);
    const attributes: Record<string, number> = {};
    if (typeof usage?.input_tokens === "number") {
      attributes["gen_ai.usage.input_tokens"] = usage.input_tokens;
    }
    if (typeof usage?.output_tokens === "number") {
      attributes["gen_ai.usage.output_tokens"] = usage.output_tokens;
    }
    return { error, attributes };
  };
}

/** Provider names as the conventions know them, where that differs from ours. */
const PROVIDERS: ReadonlyMap<string, string> = new Map([["google", "gcp.gemini"]]);

function modelAttributes(model: string | null): Attributes {
  const slash = model?.indexOf("/") ?? -1;
  if (model === null || slash < 0) return {};
  const provider = model.slice(0, slash);
  return {
    "gen_ai.provider.name": PROVIDERS.get(provider) ?? provider,
    "gen_ai.request.model": model.slice(slash + 1),
  };
}
