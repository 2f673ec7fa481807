import { TOOL_BRAND, hasBrand } from "./brand.ts";
import type {
  AgentHandle,
  Duration,
  LoopData,
  Progress,
  ToolContext,
  WeakHandle,
} from "./context.ts";
import type { Response } from "./response.ts";
import type { Risk } from "./risk.ts";
import type { ArgsOf, ArgsSchema, OutputOf, StandardSchema } from "./schema.ts";

export const BREAK_LOOP = ["never", "always", "sometimes"] as const;

/** May the tool's Response end the turn. */
export type BreakLoop = (typeof BREAK_LOOP)[number];

/** Anything: a string, a number, plain data or nothing becomes text that a model can read. */
export type ToolOutput = Response | string | number | boolean | object | null | undefined | void;

/**
 * What `execute` gives back where `output` says what the structured result is: that, or a Response that has it. Of a JSON
 * Schema the compiler knows nothing.
 */
export type ToolOutputOf<O> = ArgsSchema extends O
  ? ToolOutput
  : O extends StandardSchema
    ? Response<OutputOf<O>> | OutputOf<O>
    : ToolOutput;

/** Judges one call by its arguments. It may only raise the declared risk; one that throws counts as `write`. */
export type Assess<S extends ArgsSchema = ArgsSchema> = (args: ArgsOf<S>) => Risk;

export type MethodDefinition<S = ArgsSchema> = {
  /** Written for the model. */
  description: string;
  /** Default: no arguments. */
  args?: S & ArgsSchema;
  /**
   * What the structured result looks like, which is `additional`. It is held against this when it comes, not by the
   * compiler. Default: nothing is said of it.
   */
  output?: ArgsSchema;
  /** Default: the tool's own. */
  risk?: Risk;
  assess?(args: ArgsOf<S>): Risk;
  execute(args: ArgsOf<S>, context: ToolContext): ToolOutput | Promise<ToolOutput>;
};

export type ToolInit = {
  readonly agent: WeakHandle<AgentHandle>;
  readonly name: string;
  readonly method: string | null;
  readonly args: unknown;
  /** The raw message of the model that holds the call. */
  readonly message: string;
  readonly loop_data: LoopData;
  readonly progress: Progress;
};

/**
 * A tool in its class form, one instance for each call. The function form, `defineTool`, produces the same.
 *
 * @example
 * const args = z.object({ city: z.string() });
 * export default class Weather extends Tool<typeof args> {
 *   static override description = "Current weather for a city.";
 *   static override args = args;
 *   static override risk = "read" as const;
 *   async execute({ city }: z.infer<typeof args>) {
 *     return new Response({ message: `4 °C in ${city}`, break_loop: false });
 *   }
 * }
 */
export abstract class Tool<S extends ArgsSchema = ArgsSchema, O extends ArgsSchema = ArgsSchema> {
  static readonly [TOOL_BRAND] = true;
  /** Written for the model: what the tool does, and when to use it. */
  static description = "";
  static args: ArgsSchema | undefined = undefined;
  /** What the structured result looks like, which is `additional` of the Response. */
  static output: ArgsSchema | undefined = undefined;
  static risk: Risk = "write";
  static assess: Assess | undefined = undefined;
  /** Talks to the person while it runs; its whole batch then runs one call at a time. */
  static interactive = false;
  static break_loop: BreakLoop = "never";
  /** How long `execute` may take. Default: the profile's `limits.tool_timeout`. */
  static timeout: Duration | undefined = undefined;
  static methods: Readonly<Record<string, MethodDefinition>> | undefined = undefined;
  /** The same call with the same answer is no loop: for tools that poll. */
  static repeatable = false;
  /** Run in a worker that can be killed. */
  static isolate = false;
  /** The definition depends on the environment at import, so it is never taken from a cache. */
  static volatile = false;

  readonly agent: WeakHandle<AgentHandle>;
  readonly name: string;
  readonly method: string | null;
  args: ArgsOf<S>;
  readonly message: string;
  readonly loop_data: LoopData;
  readonly #progress: Progress;

  constructor(init: ToolInit) {
    this.agent = init.agent;
    this.name = init.name;
    this.method = init.method;
    // The pipeline constructs an instance only with arguments that the schema of `S` has just produced.
    this.args = init.args as ArgsOf<S>;
    this.message = init.message;
    this.loop_data = init.loop_data;
    this.#progress = init.progress;
  }

  before_execution(_context: ToolContext): void | Promise<void> {}

  execute?(args: ArgsOf<S>, context: ToolContext): ToolOutputOf<O> | Promise<ToolOutputOf<O>>;

  after_execution(_response: Response, _context: ToolContext): void | Promise<void> {}

  /** Shows `text` as the state of the running call; it passes through the `tool_output_update` extensions. */
  set_progress(text: string): Promise<void> {
    return this.#progress.set(text);
  }

  /** Accumulates text without showing it. */
  add_progress(text: string): void {
    this.#progress.add(text);
  }
}

/** A concrete tool class: what a tool file exports as default. */
export type ToolClass = {
  new (init: ToolInit): Tool;
} & Pick<
  typeof Tool,
  | "description"
  | "args"
  | "output"
  | "risk"
  | "assess"
  | "interactive"
  | "break_loop"
  | "timeout"
  | "methods"
  | "repeatable"
  | "isolate"
  | "volatile"
>;

export function isToolClass(value: unknown): value is ToolClass {
  return typeof value === "function" && hasBrand(value, TOOL_BRAND);
}
