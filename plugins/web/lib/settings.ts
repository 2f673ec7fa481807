import { settingsReader } from "pegboard";
import { z } from "zod";

export const readSettings = settingsReader(
  "web",
  z.object({
    allow_hosts: z.array(z.string().min(1)).default([]),
    timeout_seconds: z.number().positive().default(20),
    max_redirects: z.int().min(0).max(20).default(5),
    max_bytes: z.int().min(1_000).max(50_000_000).default(5_000_000),
    max_chars: z.int().min(200).default(20_000),
  }),
);

export type WebSettings = ReturnType<typeof readSettings>;

/** Whether a person has allowed this host by name, whatever its address. */
export function isAllowedHost(url: URL, { allow_hosts }: WebSettings): boolean {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  const host = url.hostname.toLowerCase();
  return allow_hosts.some((allowed) => {
    const wanted = allowed.toLowerCase();
    return wanted === host || wanted === `${host}:${port}`;
  });
}
