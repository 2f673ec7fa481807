import { describe, expect, test } from "vitest";
import { ModelUnavailable } from "../../core/agent/models/model.ts";
import { DEFAULT_MODEL, chooseModel, openModel } from "../../core/agent/models/open-model.ts";
import { configureProvider } from "../../core/agent/models/providers.ts";

describe("which model is used", () => {
  const env = { PEGBOARD_MODEL: "ollama/env" };
  const profile = { model: "ollama/profile" };
  test.each([
    [
      { option: "ollama/option", env, profile },
      { id: "ollama/option", from: "option" },
    ],
    [
      { env, profile },
      { id: "ollama/env", from: "environment" },
    ],
    [
      { env: {}, profile },
      { id: "ollama/profile", from: "profile" },
    ],
    [
      { env: { PEGBOARD_MODEL: "" }, profile: { model: null } },
      { id: DEFAULT_MODEL, from: "default" },
    ],
  ])("%o", (given, choice) => {
    expect(chooseModel(given)).toEqual(choice);
  });
});

describe("what the environment says of a provider", () => {
  test.each<[string, Record<string, string>, object]>([
    ["openai", { OPENAI_API_KEY: "k" }, { kind: "openai", key: "k", address: null }],
    [
      "openai",
      { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "http://localhost:9/v1/" },
      { address: "http://localhost:9/v1" },
    ],
    [
      "anthropic",
      { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: "http://a.test" },
      { address: "http://a.test/v1" },
    ],
    ["google", { GEMINI_API_KEY: "k" }, { kind: "google", key: "k" }],
    ["ollama", {}, { kind: "compatible", key: null, address: "http://127.0.0.1:11434/v1" }],
    ["vllm", { VLLM_BASE_URL: "http://gpu:8000" }, { address: "http://gpu:8000/v1" }],
    ["openrouter", { OPENROUTER_API_KEY: "k" }, { address: "https://openrouter.ai/api/v1" }],
    ["compatible", { PEGBOARD_BASE_URL: "http://x.test/api" }, { address: "http://x.test/api" }],
    [
      "my-own",
      { MY_OWN_BASE_URL: "http://x.test", MY_OWN_API_KEY: "k" },
      { kind: "compatible", key: "k" },
    ],
  ])("%s with %o", (name, env, expected) => {
    expect(configureProvider(name, env)).toMatchObject({ name, ...expected });
  });
});

describe("a model that can not be opened says what to do", () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ["openai/gpt-5-mini", {}, /"openai" needs a key: set OPENAI_API_KEY/],
    ["anthropic/claude", { ANTHROPIC_API_KEY: " " }, /set ANTHROPIC_API_KEY/],
    ["google/gemini", {}, /set GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY/],
    ["openrouter/a/b", {}, /set OPENROUTER_API_KEY/],
    ["compatible/m", {}, /set PEGBOARD_BASE_URL/],
    [
      "nobody/m",
      {},
      /no model provider "nobody".*openai, anthropic, google.*replay.*NOBODY_BASE_URL/,
    ],
    ["../x/m", { ___BASE_URL: "http://x.test" }, /no model provider "\.\."/],
    ["gpt-5-mini", {}, /provider\/model.*"gpt-5-mini"/],
    ["openai/", {}, /provider\/model/],
    ["/m", {}, /provider\/model/],
    [
      "vllm/m",
      { VLLM_BASE_URL: "gpu:8000" },
      /VLLM_BASE_URL must be an http or https URL.*"gpu:8000"/,
    ],
  ])("%s", async (id, env, message) => {
    const opening = openModel(id, env);
    await expect(opening).rejects.toThrow(ModelUnavailable);
    await expect(opening).rejects.toThrow(message);
  });

  test.each([
    ["openai/gpt-5-mini", { OPENAI_API_KEY: "k" }],
    ["openai/gpt-5-mini", { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "http://127.0.0.1:1/v1" }],
    ["anthropic/claude-sonnet-4-5", { ANTHROPIC_API_KEY: "k" }],
    ["google/gemini-2.5-flash", { GOOGLE_API_KEY: "k" }],
    ["openrouter/anthropic/claude-sonnet-4.5", { OPENROUTER_API_KEY: "k" }],
    ["lmstudio/qwen", {}],
  ])("with all it needs, %s opens without a request", async (id, env) => {
    await expect(openModel(id, env)).resolves.toMatchObject({ id });
  });
});
