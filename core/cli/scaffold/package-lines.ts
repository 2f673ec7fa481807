import { shellWord } from "../output/shell-word.ts";

type Manifest = Readonly<Record<string, unknown>>;

/** What `npm init` writes where nobody said anything. */
const NO_TEST = /no test specified/;

/**
 * The commands that give a `package.json` what a workspace's has and it lacks. What it says itself stays.
 *
 * @param there - the text of the `package.json` that was there
 * @param wanted - the text of the one that a new workspace gets
 * @returns none where nothing is lacking
 */
export function packageLines(there: string, wanted: string): string[] {
  const [has, wants] = [manifestOf(there), manifestOf(wanted)];
  const own = new Set([
    ...Object.keys(section(has, "dependencies")),
    ...Object.keys(section(has, "devDependencies")),
  ]);
  const install = (flags: string, from: string): string[] => {
    const packages = Object.entries(section(wants, from)).filter(([name]) => !own.has(name));
    if (packages.length === 0) return [];
    const words = packages.map(([name, range]) => shellWord(`${name}@${String(range)}`));
    return [`npm install ${flags}${words.join(" ")}`];
  };
  const scripts = section(has, "scripts");
  const missing = Object.entries(section(wants, "scripts")).filter(
    ([name]) => scripts[name] === undefined || NO_TEST.test(String(scripts[name])),
  );
  return [
    ...install("", "dependencies"),
    ...install("--save-dev ", "devDependencies"),
    ...missing.map(([name, run]) => `npm pkg set ${shellWord(`scripts.${name}=${String(run)}`)}`),
  ];
}

function manifestOf(text: string): Manifest {
  try {
    const value: unknown = JSON.parse(text);
    return mapping(value);
  } catch {
    // npm will say what is wrong with it.
    return {};
  }
}

function section(manifest: Manifest, key: string): Manifest {
  return mapping(manifest[key]);
}

function mapping(value: unknown): Manifest {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
