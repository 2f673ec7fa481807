import { ModelUnavailable } from "./model.ts";
import type { Environment } from "./model.ts";

/** What speaks to the provider: one file each. */
type ProviderKind = "openai" | "anthropic" | "google" | "compatible";

export type Provider = {
  readonly name: string;
  readonly kind: ProviderKind;
  /** Variables that may hold the key; the first that is set counts. */
  readonly keys: readonly string[];
  readonly needsKey: boolean;
  /** Variables that may hold another address; the first that is set counts. */
  readonly addresses: readonly string[];
  /** Null: the provider's own, which its package knows; or none, and a variable must be set. */
  readonly address: string | null;
};

/** The providers that are known by name. Any other OpenAI-compatible server is reached by setting `<NAME>_BASE_URL`. */
export const PROVIDERS: readonly Provider[] = [
  {
    name: "openai",
    kind: "openai",
    keys: ["OPENAI_API_KEY"],
    needsKey: true,
    addresses: ["OPENAI_BASE_URL"],
    address: null,
  },
  {
    name: "anthropic",
    kind: "anthropic",
    keys: ["ANTHROPIC_API_KEY"],
    needsKey: true,
    addresses: ["ANTHROPIC_BASE_URL"],
    address: null,
  },
  {
    name: "google",
    kind: "google",
    keys: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"],
    needsKey: true,
    addresses: ["GOOGLE_BASE_URL"],
    address: null,
  },
  compatible("openrouter", { needsKey: true, address: "https://openrouter.ai/api/v1" }),
  compatible("ollama", { address: "http://127.0.0.1:11434/v1" }),
  compatible("lmstudio", { address: "http://127.0.0.1:1234/v1" }),
  compatible("vllm", { address: "http://127.0.0.1:8000/v1" }),
  {
    name: "compatible",
    kind: "compatible",
    keys: ["PEGBOARD_API_KEY"],
    needsKey: false,
    addresses: ["PEGBOARD_BASE_URL"],
    address: null,
  },
];

/** A provider as the environment has it. */
export type ConfiguredProvider = {
  readonly name: string;
  readonly kind: ProviderKind;
  readonly key: string | null;
  /** Null: the provider's own address. */
  readonly address: string | null;
  /** Sends the requests. Default: the global one. */
  readonly fetch?: typeof globalThis.fetch;
};

/**
 * What is needed to reach a provider.
 *
 * @throws {ModelUnavailable} the name is unknown, or a variable is missing; the message names it
 */
export function configureProvider(name: string, env: Environment): ConfiguredProvider {
  const provider = PROVIDERS.find((known) => known.name === name) ?? otherProvider(name, env);
  const { kind, keys, needsKey, addresses, address } = provider;
  const key = firstSet(keys, env);
  if (key === null && needsKey) {
    throw new ModelUnavailable(
      `The model provider "${name}" needs a key: set ${keys.join(" or ")} in the environment.`,
    );
  }
  const elsewhere = firstSet(addresses, env);
  if (elsewhere === null && address === null && kind === "compatible") {
    throw new ModelUnavailable(
      `The model provider "${name}" needs an address: set ${addresses.join(" or ")} to the URL of an ` +
        `OpenAI-compatible server, http://127.0.0.1:8080/v1 for instance.`,
    );
  }
  return {
    name,
    kind,
    key,
    address: elsewhere === null ? address : checkedAddress(elsewhere, addresses.join(" or ")),
  };
}

function compatible(
  name: string,
  { needsKey = false, address }: { readonly needsKey?: boolean; readonly address: string | null },
): Provider {
  const variable = variableName(name);
  return {
    name,
    kind: "compatible",
    keys: [`${variable}_API_KEY`],
    needsKey,
    addresses: [`${variable}_BASE_URL`],
    address,
  };
}

function otherProvider(name: string, env: Environment): Provider {
  const provider = compatible(name, { address: null });
  if (/^[a-z][a-z0-9_.-]*$/i.test(name) && firstSet(provider.addresses, env) !== null) {
    return provider;
  }
  throw new ModelUnavailable(
    `There is no model provider "${name}". There are ${PROVIDERS.map((known) => known.name).join(", ")} and replay; ` +
      `for another OpenAI-compatible server set ${variableName(name)}_BASE_URL to its URL.`,
  );
}

function variableName(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, "_");
}

function firstSet(variables: readonly string[], env: Environment): string | null {
  for (const variable of variables) {
    const value = env[variable]?.trim();
    if (value) return value;
  }
  return null;
}

/** Servers serve under `/v1`; an address without any path is almost always meant so. */
function checkedAddress(address: string, variables: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new ModelUnavailable(
      `${variables} must be an http or https URL, and it is ${JSON.stringify(address)}.`,
    );
  }
  return url.pathname === "/" ? new URL("/v1", url).href : address.replace(/\/+$/, "");
}
