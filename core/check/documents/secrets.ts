/** Text that has the form of a key which somebody issues. Forms, not entropy: a finding here should be certain. */
const FORMS: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: "a private key", pattern: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/g },
  { what: "an Anthropic key", pattern: /\bsk-ant-[\w-]{20,}/g },
  {
    what: "an OpenAI key",
    pattern: /\bsk-(?=[\w-]*\d)(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}/g,
  },
  { what: "a Google key", pattern: /\bAIza[\w-]{35}/g },
  { what: "a GitHub token", pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{40,})/g },
  { what: "a GitLab token", pattern: /\bglpat-[\w-]{20,}/g },
  { what: "an AWS key", pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { what: "a Slack token", pattern: /\bxox[abposr]-[\w-]{10,}/g },
  { what: "a Stripe key", pattern: /\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}/g },
  { what: "an npm token", pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { what: "a JSON web token", pattern: /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g },
  {
    what: "a password in an address",
    pattern: /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]+:[^\s/:@{}<>$*.…]{6,}@/g,
  },
  {
    what: "a secret",
    pattern:
      /\b(?:api[_-]?key|secret|token|password|passwd)["']?\s*[:=]\s*["']?(?=[A-Za-z0-9+/_-]*\d)(?=[A-Za-z0-9+/_-]*[A-Za-z])[A-Za-z0-9+/_-]{24,}={0,2}/gi,
  },
];

/** Words that show that a key is made up. */
const MADE_UP =
  /example|placeholder|your[_-]?|dummy|fake|sample|redacted|x{6,}|\.{3}|…|1234567890|0{8,}|:(?:password|passwd|pass|secret|pw)@|abcdefgh/i;

export type SecretFound = { readonly what: string; readonly line: number };

/** The lines of a text that hold what looks like a real key, each once. */
export function findSecrets(text: string): SecretFound[] {
  // Hardly any text has any, and the whole is looked through at once.
  const forms = FORMS.filter(({ pattern }) => text.search(pattern) >= 0);
  if (forms.length === 0) return [];
  const found: SecretFound[] = [];
  text.split(/\r\n?|\n/).forEach((row, index) => {
    const form = forms.find(({ pattern }) => matches(row, pattern).length > 0);
    if (form) found.push({ what: form.what, line: index + 1 });
  });
  return found;
}

/** The same text with the keys in it covered, so that a finding does not spread what it warns of. */
export function hideSecrets(text: string): string {
  let hidden = text;
  for (const { pattern } of FORMS) {
    for (const secret of matches(text, pattern)) hidden = hidden.replaceAll(secret, "[hidden]");
  }
  return hidden;
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)]
    .map(([whole]) => whole)
    .filter((whole) => !MADE_UP.test(whole));
}
