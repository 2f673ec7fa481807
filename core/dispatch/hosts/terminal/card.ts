import type { ApprovalRequest } from "../../host.ts";
import { clip } from "../../text.ts";
import { wrap } from "./wrap.ts";

/** What one argument may take of the screen before the rest is left for `v`. */
const LINES = 12;
const CHARS = 800;

/** Columns before the text: the border and the label. */
const BORDER = 8;

/**
 * What a person sees of a request. It can not be dressed up by what a model writes into its arguments: whatever would move
 * the cursor, hide or turn text around is shown as its code.
 *
 * @param whole - also what is too long for a first look
 * @param columns - of the terminal
 */
export function drawCard(request: ApprovalRequest, whole: boolean, columns = 80): string {
  const { call, source, file, description, why, asker, rejected } = request;
  const name = call.method === null ? call.tool : `${call.tool}:${call.method}`;
  const rows: [string, string[]][] = [
    ["tool", [`${name}  (${source})`]],
    ["file", file === null ? [] : [file]],
    ["does", [clip(description.split("\n")[0] ?? "", 160)]],
    ["why", [why]],
    ["from", asker.child === null ? [] : [`the child agent ${asker.child} (${asker.profile})`]],
    ["with", argumentLines(request.args, whole)],
    ["but", rejected === undefined ? [] : rejectedLines(rejected)],
  ];
  const width = Math.max(20, columns - BORDER - 1);
  const lines = rows.flatMap(([label, texts]) =>
    texts
      .flatMap((text) => wrap(visible(text), width))
      .map((text, at) => `│ ${(at === 0 ? label : "").padEnd(5)} ${text}`),
  );
  return ["┌ May this run?", ...lines, "└"].join("\n");
}

function rejectedLines({ reason }: { readonly reason: string }): string[] {
  return ["what you made of them can not run:", ...shorten(reason, false)];
}

function argumentLines(args: unknown, whole: boolean): string[] {
  if (typeof args !== "object" || args === null) return [asText(args)];
  const entries = Object.entries(args);
  if (entries.length === 0) return ["no arguments"];
  return entries.flatMap(([name, value]) => {
    const [first = "", ...more] = shorten(asText(value), whole);
    return [`${name}: ${first}`, ...more.map((line) => `  ${line}`)];
  });
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value, null, 1) ?? "nothing");
}

function shorten(text: string, whole: boolean): string[] {
  const lines = (whole ? text : clip(text, CHARS)).split("\n");
  const shown = whole ? lines : lines.slice(0, LINES);
  const isAll = whole || (text.length <= CHARS && lines.length <= LINES);
  return isAll ? shown : [...shown, `(${text.length} characters in all; v shows them)`];
}

/** Makes control characters, and those that reorder or hide text, visible. */
export function visible(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
