---
name: {{name}}
description: {{description_yaml}}
---

# {{title}}

## When to use it

{{description}}

## Steps

1. Say in one sentence what is wanted.
2. Do it with the tools at hand.
3. Check the outcome, and report what was done and what was not.
