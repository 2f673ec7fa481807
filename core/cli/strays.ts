import { thrownText } from "../dispatch/wording.ts";

/**
 * Catches what a tool throws outside of its call, from a timer for instance: it belongs to no call, and must not end the
 * process with all the calls that are under way.
 *
 * @param tell - told what was thrown, for the person
 * @returns ends it
 */
export function catchStrays(tell: (message: string) => void): () => void {
  const caught = (thrown: unknown): void =>
    tell(`Something threw outside of any call: ${thrownText(thrown)}`);
  process.on("uncaughtException", caught);
  process.on("unhandledRejection", caught);
  return () => {
    process.off("uncaughtException", caught);
    process.off("unhandledRejection", caught);
  };
}
