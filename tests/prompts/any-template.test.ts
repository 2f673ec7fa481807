import * as fc from "fast-check";
import { expect, test } from "vitest";
import { openBoard } from "../../core/board/open.ts";
import { buildSystemPrompt } from "../../core/prompts/system-prompt.ts";
import { createRegistry } from "../../core/registry/create.ts";
import { makeWorkspace } from "../support/workspace.ts";

const NAMES = ["agent.system.main.md", "agent.system.tools.md", "a.md", "b.md", "c.md"];

const piece = fc.oneof(
  fc.constantFrom(...NAMES, "gone.md", "../x.md").map((name) => `{{include "${name}"}}`),
  fc.constantFrom(
    "{{if x}}",
    "{{if not x and y == 'v'}}",
    "{{if nobody}}",
    "{{else}}",
    "{{endif}}",
    "{{include original}}",
    "{{x}}",
    "{{ y }}",
    "{{tools}}",
    "{{role}}",
    "{{nobody}}",
    "{{",
    "}}",
    "\n",
    " ",
  ),
  fc.string({ unit: "binary", maxLength: 8 }),
);
const text = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(""));
const layer = fc.dictionary(fc.constantFrom(...NAMES), text);

test("whatever prompts hold, a system prompt comes, the same each time, and made of its parts", async () => {
  await fc.assert(
    fc.asyncProperty(layer, layer, fc.string(), async (low, high, x) => {
      const files = Object.fromEntries([
        ...Object.entries(low).map(([name, content]) => [`prompts/${name}`, content]),
        ...Object.entries(high).map(([name, content]) => [`usr/prompts/${name}`, content]),
      ]);
      const workspace = makeWorkspace(files);
      const board = await openBoard({ root: workspace.root, packageRoot: null });
      const options = { board, registry: createRegistry(board), variables: { x, y: "{{x}}" } };
      const first = await buildSystemPrompt(options);
      const second = await buildSystemPrompt(options);
      workspace.remove(".");
      expect(second).toEqual(first);
      expect(first.parts.map((part) => part.text).join("")).toBe(first.system);
      for (const { code, severity, message } of first.diagnostics) {
        expect(code).toMatch(/^prompt\/[a-z-]+$/);
        expect(severity).toMatch(/^(?:error|warning)$/);
        expect(message).not.toBe("");
      }
    }),
    { numRuns: 100 },
  );
});
