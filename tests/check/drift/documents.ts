/** One argument as its contract has it: name, type, required, meaning. */
export type Row = readonly [name: string, type: string, required: "yes" | "no", meaning: string];

export type Facts = {
  readonly name: string;
  readonly risk: string;
  readonly break_loop?: string;
  readonly interactive?: boolean;
  /** More lines of front matter. */
  readonly more?: readonly string[];
  readonly rows?: readonly Row[];
  /** Rows of methods, by name. */
  readonly methods?: Readonly<Record<string, readonly Row[]>>;
  readonly dependencies?: string;
  /** Default: `tests/<name>.test.ts`. */
  readonly test?: string;
};

/** A contract as a person would have written it: nothing in it is derived from a schema. */
export function contract(facts: Facts): string {
  const { name, risk, break_loop = "never", interactive = false, more = [], rows } = facts;
  const methods = Object.entries(facts.methods ?? {});
  const tables = [
    ...(rows ? [table(rows)] : methods.length > 0 ? [] : ["None."]),
    ...methods.map(([method, own]) => `### ${method}\n\n${own.length > 0 ? table(own) : "None."}`),
  ];
  return `---
tool: ${name}
risk: ${risk}
break_loop: ${break_loop}
interactive: ${interactive}
${[...more, "side_effects: []"].join("\n")}
---
# ${name}.ts DOX

## Purpose

What ${name} is for.

## Arguments

${tables.join("\n\n")}

## Output

One line of text.

## break_loop

What comes after the result.

## Side Effects

None.

## Prompt Contract

The fragment names each argument and shows a call.

## Dependencies

${facts.dependencies ?? "None."}

## Verification

- \`${facts.test ?? `tests/${name}.test.ts`}\`
`;
}

function table(rows: readonly Row[]): string {
  const lines = rows.map((row) => `| ${row.join(" | ")} |`);
  return ["| name | type | required | meaning |", "| --- | --- | --- | --- |", ...lines].join("\n");
}

/** A fragment with a list of arguments and a shown call for each thing that can be called. */
export function fragment(
  name: string,
  parts: readonly {
    readonly method?: string;
    readonly args?: readonly string[];
    readonly call?: object;
  }[],
): string {
  const blocks = [`### ${name}`, `What a model should know of ${name}.`];
  for (const { method, args = [], call } of parts) {
    const called = method === undefined ? name : `${name}:${method}`;
    if (method !== undefined) blocks.push(`#### ${called}`);
    if (args.length > 0) blocks.push(`Arguments:\n\n${args.map((arg) => `- ${arg}`).join("\n")}`);
    if (call) {
      const shown = JSON.stringify({ tool_name: called, tool_args: call }, null, 2);
      blocks.push(`\`\`\`json\n${shown}\n\`\`\``);
    }
  }
  return `${blocks.join("\n\n")}\n`;
}
