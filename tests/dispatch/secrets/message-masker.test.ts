import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { secretsOf } from "../../../core/dispatch/secrets/secrets.ts";

/** What is shown of each message. */
function shown(values: readonly string[], messages: readonly string[]): string[] {
  const secrets = secretsOf(new Map(values.map((value, at) => [`S${at}`, value])));
  const masker = secrets.messages();
  return messages.map((message) => masker.mask(message));
}

describe("messages one after another", () => {
  test.each<[string, string[], string[], string[]]>([
    [
      "are whole, whatever they end with",
      ["verysecretvalue", "ghp_0123456789"],
      ["step one of five", "reading v", "file 1/2 ve", "reading log", "page 1"],
      ["step one of five", "reading v", "file 1/2 ve", "reading log", "page 1"],
    ],
    ["a secret within one", ["verysecret"], ["a verysecret b"], ["a §§secret(S0) b"]],
    [
      "a secret cut over two",
      ["verysecret"],
      ["a verys", "ecret b", "c"],
      ["a …", "§§secret(S0) b", "c"],
    ],
    [
      "a secret cut over many",
      ["sk-12345"],
      [...`a sk-12345.`],
      ["a", " ", "s", "k", "…", "…", "…", "…", "…", "§§secret(S0)", "."],
    ],
    ["what only began like one", ["verysecret"], ["is very", " good"], ["is …", " good"]],
    [
      "one that a longer one may follow",
      ["abc123", "abc123456"],
      ["abc123", "456 abc123", " x", "abc123"],
      ["§§secret(S0)", "§§secret(S1) §§secret(S0)", " x", "§§secret(S0)"],
    ],
    ["none that are empty", ["verysecret"], ["very", "", "secret"], ["…", "", "§§secret(S0)"]],
  ])("%s", (_what, values, messages, expected) => {
    expect(shown(values, messages)).toEqual(expected);
  });

  test("never show more than two characters of a secret that they hold together", () => {
    const value = "xyxzyxyw";
    const text = fc.array(fc.constantFrom("x", "y", "z", "w", " ", value), { maxLength: 12 });
    fc.assert(
      fc.property(text, fc.array(fc.nat(60), { maxLength: 10 }), (parts, cuts) => {
        const whole = parts.join("");
        const places = [0, ...cuts.map((at) => at % (whole.length + 1)).sort((a, b) => a - b)];
        const messages = places.map((from, at) => whole.slice(from, places[at + 1]));
        const out = shown([value], messages);
        expect(out.join("")).not.toContain(value);
        // By the place of each character: what is shown of an occurrence are its first two at most.
        let from = 0;
        for (const [at, message] of messages.entries()) {
          const kept = out[at] === message ? message.length : 0;
          for (
            let start = whole.indexOf(value);
            start >= 0;
            start = whole.indexOf(value, start + 1)
          ) {
            expect(
              Math.min(from + kept, start + value.length) - Math.max(from, start),
            ).toBeLessThan(3);
          }
          from += message.length;
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test("that can not be masked are withheld, and all that follow", () => {
    const masker = secretsOf(new Map([["S", "verysecret"]])).messages();
    const odd: unknown = { length: 3 };
    expect(masker.mask(odd as string)).toContain("withheld");
    expect(masker.mask("more")).toContain("withheld");
  });
});
