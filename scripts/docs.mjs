// Writes the references in docs/ that are generated from the code. Run after `npm run build`.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { explainAll } from "../dist/check/index.js";
import { commandDocs } from "../dist/cli/command-docs.js";
import { loadCommands } from "../dist/cli/command-files.js";

const docs = fileURLToPath(new URL("../docs/", import.meta.url));
writeFileSync(`${docs}commands.md`, commandDocs(await loadCommands()));
writeFileSync(`${docs}checks.md`, explainAll());
