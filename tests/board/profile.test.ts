import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ProfileError } from "../../core/board/agent-file.ts";
import { readProfile } from "../../core/board/read-profile.ts";
import { makeWorkspace } from "../support/workspace.ts";

const LAYERS = ["usr/agents", "agents"];

/** Profiles of a workspace of files, looked up in two layers. */
function profilesOf(files: Record<string, string | null>) {
  const workspace = makeWorkspace(files);
  const names = new Set(
    ["agents/default/agent.md", ...Object.keys(files)].flatMap((file) =>
      files[file] === null ? [] : [file.split("/").at(-2) ?? ""],
    ),
  );
  const asked: string[] = [];
  const sources = {
    names: () => names,
    filesOf(profile: string) {
      asked.push(profile);
      return LAYERS.map((layer) => workspace.path(`${layer}/${profile}/agent.md`)).filter((file) =>
        existsSync(file),
      );
    },
  };
  return {
    asked,
    path: workspace.path,
    read: (name: string) => readProfile(name, sources),
    async failure(name: string): Promise<ProfileError> {
      const error: unknown = await readProfile(name, sources).then(
        () => new Error("nothing was wrong"),
        (thrown: unknown) => thrown,
      );
      if (error instanceof ProfileError) return error;
      throw error;
    },
  };
}

const agent = (yaml: string, role = "") => `---\n${yaml}\n---\n${role}`;

describe("a profile", () => {
  test("has every key of its file", async () => {
    const { read, path } = profilesOf({
      "agents/researcher/agent.md": agent(
        `title: Researcher
description: Finds and cites sources.
context: Use me for questions that need looking things up.
extends: default
model: openai/gpt-5-mini
tools: [session_search, memory]
tool_calls: text
approvals: { read: ask, write: deny, tools: { send_email: allow } }
limits: { rounds: 5, parallel: 1, tool_timeout: 90s, approval_timeout: 1500, result_chars: 100, delegate_depth: 0, delegate_width: 2 }`,
        "\nYou find sources.\n\n",
      ),
    });
    expect(await read("researcher")).toEqual({
      name: "researcher",
      title: "Researcher",
      description: "Finds and cites sources.",
      context: "Use me for questions that need looking things up.",
      extends: ["default"],
      model: "openai/gpt-5-mini",
      tools: ["session_search", "memory"],
      tool_calls: "text",
      approvals: { read: "ask", write: "deny", tools: { send_email: "allow" } },
      limits: {
        rounds: 5,
        parallel: 1,
        tool_timeout: 90_000,
        approval_timeout: 1500,
        result_chars: 100,
        delegate_depth: 0,
        delegate_width: 2,
      },
      role: "You find sources.",
      file: path("agents/researcher/agent.md"),
    });
  });

  test("that says nothing gets the defaults", async () => {
    const { read, path } = profilesOf({ "agents/default/agent.md": "" });
    expect(await read("default")).toEqual({
      name: "default",
      title: "default",
      description: "",
      context: "",
      extends: [],
      model: null,
      tools: null,
      tool_calls: "native",
      approvals: { read: "allow", write: "ask", tools: {} },
      limits: {
        rounds: 50,
        parallel: 8,
        tool_timeout: 120_000,
        approval_timeout: 600_000,
        result_chars: 50_000,
        delegate_depth: 1,
        delegate_width: 3,
      },
      role: "",
      file: path("agents/default/agent.md"),
    });
  });

  test("merges the user's file over the bundled one, then what it extends, key by key", async () => {
    const { read, path } = profilesOf({
      "usr/agents/a/agent.md": agent(
        "title: Mine\napprovals: {tools: {x: deny}}\nlimits: {rounds: 1}",
      ),
      "agents/a/agent.md": agent(
        "title: A\nmodel: openai/a\nextends: b\napprovals: {write: allow, tools: {x: ask, y: ask}}\nlimits: {rounds: 2, parallel: 2}",
        "Role of a.",
      ),
      "agents/b/agent.md": agent(
        "description: B's\nmodel: openai/b\ntools: []\napprovals: {read: deny, tools: {z: allow}}\nlimits: {rounds: 3, parallel: 3, result_chars: 3}",
        "Role of b.",
      ),
      "agents/default/agent.md": agent("context: default's\ntools: [never]", "Role of default."),
    });
    expect(await read("a")).toMatchObject({
      title: "Mine",
      model: "openai/a",
      description: "B's",
      context: "default's",
      tools: [],
      extends: ["b", "default"],
      approvals: { read: "deny", write: "allow", tools: { x: "deny", y: "ask", z: "allow" } },
      limits: { rounds: 1, parallel: 2, result_chars: 3, delegate_width: 3 },
      role: "Role of a.",
      file: path("agents/a/agent.md"),
    });
  });

  test("takes over the role of what it extends when it has none", async () => {
    const { read, path } = profilesOf({
      "agents/a/agent.md": agent("title: A"),
      "agents/default/agent.md": agent("title: D", "Role of default."),
    });
    const profile = await read("a");
    expect(profile.role).toBe("Role of default.");
    expect(profile.file).toBe(path("agents/default/agent.md"));
  });

  test("the user's `extends` replaces the bundled one", async () => {
    const { read } = profilesOf({
      "usr/agents/a/agent.md": agent("extends: c"),
      "agents/a/agent.md": agent("extends: b"),
      "agents/b/agent.md": "",
      "agents/c/agent.md": "",
    });
    expect((await read("a")).extends).toEqual(["c", "default"]);
  });

  test("extends nothing where there is no default profile", async () => {
    const { read } = profilesOf({ "agents/default/agent.md": null, "agents/a/agent.md": "Role." });
    expect((await read("a")).extends).toEqual([]);
  });

  test("reading one leaves the defaults as they are", async () => {
    const { read } = profilesOf({
      "agents/a/agent.md": agent("approvals: {tools: {x: deny}}\nlimits: {rounds: 1}"),
    });
    await read("a");
    expect(await read("default")).toMatchObject({
      approvals: { tools: {} },
      limits: { rounds: 50 },
    });
  });
});

