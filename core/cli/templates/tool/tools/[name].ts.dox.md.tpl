---
tool: {{name_yaml}}
risk: {{risk}}
break_loop: never
interactive: false
side_effects: []
---
# {{name}}.ts DOX

## Purpose

{{description}}

## Arguments

| name | type | required | meaning |
| --- | --- | --- | --- |
{{table_rows}}

## Output

The arguments of the call, as one JSON object.

## break_loop

`never`: the turn goes on after the result.

## Side Effects

{{side_effects}}

## Prompt Contract

`agent.system.tool.{{name}}.md` says what the tool does, names each argument and shows one call.

## Dependencies

- `zod`, for the arguments

## Verification

- `{{test_file}}`
