import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PluginError } from "../../core/board/plugin-file.ts";
import { readPluginFile, readSettings } from "../../core/board/read-plugin-file.ts";
import { mergeSettings } from "../../core/board/settings.ts";

function failure(action: () => unknown): PluginError {
  try {
    action();
  } catch (error) {
    if (error instanceof PluginError) return error;
    throw error;
  }
  throw new Error("nothing was wrong");
}

const read = (text: string) => readPluginFile("notes", "plugins/notes/plugin.md", text);
const settings = (text: string) => readSettings("usr/plugins/notes/settings.yaml", text);

describe("plugin.md", () => {
  test("is read with every key", () => {
    const text = `---
title: Notes
description: Keeps notes.
version: 1.2.0
always_enabled: true
isolate: true
settings:
  folder: notes
  limits: { entries: 5 }
---
# Notes
`;
    expect(read(text)).toEqual({
      title: "Notes",
      description: "Keeps notes.",
      version: "1.2.0",
      alwaysEnabled: true,
      isolate: true,
      settings: { folder: "notes", limits: { entries: 5 } },
    });
  });

  test.each(["", "# Just a heading\n", "---\n---\n"])("may leave everything out: %j", (text) => {
    expect(read(text)).toEqual({
      title: "notes",
      description: "",
      version: null,
      alwaysEnabled: false,
      isolate: false,
      settings: {},
    });
  });

  test("a whole number is a version", () => {
    expect(read("---\nversion: 2\n---\n").version).toBe("2");
  });

  test.each([
    ["an unknown key", "title: N\nalways_enable: true", 3, "`always_enabled`"],
    ["a version that YAML would cut", "version: 1.10", 2, "a version"],
    ["a flag as text", 'isolate: "yes"', 2, "true or false"],
    ["settings without a value", "settings:", 2, "a mapping"],
    ["settings as a list", "settings: [a]", 2, "a mapping"],
    ["broken YAML", "title: a: b", 2, 'title: "a: b"'],
  ])("%s is refused with its line", (_, yaml, line, words) => {
    const error = failure(() => read(`---\n${yaml}\n---\n`));
    expect(error).toMatchObject({ file: "plugins/notes/plugin.md", line });
    expect(error.message).toContain(`plugins/notes/plugin.md:${line}`);
    expect(error.message).toContain(words);
  });

  test("becomes a diagnostic with a relative path", () => {
    const error = failure(() =>
      readPluginFile("notes", "/w/plugins/notes/plugin.md", "---\nx: 1\n---\n"),
    );
    expect(error.toDiagnostic("plugin/front-matter", (file) => file.replace("/w/", ""))).toEqual({
      code: "plugin/front-matter",
      severity: "error",
      message: "`x` is not a key that is known here.",
      file: "plugins/notes/plugin.md",
      line: 2,
      hint: "Known are always_enabled, description, isolate, settings, title, version.",
    });
  });
});

describe("settings.yaml", () => {
  test.each([
    ["", {}],
    ["# nothing\n", {}],
    ["\uFEFFa: 1\r\nb:\r\n  c: x\r\n", { a: 1, b: { c: "x" } }],
  ])("%j", (text, data) => {
    expect(settings(text)).toEqual(data);
  });

  test.each([
    ["a: 1\nb: c: d\n", 2],
    ["- a\n", 1],
    ["a: 1\na: 2\n", 2],
    ["a: 1\n---\nb: 2\n", 2],
    ["a:\n  __proto__: {polluted: true}\n", 2],
  ])("%j is refused with its line", (text, line) => {
    const error = failure(() => settings(text));
    expect(error).toMatchObject({ file: "usr/plugins/notes/settings.yaml", line });
    expect(error.message).toContain(`usr/plugins/notes/settings.yaml:${line}`);
  });
});

describe("the user's settings over the plugin's own", () => {
  test.each([
    ["a key that is new", { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
    [
      "a key at depth",
      { a: { b: { c: 1, d: 2 } } },
      { a: { b: { c: 3 } } },
      { a: { b: { c: 3, d: 2 } } },
    ],
    ["a list is replaced", { a: [1, 2, 3] }, { a: [4] }, { a: [4] }],
    ["a mapping by a value", { a: { b: 1 } }, { a: 5 }, { a: 5 }],
    ["a value by a mapping", { a: 5 }, { a: { b: 1 } }, { a: { b: 1 } }],
    ["a null switches off", { a: { b: 1 } }, { a: null }, { a: null }],
  ])("%s", (_, own, user, merged) => {
    expect(mergeSettings(own, user)).toEqual(merged);
  });

  test("leaves both as they were, and no prototype is reached", () => {
    const some = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(some, some, (own, user) => {
        const before = JSON.stringify([own, user]);
        const merged = mergeSettings(own, user);
        expect(JSON.stringify([own, user])).toBe(before);
        expect(new Set(Object.keys(merged))).toEqual(
          new Set([...Object.keys(own), ...Object.keys(user)]),
        );
        expect(mergeSettings(merged, user)).toEqual(merged);
        expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
    );
  });
});
