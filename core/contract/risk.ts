/** What a call may do unasked: `read` runs, `write` asks a person, `deny` never runs. Ordered from low to high. */
export const RISKS = ["read", "write", "deny"] as const;

export type Risk = (typeof RISKS)[number];

export function isRisk(value: unknown): value is Risk {
  return RISKS.some((risk) => risk === value);
}

/** The higher of two risks: a judgement of one call may raise the declared risk, never lower it. */
export function higherRisk(a: Risk, b: Risk): Risk {
  return RISKS.indexOf(a) >= RISKS.indexOf(b) ? a : b;
}
