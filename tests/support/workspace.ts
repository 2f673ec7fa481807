import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";

const DEFAULT_AGENT = "---\ntitle: Default\n---\nYou are a helpful agent.\n";

const made: string[] = [];

// Registered when a test file imports this module, so that a workspace may be made anywhere in it.
afterAll(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true });
});

/** A workspace in a temporary folder, removed when the test file is done. */
export type TestWorkspace = {
  /** Absolute path, links resolved. */
  readonly root: string;
  /** The absolute path of `file`, which is relative to the root. */
  path(file: string): string;
  /** Writes files (relative to the root); their folders are made. */
  write(files: Readonly<Record<string, string>>): void;
  /** Removes a file or a folder; none is no error. */
  remove(file: string): void;
  /** Makes `link` (relative to the root) lead to `target` (absolute, or relative to the link). */
  link(link: string, target: string): void;
  /**
   * Makes it a workspace of these files alone, as `makeWorkspace` does, in the same place: what is remembered in
   * `.pegboard/` stays, so that the tools of the package need not be imported for each of many cases.
   */
  reset(files?: Readonly<Record<string, string | null>>): void;
};

/**
 * Makes a workspace of `files`, path → content. `agents/default/agent.md` is added unless it is given; null leaves it
 * out.
 *
 * @param files - paths relative to the root, with `/`
 * @param options - `name`: the name of the root folder itself, for tests about odd paths
 */
export function makeWorkspace(
  files: Readonly<Record<string, string | null>> = {},
  options: { readonly name?: string } = {},
): TestWorkspace {
  const root = join(makeFolder(), options.name ?? "workspace");
  const workspace: TestWorkspace = {
    root,
    path: (file) => join(root, file),
    write(more) {
      for (const [file, content] of Object.entries(more)) {
        mkdirSync(dirname(join(root, file)), { recursive: true });
        writeFileSync(join(root, file), content);
      }
    },
    remove: (file) => rmSync(join(root, file), { recursive: true, force: true }),
    link(link, target) {
      mkdirSync(dirname(join(root, link)), { recursive: true });
      symlinkSync(target, join(root, link));
    },
    reset(wanted = {}) {
      mkdirSync(root, { recursive: true });
      const all = { "agents/default/agent.md": DEFAULT_AGENT, ...wanted };
      const kept = new Map(Object.entries(all).filter(([, content]) => content !== null));
      for (const name of readdirSync(root)) {
        if (name !== ".pegboard") clear(root, name, kept);
      }
      // What is there and the same is left alone, so that what is remembered of it holds.
      for (const [file, content] of kept) {
        if (content !== null && !isFileWith(join(root, file), content)) {
          workspace.write({ [file]: content });
        }
      }
    },
  };
  workspace.reset(files);
  return workspace;
}

/** Removes what is not wanted: a file of another path, a folder without a wanted one below, a link. */
function clear(root: string, path: string, wanted: ReadonlyMap<string, unknown>): void {
  const absolute = join(root, path);
  const stats = lstatSync(absolute);
  if (stats.isDirectory() && [...wanted.keys()].some((file) => file.startsWith(`${path}/`))) {
    for (const name of readdirSync(absolute)) clear(root, `${path}/${name}`, wanted);
  } else if (!stats.isFile() || !wanted.has(path)) {
    rmSync(absolute, { recursive: true, force: true });
  }
}

function isFileWith(file: string, content: string): boolean {
  return existsSync(file) && readFileSync(file, "utf8") === content;
}

/** An empty temporary folder (links resolved), removed when the test file is done. */
export function makeFolder(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "pegboard-test-")));
  made.push(dir);
  return dir;
}

/** The source of a tool file that answers with `answer`; `more` are further lines of its definition. */
export function toolSource(answer: string, more = ""): string {
  return `import { defineTool } from "pegboard";
import { z } from "zod";

export default defineTool({
  description: ${JSON.stringify(`Answers ${answer}.`)},
  args: z.object({ text: z.string().optional().describe("Anything") }),
  risk: "read",
  ${more}
  async execute() {
    return ${JSON.stringify(answer)};
  },
});
`;
}
