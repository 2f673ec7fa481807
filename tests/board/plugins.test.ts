import { describe, expect, test } from "vitest";
import { makeFolder, makeWorkspace, toolSource } from "../support/workspace.ts";
import { answerOf, boardOf, findings, openOwn, reasonFor, standings, toolOf } from "./boards.ts";

describe("which folders are plugins", () => {
  test("the user's come first, each in name order, and one that is replaced is listed once", async () => {
    const board = await boardOf({
      "usr/plugins/zulu/tools/z.ts": toolSource("z, the user's"),
      "usr/plugins/alpha/tools/a.ts": toolSource("a, the user's"),
      "plugins/zulu/tools/z.ts": toolSource("z"),
      "plugins/alpha/tools/a.ts": toolSource("a"),
      "plugins/alpha/tools/only_here.ts": toolSource("only here"),
      "plugins/alpha/prompts/only_here.md": "only here",
      "plugins/beta/tools/b.ts": toolSource("b"),
    });
    expect(board.plugins.map(({ name, origin }) => `${name} ${origin}`)).toEqual([
      "alpha user",
      "zulu user",
      "beta workspace",
    ]);
    expect(standings(board)).toEqual(["a ok", "b ok", "z ok"]);
    expect(await answerOf(board, "a")).toBe("a, the user's");
    expect(toolOf(board, "a").shadows).toEqual([]);
    expect(board.list("prompts")).toEqual([]);
  });

  test.each(["tools/x.ts", "prompts/x.md", "skills/x/SKILL.md", "agents/x/agent.md", "plugin.md"])(
    "a bare folder with %s is one",
    async (file) => {
      const board = await boardOf({
        [`plugins/p/${file}`]: "---\ntitle: T\n---\nexport default 1;",
      });
      expect(board.plugins.map(({ name }) => name)).toEqual(["p"]);
    },
  );

  test("what has nothing of a plugin, or no legal name, is told", async () => {
    const board = await boardOf({
      "plugins/README.md": "",
      "plugins/empty/notes.txt": "",
      "plugins/my notes/tools/x.ts": toolSource("x"),
      "plugins/_draft/tools/x.ts": toolSource("x"),
      "plugins/node_modules/tools/x.ts": toolSource("x"),
      "usr/plugins/ghost/.toggle-0": "",
    });
    expect(board.plugins).toEqual([]);
    expect(standings(board)).toEqual([]);
    expect(findings(board)).toEqual([
      "plugin/empty plugins/empty",
      "plugin/bad-name plugins/my notes",
      "plugin/empty usr/plugins/ghost",
    ]);
    expect(reasonFor(board, "plugins/_draft")).toBe("its name begins with an underscore");
  });

  test("a plugin of the user that replaces another as a whole is told", async () => {
    const board = await boardOf({
      "plugins/notes/tools/x.ts": toolSource("x"),
      "plugins/notes/tools/y.ts": toolSource("y"),
      "plugins/notes/tools/y.test.ts": "",
      "usr/plugins/notes/prompts/z.md": "Z.",
    });
    expect(standings(board)).toEqual([]);
    expect(board.diagnostics).toMatchObject([
      {
        code: "plugin/replaced",
        severity: "info",
        file: "usr/plugins/notes",
        message: "usr/plugins/notes replaces plugins/notes (2 tools)",
      },
    ]);
  });

  test("a folder of the user that only switches and sets up replaces nothing", async () => {
    const board = await boardOf({
      "plugins/notes/tools/x.ts": toolSource("x"),
      "plugins/notes/plugin.md": `---
title: Notes
description: Keeps notes.
version: 1.2.0
settings: { folder: notes, limits: { size: 1, count: 2 } }
---
`,
      "usr/plugins/notes/settings.yaml": "limits: { size: 9 }\n",
      "usr/plugins/notes/.toggle-1": "",
    });
    expect(board.plugins).toMatchObject([
      {
        name: "notes",
        origin: "workspace",
        title: "Notes",
        description: "Keeps notes.",
        version: "1.2.0",
        enabled: true,
        settings: { folder: "notes", limits: { size: 9, count: 2 } },
      },
    ]);
    expect(toolOf(board, "x").plugin).toBe(board.plugins[0]);
    expect(findings(board)).toEqual([]);
  });
});

