# {{title}}

A Pegboard workspace: hang a TypeScript file on the board and every agent can
reach it.

| folder | holds |
| --- | --- |
| `agents/<profile>/agent.md` | who an agent is, which tools it has, what it may do unasked |
| `usr/plugins/<plugin>/tools/` | your tools, one a file; the file's name is the tool's |
| `tools/` | tools of this workspace that belong to no plugin |
| `usr/secrets.env` | keys and passwords, never committed |

```sh
npx pegboard new tool hello      # tool, prompt, contract and test
npx pegboard list                # what is on the board
npx pegboard call hello '{"text":"hi"}'
npx pegboard chat                # talk to an agent that has it
npx pegboard doctor              # what is missing
```

`npm install` gives editors the types and lets `npm test` run the tests of your tools.
