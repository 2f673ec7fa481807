import { BREAK_LOOP, RISKS, durationMs, isRisk } from "../contract/index.ts";
import type { Risk, ToolClass } from "../contract/index.ts";
import { NAME_RULE, isName } from "./asset-name.ts";
import type { CallableSpec, ToolDescription } from "./board.ts";
import { argsOf, outputOf } from "./describe-schemas.ts";
import { deepFreeze } from "./freeze.ts";
import { alternatives } from "./key-reader.ts";
import { isMapping } from "./mapping.ts";
import { fatal, nameOf, shown } from "./tool-problem.ts";
import type { Problems, ToolProblem } from "./tool-problem.ts";

export type Described = {
  /** As far as it can be known, also where a problem is fatal. Frozen at every depth. */
  readonly description: ToolDescription;
  readonly problems: readonly ToolProblem[];
};

/**
 * Reads what a tool says of itself (DESIGN, "Writing a tool") into plain data, with every schema as it goes to a
 * provider. Never throws, whatever the class holds.
 */
export function describeTool(tool: ToolClass): Described {
  const problems: ToolProblem[] = [];
  try {
    return { description: deepFreeze(read(tool, problems)), problems };
  } catch (error) {
    const cause = error instanceof Error ? error.message : "it threw something that is no Error";
    const message = `What the tool says of itself can not be read: ${cause.slice(0, 500)}.`;
    problems.push({ code: "tool/definition", severity: "error", message, hint: null, fatal: true });
    return { description: deepFreeze(nothing()), problems };
  }
}

function read(tool: ToolClass, problems: Problems): ToolDescription {
  const found = new Statics(tool, "", problems);
  const risk = found.risk("write");
  const description = found.description();
  const methods = methodsOf(tool, risk, problems);
  const executes = typeof Reflect.get(Object(tool.prototype), "execute") === "function";
  if (!executes && Object.keys(methods).length === 0) {
    fatal(problems, "tool/no-execute", "The tool has neither `execute` nor `methods`.", "Add one.");
  }
  return {
    self: executes ? callable(tool, "", description, risk, problems) : null,
    methods,
    description,
    risk,
    interactive: found.flag("interactive"),
    break_loop: found.oneOf("break_loop", BREAK_LOOP, "never"),
    timeout: found.timeout(),
    repeatable: found.flag("repeatable"),
    isolate: found.flag("isolate"),
    volatile: found.flag("volatile"),
  };
}

function methodsOf(
  tool: ToolClass,
  risk: Risk,
  problems: Problems,
): Readonly<Record<string, CallableSpec>> {
  const given: unknown = Reflect.get(tool, "methods");
  if (given === undefined) return {};
  if (!isMapping(given)) {
    const hint = "Write `methods: { load: { description, args, execute } }`.";
    fatal(problems, "tool/methods", `\`methods\` must be an object; found ${shown(given)}.`, hint);
    return {};
  }
  const methods: [string, CallableSpec][] = [];
  for (const [name, method] of Object.entries(given)) {
    if (!isName(name)) {
      const message = `${shown(name)} can not be the name of a method.`;
      fatal(problems, "tool/method-name", message, `Of a method, ${NAME_RULE}.`);
      continue;
    }
    if (!isMapping(method) || typeof method["execute"] !== "function") {
      const message = `The method \`${name}\` has no \`execute\`.`;
      fatal(problems, "tool/no-execute", message, "Give it one.");
      continue;
    }
    const found = new Statics(method, name, problems);
    methods.push([name, callable(method, name, found.description(), found.risk(risk), problems)]);
  }
  return Object.fromEntries(methods);
}

function callable(
  holder: object,
  method: string,
  description: string,
  risk: Risk,
  problems: Problems,
): CallableSpec {
  const assess: unknown = Reflect.get(holder, "assess");
  if (assess !== undefined && typeof assess !== "function") {
    const message = `${nameOf("assess", method)} must be a function; found ${shown(assess)}.`;
    fatal(problems, "tool/assess", message, "Write `assess: (args) => risk`, or leave it out.");
  }
  return {
    description,
    risk,
    assessed: typeof assess === "function",
    inputSchema: argsOf(holder, method, problems),
    ...outputOf(holder, method, problems),
  };
}

/** The static fields of a tool, or the fields of a method, each with its check. */
class Statics {
  readonly #holder: object;
  readonly #method: string;
  readonly #problems: Problems;

  constructor(holder: object, method: string, problems: Problems) {
    this.#holder = holder;
    this.#method = method;
    this.#problems = problems;
  }

  description(): string {
    const value = this.#get("description");
    if (typeof value === "string" && value.trim() !== "") return value.trim();
    const whose = this.#method === "" ? "The tool" : `The method \`${this.#method}\``;
    this.#problems.push({
      code: "tool/no-description",
      severity: "warning",
      message: `${whose} has no description, so a model can not tell what it is for.`,
      hint: "Say what it does, and when to use it.",
      fatal: false,
    });
    return "";
  }

  /** A risk that can not be read must not end as a lower one than was meant. */
  risk(fallback: Risk): Risk {
    const value = this.#get("risk");
    if (value === undefined) return fallback;
    if (isRisk(value)) return value;
    this.#wrong("risk", alternatives(RISKS), value);
    return "deny";
  }

  flag(key: string): boolean {
    const value = this.#get(key);
    if (value !== undefined && typeof value !== "boolean") this.#wrong(key, "true or false", value);
    return value === true;
  }

  oneOf<const T extends string>(key: string, values: readonly T[], fallback: T): T {
    const value = this.#get(key);
    const found = values.find((one) => one === value);
    if (value !== undefined && found === undefined) this.#wrong(key, alternatives(values), value);
    return found ?? fallback;
  }

  timeout(): number | null {
    const value = this.#get("timeout");
    if (value === undefined) return null;
    const found = durationMs(value);
    if (found === null) this.#wrong("timeout", "a duration, such as `120s` or milliseconds", value);
    return found;
  }

  #get(key: string): unknown {
    return Reflect.get(this.#holder, key);
  }

  #wrong(key: string, expected: string, value: unknown): void {
    const message = `${nameOf(key, this.#method)} must be ${expected}; found ${shown(value)}.`;
    fatal(this.#problems, `tool/${key.replace("_", "-")}`, message, "Correct it, or leave it out.");
  }
}

function nothing(): ToolDescription {
  return {
    self: null,
    methods: {},
    description: "",
    risk: "deny",
    interactive: false,
    break_loop: "never",
    timeout: null,
    repeatable: false,
    isolate: false,
    volatile: false,
  };
}
