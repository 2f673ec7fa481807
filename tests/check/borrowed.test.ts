import { expect, test } from "vitest";
import { check } from "../../core/check/check.ts";
import { CLEAN, CONTRACT, FRAGMENT, TOOL } from "../../core/check/examples/clean.ts";
import { fix } from "../../core/check/fix/fix.ts";
import { makeWorkspace } from "../support/workspace.ts";

const of = (file: string): string => (CLEAN[file] ?? "").replaceAll("city", "town");

const MINE = {
  [`usr/plugins/mine/${TOOL}`]: of(TOOL),
  [`usr/plugins/mine/${CONTRACT}`]: of(CONTRACT),
};

test.each([
  ["of the workspace", { ...CLEAN, ...MINE }, {}],
  ["that the package brings along", { "tests/weather.test.ts": "", ...MINE }, CLEAN],
])(
  "a tool that shadows one %s is told once, at its own file; --fix writes its fragment",
  async (_whose, files, bundled) => {
    const { root } = makeWorkspace(files);
    const packageRoot = Object.keys(bundled).length > 0 ? makeWorkspace(bundled).root : null;
    const { diagnostics } = await check({ root, packageRoot });
    const found = diagnostics.filter(({ code }) => code.startsWith("prompt/"));
    expect(found).toMatchObject([
      {
        code: "prompt/borrowed",
        file: `usr/plugins/mine/${TOOL}`,
        hint: `Write your own usr/plugins/mine/${FRAGMENT}; \`pegboard check --fix\` makes a first one.`,
      },
    ]);
    expect(found[0]?.message).toContain(FRAGMENT);
    const { written, left } = await fix({ root, packageRoot });
    expect(written).toEqual([{ file: `usr/plugins/mine/${FRAGMENT}`, how: "made" }]);
    expect(left.filter(({ code }) => code.startsWith("prompt/"))).toEqual([]);
  },
);