describe("switches", () => {
  const OWN = "plugins/p/.toggle-";
  const USER = "usr/plugins/p/.toggle-";
  const PROFILE = "usr/agents/default/plugins/p/.toggle-";
  const OTHER = "usr/agents/other/plugins/p/.toggle-";

  test.each([
    { switches: [], on: true },
    { switches: [`${OWN}0`], on: false },
    { switches: [`${OWN}1`], on: true },
    { switches: [`${OWN}0`, `${USER}1`], on: true },
    { switches: [`${OWN}1`, `${USER}0`], on: false },
    { switches: [`${USER}1`, `${PROFILE}0`], on: false },
    { switches: [`${USER}0`, `${PROFILE}1`], on: true },
    { switches: [`${OWN}0`, `${USER}0`, `${PROFILE}1`], on: true },
    { switches: [`${OTHER}0`], on: true },
    { switches: [`${USER}0`, `${USER}1`], on: false },
  ])("$switches → $on", async ({ switches, on }) => {
    const board = await boardOf({
      "plugins/p/tools/x.ts": toolSource("x"),
      "agents/other/agent.md": "---\ntitle: Other\n---\n",
      ...Object.fromEntries(switches.map((file) => [file, ""])),
    });
    expect(board.plugins.map(({ enabled }) => enabled)).toEqual([on]);
    expect(standings(board)).toEqual([on ? "x ok" : "x disabled"]);
  });

  test("one that is off is not imported, and all its files say so", async () => {
    const run = "throw new Error('must not run');";
    const board = await boardOf({
      "plugins/p/tools/x.ts": run,
      "plugins/p/tools/a.test.ts": run,
      "plugins/p/extensions/tool_execute_before/stop.ts": run,
      "plugins/p/prompts/agent.system.main.md": "off",
      "plugins/p/skills/s/SKILL.md": "off",
      "plugins/p/agents/shipped/agent.md": "---\ntitle: Shipped\n---\n",
      "plugins/p/.toggle-0": "",
    });
    const reason = "its plugin p is off (plugins/p/.toggle-0)";
    expect(board.tools).toMatchObject([
      { name: "x", status: "disabled", error: reason, description: null, id: "plugin:p:x" },
    ]);
    await expect(toolOf(board, "x").load()).rejects.toThrow(reason);
    expect(board.ignored).toEqual([
      { file: "plugins/p/extensions/tool_execute_before/stop.ts", reason },
      { file: "plugins/p/prompts/agent.system.main.md", reason },
      { file: "plugins/p/skills/s/SKILL.md", reason },
      { file: "plugins/p/tools/a.test.ts", reason: "a test" },
      { file: "plugins/p/tools/x.ts", reason },
    ]);
    expect(board.extensions.tool_execute_before).toEqual([]);
    expect([...board.list("prompts"), ...board.list("skills"), ...board.list("tools")]).toEqual([]);
    expect(board.layers.map(({ kind }) => kind)).toEqual(["profile", "root"]);
  });

  test("a plugin that is always on can not be switched off", async () => {
    const board = await boardOf({
      "plugins/p/tools/x.ts": toolSource("x"),
      "plugins/p/plugin.md": "---\nalways_enabled: true\n---\n",
      "usr/plugins/p/.toggle-0": "",
    });
    expect(standings(board)).toEqual(["x ok"]);
    expect(findings(board)).toEqual(["plugin/always-enabled usr/plugins/p/.toggle-0"]);
  });

  test("a profile that a plugin ships goes with it", async () => {
    const workspace = makeWorkspace({
      "plugins/p/agents/shipped/agent.md": "---\ntitle: Shipped\n---\n",
    });
    expect((await openOwn(workspace, { profile: "shipped" })).profile.title).toBe("Shipped");
    workspace.write({ "plugins/p/.toggle-0": "" });
    await expect(openOwn(workspace, { profile: "shipped" })).rejects.toThrow(
      /no profile "shipped"/,
    );
  });
});

