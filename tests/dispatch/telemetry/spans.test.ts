import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { describe, expect, test } from "vitest";
import { inAgentSpan, inChatSpan, inToolSpan } from "../../../core/dispatch/telemetry/spans.ts";
import { registerTracing } from "../../support/tracing.ts";

const call = { id: "c1", tool: "skills", method: "load" };
const ok = { status: "ok" as const, message: "fine" };

describe("spans", () => {
  test("a tool call", async () => {
    const spans = registerTracing();
    expect(await inToolSpan(call, () => Promise.resolve(ok))).toBe(ok);
    expect(spans).toEqual([
      {
        name: "execute_tool skills:load",
        kind: SpanKind.INTERNAL,
        attributes: {
          "gen_ai.operation.name": "execute_tool",
          "gen_ai.tool.name": "skills:load",
          "gen_ai.tool.call.id": "c1",
          "gen_ai.tool.type": "function",
        },
        status: SpanStatusCode.UNSET,
        parent: null,
        ended: true,
      },
    ]);
  });

  test.each(["error", "denied", "no_answer", "cancelled", "timeout"] as const)(
    "a call that ends as %s",
    async (status) => {
      const spans = registerTracing();
      await inToolSpan(call, () => Promise.resolve({ status, message: "private" }));
      expect(spans).toMatchObject([
        { status: SpanStatusCode.ERROR, attributes: { "error.type": status }, ended: true },
      ]);
      expect(JSON.stringify(spans)).not.toContain("private");
    },
  );

  test("a turn with a request and a call inside, and what they used", async () => {
    const spans = registerTracing();
    const usage = { input_tokens: 10, output_tokens: null };
    await inAgentSpan(
      { profile: "researcher", session: "s1", model: "google/gemini-x" },
      async () => {
        await inChatSpan(
          { model: "google/gemini-x", session: "s1" },
          () => Promise.resolve(1),
          () => ({ error: null, usage }),
        );
        await inToolSpan({ id: "c1", tool: "a", method: null }, () => Promise.resolve(ok));
      },
      () => ({ error: "model_error", usage }),
    );
    expect(spans).toMatchObject([
      {
        name: "invoke_agent researcher",
        parent: null,
        status: SpanStatusCode.ERROR,
        attributes: {
          "gen_ai.operation.name": "invoke_agent",
          "gen_ai.agent.name": "researcher",
          "gen_ai.conversation.id": "s1",
          "gen_ai.provider.name": "gcp.gemini",
          "gen_ai.request.model": "gemini-x",
          "gen_ai.usage.input_tokens": 10,
          "error.type": "model_error",
        },
      },
      {
        name: "chat gemini-x",
        kind: SpanKind.CLIENT,
        parent: "invoke_agent researcher",
        status: SpanStatusCode.UNSET,
      },
      { name: "execute_tool a", parent: "invoke_agent researcher" },
    ]);
    expect(spans.every(({ ended }) => ended)).toBe(true);
    expect(spans[0]?.attributes).not.toHaveProperty("gen_ai.usage.output_tokens");
  });

  test("work that throws ends its span and throws on", async () => {
    const spans = registerTracing();
    await expect(inToolSpan(call, () => Promise.reject(new TypeError("private")))).rejects.toThrow(
      "private",
    );
    expect(spans).toMatchObject([
      { attributes: { "error.type": "TypeError" }, status: SpanStatusCode.ERROR, ended: true },
    ]);
    expect(JSON.stringify(spans)).not.toContain("private");
  });

  test("an SDK that throws harms nothing", async () => {
    registerTracing(true);
    expect(await inToolSpan(call, () => Promise.resolve(ok))).toBe(ok);
    registerTracing();
    expect(
      await inAgentSpan(
        { profile: "p", session: "s", model: null },
        () => Promise.resolve(5),
        () => {
          throw new Error("no");
        },
      ),
    ).toBe(5);
  });

  test("without an SDK the work runs at once and no span is made", () => {
    const done = Promise.resolve(ok);
    expect(inToolSpan(call, () => done)).toBe(done);
  });
});
