import { PassThrough } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Command, CommandOption } from "../../core/cli/command.ts";
import type { Typed } from "../../core/cli/invocation.ts";
import { openOutput } from "../../core/cli/output/output.ts";
import { buildProgram } from "../../core/cli/program.ts";
import { readPlainly } from "../../core/cli/read-plainly.ts";

const silent = openOutput(new PassThrough().resume(), {});

const OPTIONS: readonly CommandOption[] = [
  { flags: "--all", description: "" },
  { flags: "-m, --model <id>", description: "" },
  { flags: "--dry-run", description: "" },
  { flags: "--arg <text>", description: "", repeatable: true },
  { flags: "--risk <risk>", description: "", choices: ["read", "write"] },
];

const ARGUMENTS = [
  [],
  [{ name: "one", description: "" }],
  [
    { name: "one", description: "", required: true },
    { name: "more", description: "", variadic: true },
  ],
  [{ name: "one", description: "", choices: ["list", "a"] }],
];

const WORDS =
  "do a list - -- --all --json -m --model --model=x --arg --dry-run --risk read --root --profile --help -h --unknown";

const word = fc.constantFrom("", "b c", ...WORDS.split(" "));

/** All that a command can read of what was typed. */
function seen({ root, profile, json, ...read }: Typed): unknown {
  const names = OPTIONS.map(
    ({ flags }) => /--(?<name>[a-z-]+)/.exec(flags)?.groups?.["name"] ?? "",
  );
  return {
    typed: [root, profile, json],
    options: names.map((name) => [read.option(name), read.options(name), read.flag(name)]),
    arguments: ["one", "more"].map((name) => [read.argument(name), read.argumentList(name)]),
  };
}

test("what is read plainly is what the parser reads", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(word, { maxLength: 6 }),
      fc.array(word, { maxLength: 4 }),
      fc.constantFrom(...ARGUMENTS),
      async (before, after, args) => {
        const argv = [...before, "do", ...after];
        let parsed: unknown = "nothing ran";
        const command: Command = {
          name: "do",
          summary: "does",
          arguments: args,
          options: OPTIONS,
          examples: [],
          async run(invocation) {
            parsed = seen(invocation);
            return 0;
          },
        };
        const plainly = readPlainly(argv, command);
        if (plainly === null) return;
        // Refused before the command runs, however it was read.
        if (plainly.root === "" || plainly.profile === "") return;
        const program = buildProgram([command], {
          version: "1.0.0",
          surroundings: { env: {}, input: () => new PassThrough(), out: silent, err: silent },
          ended: () => {},
        });
        await program.parseAsync(argv, { from: "user" }).catch(() => {});
        expect(seen(plainly)).toEqual(parsed);
      },
    ),
    { numRuns: 2000 },
  );
});

test.each([["do"], ["do --all --json"], ["--root x do a --model y"]])(
  "the usual needs no parser: %s",
  (line) => {
    const command: Command = {
      name: "do",
      summary: "does",
      arguments: [{ name: "one", description: "" }],
      options: OPTIONS,
      examples: [],
      run: async () => 0,
    };
    expect(readPlainly(line.split(" "), command)).not.toBeNull();
  },
);