describe("a wrong agent.md is refused with file, line and what was expected", () => {
  test.each([
    ["an unknown key, with the nearest", "title: A\ntoolz: []", 3, ["`toolz`", "`tools`"]],
    ["an unknown key with nothing near", "zzzzzz: 1", 2, ["`zzzzzz`", "extends", "limits"]],
    ["an unknown limit", "limits:\n  rounds: 1\n  round: 1", 4, ["`limits.round`", "`rounds`"]],
    ["an unknown approval", "approvals:\n  writes: ask", 3, ["`approvals.writes`", "`write`"]],
    ["a title that is a list", "title: [a]", 2, ["text", '["a"]']],
    ["a number for a description", "description: 5", 2, ["text", "5"]],
    ["a model without a provider", "model: gpt-5", 2, ["provider/model", '"gpt-5"']],
    ["a model without a name", "model: openai/", 2, ["provider/model"]],
    ["tools without a value", "title: A\ntools:", 3, ["nothing", "`tools: []`"]],
    ["tools as text", "tools: memory", 2, ["a list of tool names"]],
    ["tools with a number", "tools: [a, 5]", 2, ["a list of tool names"]],
    ["an unknown tool_calls", "tool_calls: json", 2, ["`native` or `text`", '"json"']],
    ["an unknown mode", "approvals:\n  read: yes", 3, ["`ask`, `allow` or `deny`", '"yes"']],
    ["an unknown mode of a tool", "approvals:\n  tools:\n    x: never", 4, ["approvals.tools.x"]],
    ["approvals as text", "approvals: ask", 2, ["a mapping"]],
    ["limits as a list", "limits: [1]", 2, ["a mapping"]],
    ["no rounds", "limits: {rounds: 0}", 2, ["1 or more", "0"]],
    ["half a call", "limits: {parallel: 1.5}", 2, ["whole number"]],
    ["a negative depth", "limits: {delegate_depth: -1}", 2, ["0 or more"]],
    ["a limit as text", 'limits: {rounds: "5"}', 2, ["whole number"]],
    ["an infinite limit", "limits: {result_chars: .inf}", 2, ["whole number"]],
    [
      "a duration without a unit that is text",
      "limits: {tool_timeout: soon}",
      2,
      ["a duration", "`120s`"],
    ],
    ["a duration of zero", "limits: {tool_timeout: 0}", 2, ["a duration"]],
    ["a duration that no timer holds", "limits: {tool_timeout: 1000h}", 2, ["a duration"]],
    ["a parent that is a path", "extends: ../default", 2, ["the name of a profile"]],
    ["two parents", "extends: [a, b]", 2, ["the name of a profile"]],
    ["broken YAML", "description: Rule: text", 2, ['"Rule: text"']],
    ["a key that looks like a prototype", "constructor: 1", 2, ["`constructor`"]],
  ])("%s", async (_, yaml, line, words) => {
    const { failure, path } = profilesOf({ "agents/a/agent.md": agent(yaml) });
    const error = await failure("a");
    expect(error).toMatchObject({ file: path("agents/a/agent.md"), line });
    for (const word of [`${path("agents/a/agent.md")}:${line}`, ...words]) {
      expect(error.message).toContain(word);
    }
    expect(error.message.length).toBeLessThan(600);
  });

  test("in what it extends, too", async () => {
    const { failure, path } = profilesOf({
      "agents/a/agent.md": agent("extends: b"),
      "agents/b/agent.md": agent("x: 1"),
    });
    expect(await failure("a")).toMatchObject({ file: path("agents/b/agent.md"), line: 2 });
  });
});

