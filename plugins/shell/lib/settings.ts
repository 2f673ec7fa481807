import { settingsReader } from "pegboard";
import { z } from "zod";

export const readSettings = settingsReader(
  "shell",
  z.object({
    root: z.string().min(1).default("."),
    shell: z.string().min(1).default("/bin/sh"),
    timeout_seconds: z.number().positive().default(120),
    max_timeout_seconds: z.number().positive().default(3_600),
    max_output_chars: z.int().min(100).default(30_000),
    pass_env: z.array(z.string()).default(["PATH", "HOME", "LANG"]),
    env: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  }),
);

export type ShellSettings = ReturnType<typeof readSettings>;

/** What a command finds in its environment: what the settings name, and nothing else. */
export function environmentOf(
  { pass_env, env }: ShellSettings,
  own: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const passed = pass_env.flatMap((name): [string, string][] => {
    const value = own[name];
    return value === undefined ? [] : [[name, value]];
  });
  const set = Object.entries(env).map(([name, value]): [string, string] => [name, String(value)]);
  return Object.fromEntries([...passed, ...set]);
}
