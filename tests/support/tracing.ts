import { AsyncLocalStorage } from "node:async_hooks";
import { ROOT_CONTEXT, SpanStatusCode, context, trace } from "@opentelemetry/api";
import type {
  Context,
  ContextManager,
  Span,
  SpanKind,
  Tracer,
  TracerProvider,
} from "@opentelemetry/api";
import { afterEach } from "vitest";

export type RecordedSpan = {
  name: string;
  kind: SpanKind | undefined;
  attributes: Record<string, unknown>;
  status: SpanStatusCode;
  parent: string | null;
  ended: boolean;
};

/** What an SDK would register: a provider that keeps its spans, and a manager that hands the context on. */
export function registerTracing(broken = false): RecordedSpan[] {
  const spans: RecordedSpan[] = [];
  const names = new Map<Span, string>();
  const tracer: Pick<Tracer, "startSpan"> = {
    startSpan(name, options, parent) {
      if (broken) throw new Error("no spans today");
      const above = trace.getSpan(parent ?? context.active());
      const recorded: RecordedSpan = {
        name,
        kind: options?.kind,
        attributes: { ...options?.attributes },
        status: SpanStatusCode.UNSET,
        parent: above === undefined ? null : (names.get(above) ?? null),
        ended: false,
      };
      spans.push(recorded);
      const span: Span = {
        spanContext: () => ({ traceId: "1".repeat(32), spanId: "1".repeat(16), traceFlags: 1 }),
        setAttribute: (key, value) => ((recorded.attributes[key] = value), span),
        setAttributes: (more) => (Object.assign(recorded.attributes, more), span),
        addEvent: () => span,
        addLink: () => span,
        addLinks: () => span,
        setStatus: ({ code }) => ((recorded.status = code), span),
        updateName: () => span,
        end: () => void (recorded.ended = true),
        isRecording: () => true,
        recordException: () => {},
      };
      names.set(span, name);
      return span;
    },
  };
  trace.setGlobalTracerProvider({ getTracer: () => tracer } as unknown as TracerProvider);
  const store = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => store.getStore() ?? ROOT_CONTEXT,
    with: (active, work, self, ...args) =>
      store.run(active, () => Reflect.apply(work, self, args) as never),
    bind: (_active, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  context.setGlobalContextManager(manager);
  return spans;
}

afterEach(() => {
  trace.disable();
  context.disable();
});
