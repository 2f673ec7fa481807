import { z } from "zod";

/** The JSON that others rely on (docs/design.md, "Commands"): no key less, and none more. */

const jsonSchema = z.record(z.string(), z.unknown());
const risk = z.enum(["read", "write", "deny"]);
const file = z.string().regex(/^[^/]/, "relative").nullable();

export const diagnostic = z.strictObject({
  code: z.string().regex(/^[a-z]+\/[a-z-]+$/),
  severity: z.enum(["error", "warning", "info"]),
  message: z.string(),
  file,
  line: z.int().positive().nullable(),
  hint: z.string().nullable(),
});

const toolShape = {
  name: z.string(),
  id: z.string().regex(/^(local|plugin|profile|mcp):/),
  status: z.enum(["ok", "failed", "denied", "disabled"]),
  risk: risk.nullable(),
  interactive: z.boolean().nullable(),
  break_loop: z.enum(["never", "always", "sometimes"]).nullable(),
  description: z.string().nullable(),
  file,
  prompt: file,
  dox: file,
  shadows: z.array(z.string()),
  inputSchema: jsonSchema.nullable(),
  // Only where the tool says what its structured result is.
  outputSchema: jsonSchema.optional(),
  methods: z.record(
    z.string(),
    z.strictObject({
      description: z.string(),
      risk,
      inputSchema: jsonSchema,
      outputSchema: jsonSchema.optional(),
    }),
  ),
  error: z.string().nullable(),
};

export const listed = z.strictObject({
  root: z.string(),
  profile: z.string(),
  tools: z.array(z.strictObject(toolShape)),
  ignored: z.array(z.strictObject({ file: z.string(), reason: z.string() })),
  diagnostics: z.array(diagnostic),
});

export const explained = z.strictObject({
  ...toolShape,
  timeout: z.number().positive(),
  prompt_shadows: z.array(z.string()),
  dox_shadows: z.array(z.string()),
  specs: z.array(
    z.strictObject({
      name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
      description: z.string(),
      inputSchema: z.looseObject({ type: z.literal("object") }),
      tokens: z.int().positive(),
    }),
  ),
  fragment: z.strictObject({ file, tokens: z.int(), text: z.string() }).nullable(),
  tokens: z.int(),
  diagnostics: z.array(diagnostic),
});

export const result = z.strictObject({
  id: z.string(),
  tool: z.string(),
  method: z.string().nullable(),
  status: z.enum(["ok", "error", "denied", "no_answer", "cancelled", "timeout"]),
  is_error: z.boolean(),
  message: z.string(),
  break_loop: z.boolean(),
  additional: z.record(z.string(), z.unknown()).nullable(),
  ms: z.number().nonnegative(),
});

export const results = z.array(result);

export const prompt = z.strictObject({
  system: z.string(),
  tokens: z.int(),
  parts: z.array(z.strictObject({ file, tokens: z.int() })),
});

export const doctor = z.strictObject({
  ok: z.boolean(),
  checks: z.array(
    z.strictObject({
      name: z.string(),
      status: z.enum(["ok", "warn", "fail"]),
      message: z.string(),
      hint: z.string().nullable(),
    }),
  ),
});

/** Events are held to what is common to them; each has its own further keys. */
export const event = z.looseObject({ type: z.string() });

/** Reads standard output as one JSON value of that shape. */
export function parse<S extends z.ZodType>(shape: S, stdout: string): z.output<S> {
  return shape.parse(JSON.parse(stdout));
}
