import type { Diagnostic } from "../../board/diagnostic.ts";
import { buildAutomaton } from "./automaton.ts";
import type { Automaton } from "./automaton.ts";
import { maskDeep } from "./mask-deep.ts";
import { maskText } from "./mask.ts";
import { createMessageMasker, unmasked } from "./message-masker.ts";
import type { MessageMasker } from "./message-masker.ts";
import { patternsOf } from "./patterns.ts";
import { resolvePlaceholders } from "./placeholders.ts";
import type { Resolution } from "./placeholders.ts";
import { createStreamMasker, passThrough } from "./stream-masker.ts";
import type { StreamMasker } from "./stream-masker.ts";
import { WITHHELD, withheldOnThrow } from "./withheld.ts";

/** The secrets of a workspace (DESIGN, "Dispatch"): put in just before a tool runs, masked at every way out. */
export interface Secrets {
  /** In the order of the file. */
  readonly names: readonly string[];
  /** What a person should know about the file they come from. Never holds a value. */
  readonly diagnostics: readonly Diagnostic[];
  /** Puts values in the place of `§§secret(NAME)`. */
  resolve(value: unknown): Resolution;
  /** Puts `§§secret(NAME)` in the place of values. Never throws: what can not be masked is withheld. */
  mask(text: string): string;
  /** A masked copy, keys included; the value itself where there are no secrets. Never throws. */
  maskDeep(value: unknown): unknown;
  /** A masker for one text that comes in chunks. */
  stream(): StreamMasker;
  /** A masker for messages that come one after another, each shown at once. */
  messages(): MessageMasker;
  /**
   * Takes over what was changed in their file, before calls that may need it. What was a secret before stays masked.
   *
   * @returns a promise where there is something to read, which rejects with a FileError where it can not be read
   */
  refresh(): Promise<void> | undefined;
}

/**
 * Makes secrets of values.
 *
 * @param values - name → value
 * @param former - names with values that are secrets no more, and masked nevertheless
 */
export function secretsOf(
  values: ReadonlyMap<string, string>,
  diagnostics: readonly Diagnostic[] = [],
  former: Iterable<readonly [name: string, value: string]> = [],
): Secrets {
  const kept = new Map(values);
  const patterns = patternsOf([...kept, ...former]);
  const shared = {
    refresh: () => undefined,
    names: [...kept.keys()],
    diagnostics,
    resolve: (value: unknown) => resolvePlaceholders(value, kept),
  };
  if (patterns.length === 0) {
    return {
      ...shared,
      mask: (text) => text,
      maskDeep: (value) => value,
      stream: () => passThrough,
      messages: () => unmasked,
    };
  }
  let built: Automaton | null = null;
  const automaton = (): Automaton => (built ??= buildAutomaton(patterns));
  const mask = (text: string): string => withheldOnThrow(() => maskText(automaton(), text));
  return {
    ...shared,
    mask,
    maskDeep(value) {
      try {
        return maskDeep(value, mask);
      } catch {
        return WITHHELD;
      }
    },
    stream: () => createStreamMasker(automaton()),
    messages: () => createMessageMasker(automaton()),
  };
}

export const Secrets: {
  /** Of a workspace without any. */
  readonly none: Secrets;
} = { none: secretsOf(new Map()) };

/**
 * What a model is told that asked for secrets that are not there.
 */
export function unknownSecretMessage({
  missing,
  names,
}: Extract<Resolution, { kind: "unknown_secret" }>): string {
  const asked = missing.map((name) => `\`${name}\``).join(", ");
  const known = names.length === 0 ? "There are no secrets." : `There are: ${names.join(", ")}.`;
  return `No secret is named ${asked}. ${known} A person adds one in usr/secrets.env.`;
}
