/** What the model may ask for: null for a name that is not offered, else the methods of that tool. */
export type Offered = (tool: string) => readonly string[] | null;

export type TextRequest = {
  readonly tool: string;
  readonly method: string | null;
  readonly args: Readonly<Record<string, unknown>>;
};

export type Normalised =
  | { readonly kind: "request"; readonly request: TextRequest }
  /** An object that asks for no tool. */
  | { readonly kind: "no-request" }
  | { readonly kind: "invalid"; readonly what: string };

/**
 * Reads a tool request out of an object that a model wrote. `tool_name`/`tool_args` is the form that prompts show;
 * `tool`/`args` and a provider's `{type: "function", name, parameters}` mean the same. Other keys (thoughts, a headline)
 * are the model's own and ignored.
 */
export function normaliseRequest(
  object: Readonly<Record<string, unknown>>,
  offered: Offered,
): Normalised {
  const [name, other] = namesOf(object);
  if (name === undefined) return { kind: "no-request" };
  if (other !== undefined) return invalid(`it names two tools, ${quote(name)} and ${quote(other)}`);
  const { key, value } = argsOf(object);
  if (key === null)
    return invalid('`tool_args` is missing; write `"tool_args": {}` for a call without arguments');
  if (!isObject(value))
    return invalid(
      `\`${key}\` must be an object, not ${JSON.stringify(value)?.slice(0, 80) ?? "nothing"}`,
    );

  const [tool = "", suffix, ...more] = name.split(":");
  if (tool === "" || suffix === "" || more.length > 0) {
    return invalid(
      `the name ${quote(name)} must be a tool, or a tool and a method: \`tool:method\``,
    );
  }
  return { kind: "request", request: withMethod(tool, suffix ?? null, value, offered(tool) ?? []) };
}

/** Whether an object asks for a tool at all, however wrongly. */
export function isRequest(object: Readonly<Record<string, unknown>>): boolean {
  return namesOf(object).length > 0;
}

/** The names that an object gives, each once. */
function namesOf(object: Readonly<Record<string, unknown>>): string[] {
  const given = [
    object["tool_name"],
    object["tool"],
    object["type"] === "function" ? object["name"] : undefined,
  ];
  return [...new Set(given.filter((name) => typeof name === "string"))];
}

function quote(name: string): string {
  return JSON.stringify(name.slice(0, 80));
}

const ARGS_KEYS = ["tool_args", "args", "parameters", "arguments"];

function argsOf(object: Readonly<Record<string, unknown>>): { key: string | null; value: unknown } {
  const key = ARGS_KEYS.find((candidate) => Object.hasOwn(object, candidate)) ?? null;
  return { key, value: key === null ? undefined : object[key] };
}

/**
 * `action` or `method` among the arguments choose the method of a tool that has methods. An explicit `action` wins over
 * the name, `method` only fills in where the name has none. For a tool without methods both are ordinary arguments.
 */
function withMethod(
  tool: string,
  suffix: string | null,
  args: Record<string, unknown>,
  methods: readonly string[],
): TextRequest {
  const named = (key: "action" | "method") => {
    const value = args[key];
    return typeof value === "string" && methods.includes(value) ? { key, value } : null;
  };
  const chosen = named("action") ?? (suffix === null ? named("method") : null);
  if (chosen === null) return { tool, method: suffix, args };
  const { [chosen.key]: _, ...rest } = args;
  return { tool, method: chosen.value, args: rest };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function invalid(what: string): Normalised {
  return { kind: "invalid", what };
}
