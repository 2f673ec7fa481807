# {{name}}

## Purpose

{{description}}

## Ownership

Everything in this folder: tools, their fragments and contracts, their tests.

## Local Contracts

- A tool has its contract beside it (`tools/<tool>.ts.dox.md`) and its fragment in `prompts/agent.system.tool.<tool>.md`.
- The plugin works on its own: it imports its own files, `pegboard` and `zod`, and nothing of another plugin.

## Work Guidance

- `pegboard new tool <tool> --plugin {{name}}` makes a tool with all that belongs to it.
- Declare the risk that a call really has; `assess` may raise it for one call.

## Verification

- `node --test` runs `tests/`.

## Child DOX Index

None.
