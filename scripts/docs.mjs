// Writes the references in docs/ that are generated from the code. Run after `npm run build`.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { commandDocs } from "../dist/cli/command-docs.js";
import { loadCommands } from "../dist/cli/command-files.js";

const file = fileURLToPath(new URL("../docs/commands.md", import.meta.url));
writeFileSync(file, commandDocs(await loadCommands()));
