import type { Example } from "../rule.ts";
import { added } from "./clean.ts";

const SKILL_FILE = "skills/travel-plan/SKILL.md";

const SKILL = `---
name: travel-plan
description: Plans a journey around the weather. Use it when somebody asks where to go.
---

# Travel plan

1. Ask when the journey begins.
2. Compare places, as in [the table](places.md).
`;

/** A skill that is right but for one replaced text; \`at\` is a text in the line to look at. */
export function skill(from: string, to: string, at: string): Example {
  return added(
    SKILL_FILE,
    SKILL.replace(from, () => to),
    at,
    {
      files: { "skills/travel-plan/places.md": "# Places\n" },
    },
  );
}
