import { findSecrets } from "../../documents/secrets.ts";
import { FRAGMENT, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

// Put together here, so that nothing that looks like a key stands in this file.
const LOOKS_REAL = ["gh", "p_", "k3Jq8Zt1Vw5Xy7Bn2Lm4Pq6Rs9Tu0Aa3Cc5D"].join("");

export const rule: Rule = {
  code: "secret/key",
  severity: "error",
  summary:
    "Something that looks like a key stands in a fragment, contract, profile, skill or guide: it goes to models, to providers and into the repository.",
  failing: changed(
    FRAGMENT,
    "Current weather for a city.",
    `Current weather for a city. Key: ${LOOKS_REAL}`,
    "Key:",
  ),
  passing: clean(FRAGMENT, "Current weather"),
  check: ({ texts }) =>
    texts.flatMap(({ file, text }) =>
      findSecrets(text).map(({ what, line }) => ({
        message: `this looks like ${what}`,
        file,
        line,
        hint: "Revoke it, put the new one into usr/secrets.env, and write `§§secret(NAME)` here.",
      })),
    ),
};
