import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commandDocs } from "../../core/cli/command-docs.ts";
import { loadCommands } from "../../core/cli/command-files.ts";

test("docs/commands.md says what the definitions say (npm run docs)", async () => {
  const written = readFileSync(new URL("../../docs/commands.md", import.meta.url), "utf8");
  expect(written).toBe(commandDocs(await loadCommands()));
});