describe("a profile that is not there", () => {
  test("names those there are and the nearest", async () => {
    const { failure } = profilesOf({
      "agents/researcher/agent.md": "",
      "agents/writer/agent.md": "",
    });
    const { message } = await failure("reseacher");
    expect(message).toContain('"reseacher"; did you mean researcher?');
    expect(message).toContain("default, researcher, writer");
  });

  test.each([
    "../x",
    "a/b",
    ".",
    "..",
    "",
    "__proto__",
    "_example",
    "a__b",
    "a\0b",
    "x".repeat(65),
    "x".repeat(100_000),
  ])("%# is refused before any file is looked for", async (name) => {
    const { failure, asked } = profilesOf({});
    const { message } = await failure(name);
    expect(message).toContain("There is no profile");
    expect(message.length).toBeLessThan(500);
    expect(asked).not.toContain(name);
  });

  test("constructor is a name like any other", async () => {
    const { failure } = profilesOf({});
    expect((await failure("constructor")).message).toContain('There is no profile "constructor"');
  });

  test("names who extends it, with the line", async () => {
    const { failure, path } = profilesOf({
      "agents/a/agent.md": agent("title: A\nextends: defalt"),
    });
    const error = await failure("a");
    expect(error).toMatchObject({ file: path("agents/a/agent.md"), line: 3 });
    expect(error.message).toContain(
      '"defalt", which the profile "a" extends; did you mean default?',
    );
  });
});

describe("a circle of extends", () => {
  test.each([
    ["of itself", { a: "a" }, "a → a"],
    ["of three", { a: "b", b: "c", c: "a" }, "a → b → c → a"],
    ["further down", { a: "b", b: "c", c: "b" }, "a → b → c → b"],
  ])("%s names the chain", async (_, parents, chain) => {
    const { failure } = profilesOf(
      Object.fromEntries(
        Object.entries(parents).map(([name, parent]) => [
          `agents/${name}/agent.md`,
          agent(`extends: ${parent}`),
        ]),
      ),
    );
    const error = await failure("a");
    expect(error.message).toContain(chain);
    expect(error.line).toBe(2);
  });

  test("default extends nothing", async () => {
    const { failure, path } = profilesOf({
      "agents/default/agent.md": agent("extends: a"),
      "agents/a/agent.md": "",
    });
    expect(await failure("a")).toMatchObject({ file: path("agents/default/agent.md"), line: 2 });
    expect((await failure("default")).message).toContain("extends nothing");
  });
});