describe("what the package brings along", () => {
  const PACKAGE = {
    "package.json": `{ "name": "pegboard" }`,
    "agents/default/agent.md": "---\ntitle: The package's\n---\n",
    "agents/helper/agent.md": "---\ntitle: Helper\n---\n",
    "agents/default/prompts/role.md": "the package's profile",
    "plugins/files/tools/read_file.ts": toolSource("the package's read_file"),
    "plugins/mail/tools/send.ts": toolSource("the package's send"),
    "plugins/mail/prompts/mail.md": "the package's",
    "tools/response.ts": toolSource("the package's response"),
    "prompts/role.md": "the package's root",
  };

  test("lies below all of the workspace, in the same order", async () => {
    const packageRoot = makeWorkspace(PACKAGE).root;
    const workspace = makeWorkspace({
      "agents/default/agent.md": null,
      "agents/mine/agent.md": "---\ntitle: Mine\n---\n",
      "plugins/files/tools/read_file.ts": toolSource("the workspace's read_file"),
      "tools/send.ts": toolSource("the workspace's send"),
      "prompts/role.md": "the workspace's root",
    });
    const board = await openOwn(workspace, { packageRoot, profile: "mine" });
    expect(board.profile.extends).toEqual(["default"]);
    expect(standings(board)).toEqual(["read_file ok", "response ok", "send ok"]);
    expect(await answerOf(board, "read_file")).toBe("the workspace's read_file");
    expect(toolOf(board, "read_file").shadows).toEqual([]);
    expect(await answerOf(board, "send")).toBe("the workspace's send");
    expect(toolOf(board, "send").shadows).toEqual([`${packageRoot}/plugins/mail/tools/send.ts`]);
    expect(await answerOf(board, "response")).toBe("the package's response");
    expect(board.find("prompts", "role.md").map(({ file }) => file)).toEqual([
      workspace.path("prompts/role.md"),
      `${packageRoot}/agents/default/prompts/role.md`,
      `${packageRoot}/prompts/role.md`,
    ]);
    expect(board.layers.map(({ kind, bundled }) => `${kind}${bundled ? " bundled" : ""}`)).toEqual([
      "profile",
      "plugin",
      "root",
      "profile bundled",
      "plugin bundled",
      "root bundled",
    ]);
    expect(board.plugins.map(({ name, origin }) => `${name} ${origin}`)).toEqual([
      "files workspace",
      "mail package",
    ]);
  });

  test("can be switched and set up by the user", async () => {
    const packageRoot = makeWorkspace(PACKAGE).root;
    const workspace = makeWorkspace({
      "usr/plugins/mail/.toggle-0": "",
      "usr/plugins/files/settings.yaml": "root: docs",
    });
    const board = await openOwn(workspace, { packageRoot });
    expect(board.plugins).toMatchObject([
      { name: "files", settings: { root: "docs" }, enabled: true },
      { name: "mail", enabled: false, disabledBy: "usr/plugins/mail/.toggle-0" },
    ]);
    expect(standings(board)).toEqual(["read_file ok", "response ok", "send disabled"]);
  });

  test("is there once where the workspace is the package", async () => {
    const workspace = makeWorkspace(PACKAGE);
    const board = await openOwn(workspace, { packageRoot: workspace.root });
    expect(board.layers.some(({ bundled }) => bundled)).toBe(false);
    expect(standings(board)).toEqual(["read_file ok", "response ok", "send ok"]);
    expect(findings(board)).toEqual([]);
  });

  test("a link may lead to anywhere in the package, and not out of it", async () => {
    const bundle = makeWorkspace(PACKAGE);
    bundle.link("tools/again.ts", "response.ts");
    bundle.link("tools/away.ts", `${makeFolder()}/x.ts`);
    const workspace = makeWorkspace();
    bundle.link("tools/back.ts", workspace.path("agents/default/agent.md"));
    const board = await openOwn(workspace, { packageRoot: bundle.root });
    expect(board.tools.map(({ name }) => name)).toContain("again");
    expect(reasonFor(board, board.relative(bundle.path("tools/back.ts")))).toContain("outside");
  });

  test("may lie in the workspace's node_modules, and its files are sources all the same", async () => {
    const workspace = makeWorkspace(
      Object.fromEntries(
        Object.entries({
          ...PACKAGE,
          "plugins/mail/tools/send.ts": toolSource("send").replace(
            "import { z }",
            'import { own } from "./_own.mjs"; export { own }; import { z }',
          ),
          "plugins/mail/tools/_own.mjs": `export { Tool as own } from "pegboard";`,
        }).map(([file, content]) => [`node_modules/pegboard/${file}`, content]),
      ),
    );
    const packageRoot = workspace.path("node_modules/pegboard");
    const board = await openOwn(workspace, { packageRoot });
    expect(standings(board)).toEqual(["read_file ok", "response ok", "send ok"]);
    expect(await answerOf(board, "send")).toBe("send");
  });

  test("is by default what Pegboard itself ships", async () => {
    const workspace = makeWorkspace();
    const board = await openOwn(workspace, { packageRoot: undefined });
    const response = toolOf(board, "response");
    expect(response).toMatchObject({ status: "ok", id: "local:response" });
    expect(board.relative(response.file ?? "")).toMatch(/^\.\.\/.*tools\/response\.ts$/);
  });
});
