import { APICallError } from "@ai-sdk/provider";
import { describe, expect, test } from "vitest";
import { BrokenReply, StreamedError, modelFailure } from "../../core/agent/model-failure.ts";
import { askedWait, waitBefore } from "../../core/agent/retry.ts";

const POLICY = { attempts: 4, base_ms: 100, max_ms: 1000, patience_ms: 5000 };
const NOW = Date.parse("2026-01-01T00:00:00Z");

describe("how long to wait", () => {
  test.each([
    [1, 0, 50],
    [1, 0.999_999, 100],
    [2, 0, 100],
    [3, 0, 200],
    [9, 0, 500],
    [9, 0.999_999, 1000],
  ])("attempt %i with chance %d: %i ms", (attempt, chance, expected) => {
    expect(waitBefore(attempt, null, POLICY, { random: () => chance })).toBe(expected);
  });

  test("what the provider asks for counts, up to our patience", () => {
    const clock = { random: () => 0.5 };
    expect(waitBefore(1, 3000, POLICY, clock)).toBe(3000);
    expect(waitBefore(1, 0, POLICY, clock)).toBe(0);
    expect(waitBefore(1, 6000, POLICY, clock)).toBeNull();
  });

  test.each<[Record<string, string>, number | null]>([
    [{}, null],
    [{ "retry-after": "2" }, 2000],
    [{ "retry-after": "0.5" }, 500],
    [{ "retry-after": "Thu, 01 Jan 2026 00:00:07 GMT" }, 7000],
    [{ "retry-after": "Thu, 01 Jan 2020 00:00:00 GMT" }, 0],
    [{ "retry-after": "soon" }, null],
    [{ "retry-after-ms": "250", "retry-after": "9" }, 250],
    [{ "retry-after-ms": "x", "retry-after": "9" }, 9000],
  ])("%o asks for %s ms", (headers, expected) => {
    expect(askedWait(headers, NOW)).toBe(expected);
  });
});

const api = (statusCode: number, responseBody = "", responseHeaders = {}) =>
  new APICallError({
    message: "said no",
    url: "http://x.test",
    requestBodyValues: {},
    statusCode,
    responseBody,
    responseHeaders,
  });

describe("what a failure of the model means", () => {
  test.each<[string, unknown, boolean, RegExp | null]>([
    ["401", api(401), false, /OPENAI_API_KEY/],
    ["403", api(403), false, /OPENAI_API_KEY/],
    ["404", api(404), false, /OPENAI_BASE_URL/],
    ["400", api(400), false, null],
    ["408", api(408), true, null],
    ["429", api(429), true, /wait/],
    ["429 without credit", api(429, '{"error":{"code":"insufficient_quota"}}'), false, /credit/],
    ["400 too long", api(400, "context_length_exceeded"), false, /new session/],
    ["500", api(500), true, /at the provider/],
    ["529", api(529), true, /at the provider/],
    ["a reply that broke off", new BrokenReply("broke off"), true, null],
    [
      "a connection that is refused",
      Object.assign(new Error("connect"), { code: "ECONNREFUSED" }),
      true,
      /running.*OPENAI_BASE_URL/,
    ],
    [
      "a body that ends in the middle",
      new TypeError("terminated", {
        cause: Object.assign(new Error(""), { code: "UND_ERR_SOCKET" }),
      }),
      true,
      /reachable/,
    ],
    [
      "overload, told in the stream",
      new StreamedError({ type: "overloaded_error", message: "Overloaded" }),
      true,
      null,
    ],
    [
      "a bad request, told in the stream",
      new StreamedError({ type: "invalid_request_error" }),
      false,
      null,
    ],
    ["an API error in the stream", new StreamedError(api(401)), false, /OPENAI_API_KEY/],
    ["something thrown that is no error", "oops", false, null],
    ["nothing", undefined, false, null],
  ])("%s", (_, error, retryable, hint) => {
    const failure = modelFailure(error, "openai/m", NOW);
    expect(failure).toMatchObject({ retryable, message: expect.stringMatching(/^openai\/m: ./) });
    expect(failure.hint ?? "").toMatch(hint ?? /^$/);
  });

  test("headers are read whatever their case", () => {
    expect(modelFailure(api(429, "", { "Retry-After": "3" }), "openai/m", NOW).wait_ms).toBe(3000);
  });

  test("an error of a megabyte stays short", () => {
    const error = new Error("x".repeat(1_000_000));
    expect(modelFailure(error, "openai/m", NOW).message.length).toBeLessThan(2100);
  });
});
