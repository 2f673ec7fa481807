import type { Duration, ToolContext } from "./context.ts";
import type { Risk } from "./risk.ts";
import type { ArgsOf, ArgsSchema, StandardSchema } from "./schema.ts";
import { Tool } from "./tool.ts";
import type { BreakLoop, MethodDefinition, ToolClass, ToolOutputOf } from "./tool.ts";

type NoArgs = StandardSchema<unknown, Record<string, never>>;

export type ToolDefinition<
  S extends ArgsSchema,
  M extends Record<string, unknown>,
  O extends ArgsSchema = ArgsSchema,
> = {
  /** Written for the model: what the tool does, and when to use it. */
  description: string;
  /** Default: no arguments. */
  args?: S;
  /**
   * What the structured result looks like, which is `additional` of the Response, or the plain data that `execute` gives
   * back. A result that does not fit is an error. Default: nothing is said of it.
   */
  output?: O;
  /** Default: `"write"`. */
  risk?: Risk;
  assess?(args: ArgsOf<S>): Risk;
  interactive?: boolean;
  /** Default: `"never"`. */
  break_loop?: BreakLoop;
  timeout?: Duration;
  repeatable?: boolean;
  isolate?: boolean;
  volatile?: boolean;
  /** `{ load: {…} }` is called as `<tool>:load`. */
  methods?: { [K in keyof M]: MethodDefinition<M[K]> };
  execute?(args: ArgsOf<S>, context: ToolContext): ToolOutputOf<O> | Promise<ToolOutputOf<O>>;
};

/**
 * Makes a tool from plain parts. The type of `execute`'s first parameter follows from `args`, also in `methods`; that of what
 * it gives back from `output`.
 *
 * @param definition - what the tool is; see DESIGN "Writing a tool" for each key and its default
 * @returns a tool class, to be the default export of a file in a `tools/` folder
 *
 * @example
 * export default defineTool({
 *   description: "Current weather for a city.",
 *   args: z.object({ city: z.string().describe("City name, in English") }),
 *   risk: "read",
 *   async execute({ city }) {
 *     return `4 °C in ${city}`;
 *   },
 * });
 */
export function defineTool<
  S extends ArgsSchema = NoArgs,
  // A method without `args` infers as unknown, which a narrower bound would turn into a failure of all its neighbours.
  M extends Record<string, unknown> = Record<never, never>,
  O extends ArgsSchema = ArgsSchema,
>(definition: ToolDefinition<S, M, O>): ToolClass {
  class DefinedTool extends Tool {}
  const { execute, ...statics } = definition;
  Object.assign(DefinedTool, statics);
  if (execute) {
    // The pipeline hands over only what `args` has produced, so the wider parameter type of the base class is safe.
    Object.defineProperty(DefinedTool.prototype, "execute", {
      value: execute as NonNullable<Tool["execute"]>,
      configurable: true,
      writable: true,
    });
  }
  return DefinedTool;
}
