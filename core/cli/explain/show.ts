import type { JsonSchema } from "../../contract/index.ts";
import type { Output } from "../output/output.ts";
import { placeNamer } from "../output/place.ts";
import { plainLine, plainText } from "../output/plain.ts";
import type { Explanation } from "./explanation.ts";

/**
 * Shows a tool to a person.
 *
 * @param root - absolute path of the workspace
 */
export async function showExplanation(tool: Explanation, root: string, out: Output): Promise<void> {
  const place = placeNamer(root);
  const colors = await out.colors();
  const head = (text: string): void => out.line(`\n${colors.bold(text)}`);
  const row = (label: string, text: string): void =>
    out.line(`  ${colors.dim(label.padEnd(12))} ${text}`);
  const rows = (label: string, texts: readonly string[]): void =>
    texts.forEach((text) => row(label, text));

  const paint = tool.status === "ok" ? colors.green : colors.red;
  out.line(`${colors.bold(tool.name)}  ${paint(tool.status)}  ${colors.dim(tool.id)}`);
  if (tool.error !== null) row("why", plainLine(tool.error));
  row("file", tool.file === null ? "none" : place(tool.file));
  rows("  shadows", tool.shadows.map(place));
  const made = "none; one is made from the description and the schema";
  row("prompt", tool.prompt === null ? made : place(tool.prompt));
  rows("  shadows", tool.prompt_shadows.map(place));
  row("contract", tool.dox === null ? "none" : place(tool.dox));
  rows("  shadows", tool.dox_shadows.map(place));
  if (tool.risk !== null) {
    row("risk", tool.risk);
    rows(
      "  methods",
      Object.entries(tool.methods).map(([name, { risk }]) => `${tool.name}:${name}  ${risk}`),
    );
    row("break_loop", tool.break_loop ?? "");
    row("interactive", tool.interactive === true ? "yes" : "no");
    row("timeout", `${tool.timeout / 1000} s`);
  }
  if (tool.specs.length === 0) {
    head("The model is not offered it.");
    return;
  }
  for (const { name, description, inputSchema, tokens } of tool.specs) {
    head(`Offered to the model as ${name} (${tokens} tokens)`);
    out.line(indent(plainText(description)));
    out.line(indent(plainText(JSON.stringify(inputSchema, null, 2))));
  }
  for (const [name, schema] of outputsOf(tool)) {
    head(`The structured result of ${name}`);
    out.line(indent(plainText(JSON.stringify(schema, null, 2))));
  }
  if (tool.fragment !== null) {
    head(`In the system prompt (${tool.fragment.tokens} tokens)`);
    out.line(indent(plainText(tool.fragment.text)));
  }
  out.line(`\n${tool.tokens} tokens in all`);
}

/** By the name that is called, where it says what its result looks like. */
function outputsOf({ name, outputSchema, methods }: Explanation): [string, JsonSchema][] {
  const all: [string, JsonSchema | undefined][] = [
    [name, outputSchema],
    ...Object.entries(methods).map(([method, spec]): [string, JsonSchema | undefined] => [
      `${name}:${method}`,
      spec.outputSchema,
    ]),
  ];
  return all.flatMap(([called, schema]): [string, JsonSchema][] =>
    schema === undefined ? [] : [[called, schema]],
  );
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "  ");
}
