// Puts what the command line and its workers run into few files, under start/ of the compiled code: of what a start costs,
// opening a hundred small files is the most. Each entry's own file then only leads there.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { rolldown } from "rolldown";

const FOLDER = "start";

/** What nearly every start runs, so that it is one file. */
const ALWAYS = ["cli/main.js", "cli/open-workspace.js", "board/open.js"];

/** @param dist - absolute path of the compiled code */
export async function bundle(dist) {
  const commands = readdirSync(`${dist}/cli/commands`).filter((file) => file.endsWith(".js"));
  const entries = ["cli/main.js", ...commands.map((file) => `cli/commands/${file}`)];
  const names = Object.fromEntries(entries.map((file) => [nameOf(file), `${dist}/${file}`]));
  const build = await rolldown({
    input: names,
    platform: "node",
    logLevel: "silent",
    external: (id) => !/^[./]/.test(id),
    plugins: [{ name: "place", transform: (code, id) => placed(code, relative(dist, id)) }],
  });
  const always = reachedFrom(ALWAYS.map((file) => join(dist, file)));
  // It waits for the command, which must not wait for it in turn.
  always.delete(join(dist, "cli/main.js"));
  await build.write({
    codeSplitting: { groups: [{ name: "always", test: (id) => always.has(id) }] },
    dir: `${dist}/${FOLDER}`,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  });
  await build.close();
  for (const file of entries) {
    const start = `${"../".repeat(file.split("/").length - 1)}${FOLDER}/${nameOf(file)}.js`;
    const first = file === "cli/main.js" ? "#!/usr/bin/env node\n" : "";
    writeFileSync(`${dist}/${file}`, `${first}export * from ${JSON.stringify(start)};\n`);
  }
}

function nameOf(file) {
  return file.slice(0, -".js".length).replaceAll("/", "-");
}

/** A module goes on finding its neighbours where it was. */
function placed(code, file) {
  const url = `new URL(${JSON.stringify(`../${file.split(sep).join("/")}`)}, import.meta.url).href`;
  return code.includes("import.meta.url")
    ? { code: code.replaceAll("import.meta.url", url) }
    : null;
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
