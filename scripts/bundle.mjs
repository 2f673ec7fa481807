// Puts what the command line and its workers run into few files: of what a start costs, opening a hundred small files is
// the most. An entry takes the place of its compiled file; what several share goes under start/ of the compiled code.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { rolldown } from "rolldown";

/** What nearly every start runs, and what is worth no file of its own beside it. */
const ALWAYS = [
  "cli/main.js",
  "cli/perform.js",
  "cli/tool-record.js",
  "cli/open-workspace.js",
  "cli/mcp/attach-servers.js",
  "board/open.js",
];

/** What serving over standard input and output runs before the SDK is wanted. */
const SERVE = ["cli/mcp/serve.js", "cli/mcp/serve-one-client.js"];

/** Workers are entries too: a thread shares no module with the one that starts it. */
const WORKERS = ["board/load/transpile-worker.js", "dispatch/isolate/worker.js"];

/** Packages of many small files that nearly every import of a tool needs. */
const INCLUDED = ["sucrase"];

/** Stands for the folder of the compiled code until it is known in which file a module ends up. */
const DIST = "__PEGBOARD_DIST__";

/** @param dist - absolute path of the compiled code */
export async function bundle(dist) {
  const commands = readdirSync(`${dist}/cli/commands`).filter((file) => file.endsWith(".js"));
  const entries = ["cli/main.js", ...commands.map((file) => `cli/commands/${file}`), ...WORKERS];
  const always = reachedFrom(ALWAYS.map((file) => join(dist, file)));
  const served = reachedFrom(SERVE.map((file) => join(dist, file)));
  const serve = new Set([...served].filter((file) => !always.has(file)));
  // It waits for the command, which must not wait for it in turn.
  always.delete(join(dist, "cli/main.js"));
  const groups = { always, serve };
  const build = await rolldown({
    input: Object.fromEntries(entries.map((file) => [nameOf(file), `${dist}/${file}`])),
    platform: "node",
    logLevel: "silent",
    external: (id, importer) => !/^[./]/.test(id) && !isIncluded(id, importer),
    resolve: { mainFields: ["module", "main"] },
    plugins: [
      {
        name: "place",
        transform: (code, id) => togetherWith(groups, placed(code, relative(dist, id)), id),
        renderChunk: (code, { fileName }) =>
          code.replaceAll(
            DIST,
            JSON.stringify("../".repeat(fileName.split("/").length - 1) || "./"),
          ),
      },
    ],
  });
  const { output } = await build.write({
    codeSplitting: {
      groups: [
        { name: "always", test: (id) => always.has(id) },
        { name: "serve", test: (id) => serve.has(id) },
      ],
    },
    dir: dist,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "start/[name]-[hash].js",
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  });
  await build.close();
  writeFileSync(`${dist}/start/licenses.txt`, licensesOf(output));
  // They tell of the files whose place was taken.
  for (const file of entries) rmSync(`${dist}/${file}.map`, { force: true });
}

function isIncluded(id, importer = "") {
  return INCLUDED.includes(id) || (importer.includes("/node_modules/") && !id.startsWith("node:"));
}

/** Of the packages that are in the bundles. */
function licensesOf(output) {
  const folders = output.flatMap(({ moduleIds = [] }) =>
    moduleIds.flatMap(
      (id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll(sep, "/")) ?? [],
    ),
  );
  const texts = [...new Set(folders)].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    const file = `${folder}/LICENSE`;
    return `${name} ${version}: ${license}\n\n${existsSync(file) ? readFileSync(file, "utf8") : ""}`;
  });
  return texts.join("\n\n");
}

function nameOf(file) {
  return file.slice(0, -".js".length);
}

/** A module goes on finding its neighbours where it was. */
function placed(code, file) {
  const path = JSON.stringify(file.split(sep).join("/"));
  const url = `new URL(${path}, new URL(${DIST}, import.meta.url)).href`;
  return code.replaceAll("import.meta.url", url);
}

/** What is there already, or comes in the same file, need not be waited for. */
function togetherWith({ always, serve }, code, id) {
  const added = [];
  const together = code.replaceAll(/\bimport\("(?<path>\.[^"]+)"\)/g, (found, path) => {
    const file = join(dirname(id), path);
    if (!always.has(file) && !(serve.has(id) && serve.has(file))) return found;
    const name = `together${added.length}`;
    added.push(`import * as ${name} from ${JSON.stringify(path)};`);
    return `Promise.resolve(${name})`;
  });
  return [...added, together].join("\n");
}

/** All modules that these import statically. */
function reachedFrom(files) {
  const reached = new Set(files);
  for (const file of reached) {
    for (const [, path] of readFileSync(file, "utf8").matchAll(
      /^(?:im|ex)port .*"(\.[^"]+)";$/gm,
    )) {
      reached.add(join(dirname(file), path));
    }
  }
  return reached;
}
