import { createHmac, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** In the home folder, out of reach of whoever may write into a workspace alone. */
const FOLDER = ".pegboard";
const NAME = "manifest.key";

const KEY = /^[\w-]{43}$/;

/**
 * Tells what this user's Pegboard has written from what somebody else has: who can write into a workspace, a model with a
 * tool that edits files among them, must not be able to say which file a tool is, or that it is harmless.
 *
 * @param home - the folder of the user
 * @returns a function that seals a text; null where no key can be kept, for a user without a home: then nothing that lies
 *   in a workspace can be told from what somebody else put there
 */
export function openSeal(home: string = homedir()): ((text: string) => string) | null {
  const key = readKey(home) ?? makeKey(home);
  if (key === null) return null;
  return (text) => createHmac("sha256", key).update(text).digest("base64url");
}

function readKey(home: string): string | null {
  try {
    const key = readFileSync(join(home, FOLDER, NAME), "utf8");
    return KEY.test(key) ? key : null;
  } catch {
    return null;
  }
}

function makeKey(home: string): string | null {
  try {
    mkdirSync(join(home, FOLDER), { recursive: true, mode: 0o700 });
    const options = { flag: "wx", mode: 0o600 } as const;
    writeFileSync(join(home, FOLDER, NAME), randomBytes(32).toString("base64url"), options);
  } catch {
    // Another process may have made it at the same time.
  }
  return readKey(home);
}
